"""Run asynchronous jobs that depend on one another."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from graphlib import TopologicalSorter
from heapq import heappop, heappush
from typing import Any

from attrs import field, frozen


@frozen(kw_only=True)
class Job:
    """A unit of work, with the names of the jobs that must finish first."""

    name: str
    work: Callable[[], Coroutine[Any, Any, None]]
    prerequisites: frozenset[str] = field(default=frozenset())


async def run_jobs(jobs: Sequence[Job], *, limit: int) -> None:
    """Run every job after its prerequisites, at most ``limit`` jobs at a time.

    Jobs that are ready start in the order of ``jobs``. If a job raises an exception, the running
    jobs are cancelled. Once they have ended, the exception is raised.
    """
    sorter = TopologicalSorter({job.name: job.prerequisites for job in jobs})
    sorter.prepare()
    place = {job.name: index for index, job in enumerate(jobs)}
    ready: list[int] = []
    running: dict[asyncio.Task[None], str] = {}
    try:
        while sorter.is_active():
            for name in sorter.get_ready():
                heappush(ready, place[name])
            while ready and len(running) < limit:
                job = jobs[heappop(ready)]
                running[asyncio.create_task(job.work())] = job.name
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                name = running.pop(task)
                task.result()
                sorter.done(name)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
