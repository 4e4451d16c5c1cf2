"""Share the event loop fairly, so that projects in one process do not block each other.

Tasks call ``yield_to_loop`` before milliseconds of processor time. In each iteration of the event
loop, only one of them continues.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Generator
from typing import TypeVar


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


def run_to_completion(work: Generator[None, None, Result]) -> Result:
    """Run a generator to its end without letting other tasks run, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: Result = end.value
            return made


async def interleave(work: Generator[None, None, Result]) -> Result:
    """Run a generator step by step, let other tasks run in between, and return its result.

    If the task is cancelled, close the generator.
    """
    try:
        while True:
            await yield_to_loop()
            try:
                next(work)
            except StopIteration as end:
                made: Result = end.value
                return made
    finally:
        work.close()


def _pass_turn() -> None:
    while _TURNS.waiting:
        turn = _TURNS.waiting.popleft()
        if not turn.done():  # a waiting task may have been cancelled
            turn.set_result(None)
            turn.get_loop().call_soon(_pass_turn)
            return
    _TURNS.loop = None
