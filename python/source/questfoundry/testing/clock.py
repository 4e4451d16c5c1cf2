"""Provide a clock that tests control, and a sink that records events."""

import asyncio
from bisect import insort
from datetime import UTC, datetime, timedelta
from itertools import count

from questfoundry.domain.events import Event
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock

_TURNS = 5
"""The event loop iterations that other tasks get before a manual clock moves its time."""
_Sleeper = tuple[float, int, asyncio.Event]
"""The wake-up time of a task, a unique number, and an event that tells the task to look again."""


class ManualClock(Clock):
    """A clock that moves only when a task sleeps or ``advance`` is called.

    If several tasks sleep, the clock moves to the earliest wake-up time and wakes that task.
    Parallel tasks therefore see the same times as with a real clock.
    """

    def __init__(self, start: datetime = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed = 0.0
        self._sleepers: list[_Sleeper] = []
        self._tickets = count()

    def now(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        return self._elapsed

    def advance(self, seconds: float) -> None:
        """Move the clock forward by ``seconds``."""
        self._elapsed += seconds

    async def sleep(self, seconds: float) -> None:
        """Sleep for ``seconds`` of this clock.

        Other tasks run first. After that, the clock moves to the end of this sleep.
        """
        sleeper = (self._elapsed + max(0.0, seconds), next(self._tickets), asyncio.Event())
        insort(self._sleepers, sleeper)
        try:
            await self._wait_until_earliest(sleeper)
            self._elapsed = max(self._elapsed, sleeper[0])
        finally:
            self._sleepers.remove(sleeper)
            if self._sleepers:
                self._sleepers[0][2].set()

    async def _wait_until_earliest(self, sleeper: _Sleeper) -> None:
        """Return once ``sleeper`` stayed the earliest one while the other tasks ran."""
        turns = _TURNS
        while turns:
            if self._sleepers[0] is not sleeper:
                sleeper[2].clear()
                await sleeper[2].wait()
            await asyncio.sleep(0)
            turns = turns - 1 if self._sleepers[0] is sleeper else _TURNS


class RecordingEventSink(EventSink):
    """An event sink that keeps all events in the list ``events``."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def names(self) -> list[str]:
        """Return the names of the recorded events, in the order of their arrival."""
        return [event.name for event in self.events]
