"""A clock that stands still, and a sink that keeps the events."""

from __future__ import annotations

import asyncio
from bisect import insort
from datetime import UTC, datetime, timedelta
from itertools import count

from questfoundry.domain.events import Event
from questfoundry.domain.protocols.clock import Clock
from questfoundry.domain.protocols.events import EventSink

_TURNS = 5
"""Turns of the event loop that others get before a manual clock moves on."""


class ManualClock(Clock):
    """Stands still until someone sleeps or ``advance`` is called.

    Sleepers wake in the order of their times, and time moves only to the next of them, so
    tasks that sleep side by side see the same times as with a real clock.
    """

    def __init__(self, start: datetime = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed = 0.0
        self._sleepers: list[tuple[float, int]] = []
        self._tickets = count()

    def now(self) -> datetime:
        """The start, and the seconds passed since."""
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        """The seconds passed, from 0."""
        return self._elapsed

    def advance(self, seconds: float) -> None:
        """Let that many seconds pass."""
        self._elapsed += seconds

    async def sleep(self, seconds: float) -> None:
        """Let other tasks work, then move time to the end of this sleep."""
        sleeper = (self._elapsed + max(0.0, seconds), next(self._tickets))
        insort(self._sleepers, sleeper)
        try:
            turns = _TURNS
            while turns:
                await asyncio.sleep(0)
                turns = turns - 1 if self._sleepers[0] is sleeper else _TURNS
            self._elapsed = max(self._elapsed, sleeper[0])
        finally:
            self._sleepers.remove(sleeper)


class RecordingEventSink(EventSink):
    """Keeps what happened in ``events``."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Add the event."""
        self.events.append(event)

    def names(self) -> list[str]:
        """The events' names, in order."""
        return [event.name for event in self.events]
