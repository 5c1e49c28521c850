"""Diagnostics are pushed without a version, and without a schema they say little.

The server publishes after every change, also that there is nothing to say. So silence is not
cleanness: until it has spoken, it is still at work.
"""

from typing import List

from wit_world import exports
from wit_world.exports.diagnostics import (
    Diagnostic,
    DiagnosticsPlan,
    Event,
    Event_Deadline,
    Event_Published,
    Event_Told,
    Fate,
    Fate_Keep,
    Judgement,
    Settled,
    Source,
)
from wit_world.imports.types import Ask, Deadline, Facts

from .options import Options

# The state: whether a publication is waited for.
WAITING = b"waiting"
SAID = b""
# A server that says nothing for so long has lost it.
PATIENCE_MS = 10_000

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
        for event in events:
            match event:
                case Event_Told():
                    state = WAITING
                case Event_Published() | Event_Deadline():
                    state = SAID
        if state == WAITING:
            return Judgement(state, Settled.NOT_YET, [Deadline("lost", PATIENCE_MS)])
        # A schema that has just been read makes it speak again: the host waits for quiet.
        return Judgement(state, Settled.UNKNOWN, [Deadline("lost", 0)])

    # It publishes: there is nothing to fetch.
    def fetch(self, facts: Facts, path: str, uri: str) -> List[Ask]:
        return []

    def fetched(self, facts: Facts, path: str, answers: List[str]) -> str:
        return "[]"

    def normalise(
        self, language: str, path: str, diagnostics: List[Diagnostic]
    ) -> List[Fate]:
        return [Fate_Keep() for _ in diagnostics]
