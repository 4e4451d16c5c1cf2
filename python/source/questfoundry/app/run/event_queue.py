"""Queue events for a listener, and pass events on."""

import asyncio
from collections.abc import AsyncIterator, Callable

from attrs import define, field, frozen

from questfoundry.domain.events import Event
from questfoundry.domain.protocols import EventSink

Emit = Callable[[Event], None]


@define
class EventQueue:
    """A queue of the events that one listener follows."""

    _queue: asyncio.Queue[Event | BaseException | None] = field(factory=asyncio.Queue, init=False)

    def send(self, event: Event) -> None:
        """Add an event to the queue."""
        self._queue.put_nowait(event)

    def end(self, problem: BaseException | None = None) -> None:
        """Mark the end of the events, or queue an error that ``events`` raises."""
        self._queue.put_nowait(problem)

    async def events(self) -> AsyncIterator[Event]:
        """Yield the queued events until the end; each goes to only one of several callers."""
        while (event := await self._queue.get()) is not None:
            if isinstance(event, BaseException):
                raise event
            yield event
        self.end()


@frozen
class ForwardedEvents(EventSink):
    """An event sink that passes events to all ``receivers``; without receivers, it drops them."""

    receivers: tuple[Emit, ...] = ()

    def emit(self, event: Event) -> None:
        """Pass ``event`` to each receiver in order."""
        for receive in self.receivers:
            receive(event)
