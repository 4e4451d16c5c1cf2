"""Run asynchronous jobs that depend on one another."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from heapq import heapify, heappop, heappush
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
    # Kahn's topological sort: open_counts holds the unfinished prerequisites of each job, and the
    # heap the jobs without any, by index. O((V + E) log V) beside the work itself.
    open_counts = [len(job.prerequisites) for job in jobs]
    dependents: dict[str, list[int]] = {job.name: [] for job in jobs}
    for index, job in enumerate(jobs):
        for prerequisite in job.prerequisites:
            dependents[prerequisite].append(index)
    ready = [index for index, count in enumerate(open_counts) if not count]
    heapify(ready)
    running: dict[asyncio.Task[None], Job] = {}
    try:
        while ready or running:
            while ready and len(running) < limit:
                job = jobs[heappop(ready)]
                running[asyncio.create_task(job.work())] = job
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                job = running.pop(task)
                task.result()
                for index in dependents[job.name]:
                    open_counts[index] -= 1
                    if not open_counts[index]:
                        heappush(ready, index)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
