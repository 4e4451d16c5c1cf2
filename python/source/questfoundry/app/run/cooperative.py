"""Share the event loop fairly between projects in one process, and queue events for listeners.

A task calls ``yield_to_loop`` before it uses the processor for milliseconds. In each iteration of
the event loop, only one of the waiting tasks continues.
"""

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Generator
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from attrs import define, field, frozen

from questfoundry.domain.events import Event
from questfoundry.domain.protocols.runs import EventSink


class _Turns(threading.local):
    loop: asyncio.AbstractEventLoop | None = None
    waiting: deque[asyncio.Future[None]]


_TURNS = _Turns()


async def yield_to_loop() -> None:
    """Wait until this task gets a turn to continue."""
    loop = asyncio.get_running_loop()
    if _TURNS.loop is loop:
        turn = loop.create_future()
        _TURNS.waiting.append(turn)
        await turn
    else:
        _TURNS.loop, _TURNS.waiting = loop, deque()
        loop.call_soon(_pass_turn)


Result = TypeVar("Result")

EXPORTS_AT_ONCE = 2
"""The number of stories that one event loop exports at the same time; others wait."""

Steps = Generator[Callable[[], Any] | None, Any, Result]
"""Work in steps. A step may yield a function that takes long, and receives its result."""


def run_to_completion(work: Steps[Result]) -> Result:
    """Run ``work`` to its end without letting other tasks run, and return its result."""
    answer = None
    while True:
        try:
            step = work.send(answer)
        except StopIteration as end:
            made: Result = end.value
            return made
        answer = step() if step else None


async def interleave(work: Steps[Result]) -> Result:
    """Run ``work`` step by step with other tasks in between, and return its result.

    The functions that it yields run in a thread. If the task is cancelled, ``work`` is closed.
    """
    answer = None
    try:
        while True:
            await yield_to_loop()
            try:
                step = work.send(answer)
            except StopIteration as end:
                made: Result = end.value
                return made
            answer = await asyncio.to_thread(step) if step else None
    finally:
        work.close()


_SLOTS: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


def get_export_slots() -> asyncio.Semaphore:
    """Return the semaphore of the running event loop for exports, which hold all their files."""
    loop = asyncio.get_running_loop()
    return _SLOTS.setdefault(loop, asyncio.Semaphore(EXPORTS_AT_ONCE))


def _pass_turn() -> None:
    while _TURNS.waiting:
        turn = _TURNS.waiting.popleft()
        if not turn.done():  # a waiting task may have been cancelled
            turn.set_result(None)
            turn.get_loop().call_soon(_pass_turn)
            return
    _TURNS.loop = None


Emit = Callable[[Event], None]


@define
class EventQueue:
    """A queue of events for one listener."""

    _queue: asyncio.Queue[Event | BaseException | None] = field(factory=asyncio.Queue, init=False)

    def send(self, event: Event) -> None:
        """Add an event to the queue."""
        self._queue.put_nowait(event)

    def end(self, problem: BaseException | None = None) -> None:
        """Mark the end of the events, or queue an error that ``events`` raises."""
        self._queue.put_nowait(problem)

    async def events(self) -> AsyncIterator[Event]:
        """Yield the queued events until the end; each event goes to only one of several callers."""
        while (event := await self._queue.get()) is not None:
            if isinstance(event, BaseException):
                raise event
            yield event
        self.end()


@frozen
class ForwardedEvents(EventSink):
    """An event sink that passes each event to all ``receivers``, if there are any."""

    receivers: tuple[Emit, ...] = ()

    def emit(self, event: Event) -> None:
        """Pass ``event`` to each receiver in order."""
        for receive in self.receivers:
            receive(event)
