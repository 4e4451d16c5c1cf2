"""Queues for tests: a project in a database, and workers that perform scripted jobs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import psycopg
from attrs import frozen
from psycopg.rows import dict_row

from questfoundry.domain.run.job import JobResult
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.postgres.address import ProjectAddress
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.queue.event_log import LoggingEventSink, PostgresEventLog
from questfoundry.infra.queue.executor import QueueJobExecutor
from questfoundry.infra.queue.job_manager import Claim, ClaimedJob, FencedJobManager, connect_queue
from questfoundry.infra.queue.worker import PerformClaimed, QueueWorker
from questfoundry.testing import perform_scripted_job

NEVER = 3600.0
"""Seconds between two looks at a job without news; no test waits as long."""


@frozen(kw_only=True)
class QueuedProject:
    """A project of its own, whose jobs are in a queue of its own."""

    database: PostgresDatabase
    queue: str

    @classmethod
    def create(cls, url: str) -> "QueuedProject":
        name = uuid4().hex[:8]
        database = PostgresDatabase(ProjectAddress(url=url, project=name))
        return cls(database=database, queue=f"q-{name}")

    @property
    def url(self) -> str:
        return self.database.address.url

    @property
    def executor(self) -> QueueJobExecutor:
        return QueueJobExecutor(self.database, queue=self.queue, poll=NEVER)

    def build_worker(
        self,
        perform: PerformClaimed | None = None,
        *,
        stall: float = 2.0,
        stories: int = 4,
        prompts: str = "p1",
    ) -> QueueWorker:
        return QueueWorker(
            self.url,
            perform or self.perform,
            prompts=prompts,
            clock=SystemClock(),
            stories=stories,
            queue=self.queue,
            stall=stall,
        )

    @asynccontextmanager
    async def open_jobs(self, prompts: str = "p1") -> AsyncIterator[FencedJobManager]:
        """Yield the statements of a worker that does not work by itself."""
        connector = connect_queue(self.url, patience=1)
        await connector.open_async()
        jobs = FencedJobManager(connector, queue=self.queue, own_queue=f"{self.queue}@{prompts}")
        await jobs.register_worker()
        yield jobs
        await connector.close_async()

    def set_heart(self, jobs: FencedJobManager, time: str) -> None:
        """Set the time of a worker's last heartbeat."""
        self.administer(
            "UPDATE procrastinate_workers SET last_heartbeat = %s WHERE id = %s", time, jobs.worker
        )

    async def perform(self, job: ClaimedJob) -> JobResult:
        log = PostgresEventLog(self.database, job.claim)
        return await perform_scripted_job(job.work, LoggingEventSink(log, str(job.claim.job)))

    def row(self, job: str) -> dict[str, Any]:
        """Return the job's entry in the queue."""
        (found,) = self.administer("SELECT * FROM procrastinate_jobs WHERE id = %s", job)
        return found

    def administer(self, statement: str, *values: object) -> list[dict[str, Any]]:
        """Run a statement on the tables of the queue."""
        with psycopg.connect(self.url, row_factory=dict_row) as connection:
            connection.execute("SET LOCAL search_path TO qf_queue")
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []


def create_user(url: str, *roles: str) -> str:
    """Return the URL of ``url`` for a new user with ``roles``."""
    name = f"u{uuid4().hex[:8]}"
    with psycopg.connect(url) as connection:
        connection.execute(f"CREATE USER {name} IN ROLE {', '.join(roles)}")
    return url.replace("postgres@", f"{name}@")


async def take(jobs: FencedJobManager) -> Claim | None:
    """Fetch a job as a worker does."""
    job = await jobs.fetch_job(jobs.queues, jobs.worker)
    return job and Claim(job=job.id, worker=job.worker_id, attempt=job.attempts)


@asynccontextmanager
async def running(worker: QueueWorker) -> AsyncIterator[QueueWorker]:
    """Run ``worker`` until the block ends."""
    task = asyncio.ensure_future(worker.run())
    try:
        yield worker
    finally:
        worker.stop()
        await task
