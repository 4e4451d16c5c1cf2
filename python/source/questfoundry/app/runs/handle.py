"""A delegated run that is a task of this process: followed by its events, awaited, cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from questfoundry.domain.events import Event
from questfoundry.domain.protocols import EventSink, RunHandle
from questfoundry.domain.session.result import RunResult


class WatchedEvents(EventSink):
    """Passes events on, and keeps them for whoever follows the run."""

    def __init__(self, inner: EventSink) -> None:
        self._inner = inner
        self.queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def emit(self, event: Event) -> None:
        """Pass it on to both."""
        self._inner.emit(event)
        self.queue.put_nowait(event)


class SilentEvents(EventSink):
    """For what was told before."""

    def emit(self, event: Event) -> None:
        """Tell nobody."""


class TaskHandle(RunHandle):
    """The handle of such a task, which begins at once."""

    def __init__(
        self,
        run: str,
        work: Coroutine[Any, Any, RunResult],
        *,
        watched: WatchedEvents,
        stop: Callable[[], None],
    ) -> None:
        self._run = run
        self._watched = watched
        self._stop = stop
        self._task = asyncio.ensure_future(work)
        self._task.add_done_callback(lambda _: watched.queue.put_nowait(None))

    @property
    def run(self) -> str:
        """The run's id."""
        return self._run

    async def events(self) -> AsyncIterator[Event]:
        """What happens in it; each event is given once."""
        while (event := await self._watched.queue.get()) is not None:
            yield event
        self._watched.queue.put_nowait(None)

    async def result(self) -> RunResult:
        """Wait for its end; where the waiting is cancelled, the run is interrupted with it."""
        return await self._task

    def cancel(self) -> None:
        """Make no new call."""
        self._stop()
