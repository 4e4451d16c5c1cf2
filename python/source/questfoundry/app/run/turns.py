"""Turns of the event loop, so that many projects in one process do not hold each other up.

What follows an answer (checks, prompts, files, exports) takes the processor for milliseconds. If
fifty projects did so in one turn of the loop, everything else in it would wait for all of them.
"""

from __future__ import annotations

import asyncio
import threading


class _Taken(threading.local):
    by: asyncio.AbstractEventLoop | None = None


_TAKEN = _Taken()


async def own_turn() -> None:
    """Wait for a turn of the running loop that nobody else who waits here has."""
    loop = asyncio.get_running_loop()
    while _TAKEN.by is loop:  # noqa: ASYNC110 - an Event would belong to one loop
        await asyncio.sleep(0)
    _TAKEN.by = loop
    loop.call_soon(_give_back)


def _give_back() -> None:
    _TAKEN.by = None
