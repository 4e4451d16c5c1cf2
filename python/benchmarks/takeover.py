"""Measure how soon the job of a killed worker begins again, and whether a busy one keeps its job.

Run ``PYTHONPATH=python python python/benchmarks/takeover.py [STALL [KILLS [URL]]]``: the stall time
in seconds (30), the number of kills (5), and a database with our tables (by default a private one).
Two workers run as processes; each kill hits the worker that has the job. At last, a job blocks
its event loop for two stall times. The aim is a stall time and 2 s for 5 s, and 5 s for 30 s.
"""

import asyncio
import statistics
import subprocess
import sys
import time

from questfoundry.domain.run.job import ExportJob
from questfoundry.infra.postgres.migrations import upgrade
from tests.support.postgres import shared_server
from tests.support.queues import QueuedProject

_WORKER = """
import asyncio, sys, time
from questfoundry.domain.run.job import JobResult
from tests.support.queues import QueuedProject
from questfoundry.infra.postgres.address import ProjectAddress
from questfoundry.infra.postgres.database import PostgresDatabase

url, project, queue, stall = sys.argv[1:]
database = PostgresDatabase(ProjectAddress(url=url, project=project))

async def perform(job):
    if job.work.formats:
        time.sleep(float(job.work.formats[0]))
        return JobResult()
    await asyncio.Event().wait()

queued = QueuedProject(database=database, queue=queue)
asyncio.run(queued.build_worker(perform, stall=float(stall)).run())
"""


class Workers:
    """Two worker processes of a queue, each killed and started again by its number."""

    def __init__(self, project: QueuedProject, stall: float) -> None:
        self._project = project
        self._arguments = [project.database.address.project, project.queue, str(stall)]
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self) -> int:
        """Start a worker, and return its id in the queue."""
        known = self.list_ids()
        process = subprocess.Popen(
            [sys.executable, "-c", _WORKER, self._project.url, *self._arguments]
        )
        while not (new := self.list_ids() - known):
            time.sleep(0.02)
        self._processes[found := new.pop()] = process
        return found

    def list_ids(self) -> set[int]:
        rows = self._project.administer("SELECT id FROM procrastinate_workers")
        return {row["id"] for row in rows}

    def kill(self, worker: int) -> None:
        process = self._processes.pop(worker)
        process.kill()
        process.wait()

    def kill_all(self) -> None:
        for worker in [*self._processes]:
            self.kill(worker)


def main(stall: float = 30.0, kills: int = 5, url: str = "") -> None:
    if not url:
        url = shared_server().create_database()
        upgrade(url)
    project = QueuedProject.create(url)
    workers = Workers(project, stall)
    try:
        for _ in range(2):
            workers.start()
        times = [_measure_kill(project, workers, stall) for _ in range(kills)]
        print(
            f"stall {stall:g} s: {kills} takeovers after "
            f"{min(times):.1f} to {max(times):.1f} s, median {statistics.median(times):.1f} s"
        )
        attempts = _measure_block(project, 2 * stall)
        print(f"a job that blocked for {2 * stall:g} s was taken over {attempts} times")
    finally:
        workers.kill_all()


def _measure_kill(project: QueuedProject, workers: Workers, stall: float) -> float:
    handle = asyncio.run(project.executor.start(ExportJob()))
    victim = _await_worker(project, handle.id, -1)
    time.sleep(stall + 1)  # so that the other worker has been in contact long enough
    workers.kill(victim)
    begun = time.monotonic()
    _await_worker(project, handle.id, victim)
    seconds = time.monotonic() - begun
    handle.cancel()
    workers.start()
    return seconds


def _measure_block(project: QueuedProject, seconds: float) -> int:
    handle = asyncio.run(project.executor.start(ExportJob(formats=(str(seconds),))))
    asyncio.run(handle.result())
    # The end of a job counts as an attempt, too.
    return int(project.row(handle.id)["attempts"]) - 1


def _await_worker(project: QueuedProject, job: str, before: int) -> int:
    while (worker := project.row(job)["worker_id"]) in {None, before}:
        time.sleep(0.02)
    return int(worker)


if __name__ == "__main__":
    stall, kills, url = [*sys.argv[1:], *("30", "5", "")[len(sys.argv) - 1 :]]
    main(float(stall), int(kills), url)
