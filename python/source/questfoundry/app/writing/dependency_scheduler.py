"""Work done side by side, each piece when all that it builds on is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from heapq import heapify, heappop, heappush
from typing import Any

from attrs import field, frozen


@frozen(kw_only=True)
class Job:
    """A piece of work, and the names of the jobs that it builds on."""

    name: str
    work: Callable[[], Coroutine[Any, Any, None]]
    after: frozenset[str] = field(default=frozenset())


async def side_by_side(jobs: Sequence[Job], *, most: int) -> None:
    """Do every job, ``most`` of them at a time; of those that could be next, the first is.

    What one of them raises ends all: the others are cancelled and waited for.
    """
    missing = [len(job.after) for job in jobs]
    dependents: dict[str, list[int]] = {job.name: [] for job in jobs}
    for place, job in enumerate(jobs):
        for each in job.after:
            dependents[each].append(place)
    ready = [place for place, count in enumerate(missing) if not count]
    heapify(ready)
    running: dict[asyncio.Task[None], Job] = {}
    try:
        while ready or running:
            while ready and len(running) < most:
                job = jobs[heappop(ready)]
                running[asyncio.create_task(job.work())] = job
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                job = running.pop(task)
                task.result()
                for place in dependents[job.name]:
                    missing[place] -= 1
                    if not missing[place]:
                        heappush(ready, place)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
