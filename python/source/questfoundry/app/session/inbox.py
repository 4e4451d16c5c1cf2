"""From a session to whoever listens: each message's events go to the one who sent it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from attrs import frozen

from questfoundry.domain.events import Event
from questfoundry.domain.protocols import EventSink


class Listener:
    """Receives events until it is told that there are no more."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Event | BaseException | None] = asyncio.Queue()

    def send(self, event: Event) -> None:
        """Have one more."""
        self._queue.put_nowait(event)

    def report_failure(self, work: asyncio.Task[None]) -> None:
        """Raise what a piece of work ended by, which is a mistake of ours, to who listens."""
        problem = None if work.cancelled() else work.exception()
        if problem is not None:
            self._queue.put_nowait(problem)

    def end(self) -> None:
        """There are no more."""
        self._queue.put_nowait(None)

    async def events(self) -> AsyncIterator[Event]:
        """What it is told, each once."""
        while (event := await self._queue.get()) is not None:
            if isinstance(event, BaseException):
                raise event
            yield event


class Inbox:
    """Passes events to the listener whose turn it is."""

    def __init__(self) -> None:
        self._active: Listener | None = None

    def create_listener(self) -> Listener:
        """One more, whose turn may come later."""
        return Listener()

    def send(self, event: Event) -> None:
        """Tell whoever's turn it is."""
        if self._active is not None:
            self._active.send(event)

    @contextmanager
    def activate_listener(self, listener: Listener) -> Iterator[None]:
        """It is that one's turn."""
        self._active = listener
        try:
            yield
        finally:
            self._active = None


@frozen
class SessionEvents(EventSink):
    """The events of a turn: to the project's sink, and to whoever listens."""

    _project: EventSink
    _inbox: Inbox

    def emit(self, event: Event) -> None:
        """Tell both."""
        self._project.emit(event)
        self._inbox.send(event)
