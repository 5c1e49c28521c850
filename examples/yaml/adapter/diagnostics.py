"""Diagnostics are pushed, without a version, and without a schema they say little."""

from typing import List

from wit_world import exports
from wit_world.exports.diagnostics import (
    Diagnostic,
    DiagnosticsPlan,
    Event,
    Fate,
    Fate_Keep,
    Judgement,
    Settled,
    Source,
)
from wit_world.imports.types import Facts

from .options import Options

NO_SCHEMA = "no schema is configured: only the syntax is checked (option schemas)"


class Diagnostics(exports.Diagnostics):
    def plan(self, facts: Facts) -> DiagnosticsPlan:
        options = Options.read(facts.options)
        has_schemas = options.schema_store or bool(options.schemas)
        return DiagnosticsPlan(
            source=Source.PUSH,
            needs_save=False,
            quiet_ms=None,
            react_ms=None,
            incomplete=[] if has_schemas else [NO_SCHEMA],
        )

    def interests(self) -> List[str]:
        return []

    def settle(
        self, facts: Facts, path: str, state: bytes, events: List[Event]
    ) -> Judgement:
        # The host's own rules do: there is nothing to know but silence.
        return Judgement(state=b"", settled=Settled.UNKNOWN, deadlines=[])

    def normalise(
        self, language: str, path: str, diagnostics: List[Diagnostic]
    ) -> List[Fate]:
        return [Fate_Keep() for _ in diagnostics]
