"""Follow, await or cancel a run of agents in this process."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from questfoundry.domain.events import Event
from questfoundry.domain.protocols import EventSink, RunHandle
from questfoundry.domain.run.result import RunResult


class WatchedEvents(EventSink):
    """An event sink that passes events to another sink, and also queues them for ``TaskHandle``."""

    def __init__(self, inner: EventSink) -> None:
        self._inner = inner
        self.queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def emit(self, event: Event) -> None:
        """Pass ``event`` to the wrapped sink, and add it to the queue."""
        self._inner.emit(event)
        self.queue.put_nowait(event)


class SilentEvents(EventSink):
    """An event sink that drops all events."""

    def emit(self, event: Event) -> None:
        """Drop the event."""


class TaskHandle(RunHandle):
    """A handle of a run that executes as a task, which begins with the handle."""

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
        """The id of the run."""
        return self._run

    async def events(self) -> AsyncIterator[Event]:
        """Yield the events of the run until it ends, each to only one of several callers."""
        while (event := await self._watched.queue.get()) is not None:
            yield event
        self._watched.queue.put_nowait(None)

    async def result(self) -> RunResult:
        """Wait for the result; if the waiting task is cancelled, the run is interrupted, too."""
        return await self._task

    def cancel(self) -> None:
        """Ask the run to stop and to make no more calls."""
        self._stop()
