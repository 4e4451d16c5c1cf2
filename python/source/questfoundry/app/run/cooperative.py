"""Turns of the event loop, so that many projects in one process do not hold each other up.

What follows an answer (checks, prompts, files, exports) takes the processor for milliseconds. If
fifty projects did so in one turn of the loop, everything else in it would wait for all of them.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Generator
from typing import TypeVar


class _Turns(threading.local):
    """Who has the turn in this thread's loop, and who waits, first come first served."""

    loop: asyncio.AbstractEventLoop | None = None
    waiting: deque[asyncio.Future[None]]


_TURNS = _Turns()


async def yield_to_loop() -> None:
    """Wait for a turn of the running loop that nobody else who waits here has."""
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
    """What comes of work that is done in pieces."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: Result = end.value
            return made


async def interleave(work: Generator[None, None, Result]) -> Result:
    """The same, each piece in a turn of its own; cut off, the work is closed."""
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
    """In the next turn of the loop it is the next one's, or nobody's."""
    while _TURNS.waiting:
        turn = _TURNS.waiting.popleft()
        if not turn.done():  # whoever waited may have been cancelled
            turn.set_result(None)
            turn.get_loop().call_soon(_pass_turn)
            return
    _TURNS.loop = None
