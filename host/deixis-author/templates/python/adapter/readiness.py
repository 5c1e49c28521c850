"""Busy while the server says so by a progress, ready when the last one has ended.

If your server begins the same work again, or sends a notification of its own when it is
ready, say so here: see `interests`, and `signal_expected`.
"""

import json
from dataclasses import asdict, dataclass
from typing import List, Optional

from wit_world import exports
from wit_world.exports.readiness import (
    Event,
    Event_Initialized,
    Event_ProgressBegin,
    Event_ProgressEnd,
    Event_ProgressReport,
    Level,
    Level_Busy,
    Level_Ready,
    Level_Unknown,
    Progress,
    Report,
    Tracks,
    Trust,
)
from wit_world.imports.types import Facts

from .text import compact


@dataclass
class Seen:
    """What is remembered between events."""

    alive: bool = False
    # Progresses that are open.
    open: int = 0
    # What the last of them said.
    percent: Optional[int] = None
    # There was one, and all have ended.
    ended: bool = False

    def observe(self, event: Event) -> None:
        match event:
            case Event_Initialized():
                self.alive = True
            case Event_ProgressBegin(work):
                self.open += 1
                self.percent = work.percent
                self.ended = False
            case Event_ProgressReport(work) if self.open > 0:
                self.percent = work.percent
            case Event_ProgressEnd() if self.open > 0:
                self.open -= 1
                self.ended = self.open == 0
                if self.ended:
                    self.percent = None

    def level(self) -> Level:
        if self.open > 0:
            return Level_Busy(Progress(message=None, percent=self.percent))
        return Level_Ready() if self.ended else Level_Unknown()

    def report(self) -> Report:
        return Report(
            state=compact(asdict(self)).encode(),
            tracks=Tracks(
                alive=Level_Ready() if self.alive else Level_Unknown(),
                navigation=self.level(),
                index=self.level(),
                diagnostics=Level_Unknown(),
            ),
            # Of a server that nobody knows, an early "nothing" is worth nothing.
            navigation_trust=Trust.EMPTY,
            index_trust=Trust.EMPTY,
            signal_expected=False,
            deadlines=[],
            actions=[],
        )


class Readiness(exports.Readiness):
    def interests(self) -> List[str]:
        return []

    def start(self, facts: Facts) -> Report:
        return Seen().report()

    def step(self, state: bytes, events: List[Event]) -> Report:
        seen = Seen(**json.loads(state))
        for event in events:
            seen.observe(event)
        return seen.report()
