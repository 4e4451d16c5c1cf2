"""Work on passages side by side, each when all that it builds on is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from heapq import heapify, heappop, heappush

from questfoundry.domain.writing.order import Turn


async def side_by_side(
    turns: Sequence[Turn], work: Callable[[Turn], Awaitable[None]], *, most: int
) -> None:
    """Work on every turn after those that it names, ``most`` of them at a time.

    Of those that could be next, the first in order is. What one of them raises ends all:
    the others are cancelled and waited for.
    """
    missing = {place: len(turn.after) for place, turn in enumerate(turns)}
    dependents: dict[str, list[int]] = {turn.passage: [] for turn in turns}
    for place, turn in enumerate(turns):
        for each in turn.after:
            dependents[each].append(place)
    ready = [place for place, count in missing.items() if not count]
    heapify(ready)
    running: dict[asyncio.Task[None], Turn] = {}
    try:
        while ready or running:
            while ready and len(running) < most:
                turn = turns[heappop(ready)]
                running[asyncio.ensure_future(_as_task(work, turn))] = turn
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                turn = running.pop(task)
                task.result()
                for place in dependents[turn.passage]:
                    missing[place] -= 1
                    if not missing[place]:
                        heappush(ready, place)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _as_task(work: Callable[[Turn], Awaitable[None]], turn: Turn) -> None:
    await work(turn)
