"""Pass a session's events to the listener whose message is being answered."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from attrs import frozen

from questfoundry.domain.events import Event
from questfoundry.domain.protocols import EventSink


class Listener:
    """A queue of the events that follow one message, for the sender of that message."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Event | BaseException | None] = asyncio.Queue()

    def send(self, event: Event) -> None:
        """Add an event to the queue."""
        self._queue.put_nowait(event)

    def report_failure(self, work: asyncio.Task[None]) -> None:
        """Queue the error that ended the task ``work``, if any, so that ``events`` raises it."""
        problem = None if work.cancelled() else work.exception()
        if problem is not None:
            self._queue.put_nowait(problem)

    def end(self) -> None:
        """Mark the end of the events, so that ``events`` stops after the queued ones."""
        self._queue.put_nowait(None)

    async def events(self) -> AsyncIterator[Event]:
        """Yield the queued events until the end is marked; raise any error that was queued."""
        while (event := await self._queue.get()) is not None:
            if isinstance(event, BaseException):
                raise event
            yield event


class Inbox:
    """A dispatcher that passes events to the active listener, if there is one."""

    def __init__(self) -> None:
        self._active: Listener | None = None

    def create_listener(self) -> Listener:
        """Return a new listener; :meth:`activate_listener` makes it active."""
        return Listener()

    def send(self, event: Event) -> None:
        """Send ``event`` to the active listener, if any."""
        if self._active is not None:
            self._active.send(event)

    @contextmanager
    def activate_listener(self, listener: Listener) -> Iterator[None]:
        """Return a context in which ``listener`` is the active listener."""
        self._active = listener
        try:
            yield
        finally:
            self._active = None


@frozen
class SessionEvents(EventSink):
    """An event sink that passes events to the project's sink and to the session's inbox."""

    _project: EventSink
    _inbox: Inbox

    def emit(self, event: Event) -> None:
        """Pass ``event`` to the project's sink and to the inbox."""
        self._project.emit(event)
        self._inbox.send(event)
