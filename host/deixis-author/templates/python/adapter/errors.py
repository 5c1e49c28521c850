"""What a response error means."""

from wit_world import exports
from wit_world.exports.errors import (
    Context,
    Verdict,
    Verdict_RetryWhenReady,
    Verdict_Unknown,
)
from wit_world.imports.types import ResponseError

# Said while the server is not ready.
NOT_YET = ("not ready", "still indexing")


class Errors(exports.Errors):
    def classify(self, context: Context, error: ResponseError) -> Verdict:
        message = error.message.lower()
        if any(phrase in message for phrase in NOT_YET):
            return Verdict_RetryWhenReady()
        return Verdict_Unknown()
