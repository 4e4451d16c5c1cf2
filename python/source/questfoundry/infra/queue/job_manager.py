"""Fetch, end and return jobs such that only the worker that has a job in hand changes it.

The statements of Procrastinate end a job by its number alone, so a worker that was asleep could end
the job of its successor. And a lost connection ends its worker, with all jobs in hand.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from typing import Any, TypeVar

import psycopg
from attrs import frozen
from procrastinate import PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager, NotificationCallback

from questfoundry.domain.run.job import Job as Work


@frozen(kw_only=True)
class Claim:
    """The right of ``worker`` to perform the job ``job``, until another worker takes it over.

    Each takeover and each return to the queue adds 1 to ``attempt``, so an old claim never fits.
    """

    job: int
    worker: int
    attempt: int


@frozen(kw_only=True)
class ClaimedJob:
    """A job that a worker performs, and its project."""

    claim: Claim
    tenant: str
    project: str
    work: Work


Result = TypeVar("Result")

MOST_DEATHS = 10
"""The number of workers that may die with one job in hand, before the job fails."""

_LOG = logging.getLogger("questfoundry.worker")
_RETRY = 1.0  # Seconds until the next attempt to reach the database

_WAKE = """
pg_notify('procrastinate_queue_v1#' || job.queue_name,
    json_build_object('type', 'job_inserted', 'job_id', job.id)::text)
"""
_HAND_BACK = f"""
UPDATE procrastinate_jobs AS job
SET status = (CASE WHEN abort_requested THEN 'aborted' ELSE 'todo' END)::procrastinate_job_status,
    abort_requested = false, worker_id = NULL, attempts = attempts + 1,
    scheduled_at = now() + make_interval(secs => %(delay)s)
WHERE status = 'doing' AND worker_id = %(worker)s AND {{condition}}
RETURNING job.id, {_WAKE}
"""  # noqa: S608
# A dead worker's job is taken over by one of several workers that ask at the same time. After a
# start of the server, living workers get the time `stall` to send their heartbeat.
_TAKE_OVER = f"""
WITH dead AS (
    SELECT job.id FROM procrastinate_jobs AS job
    LEFT JOIN procrastinate_workers AS worker ON worker.id = job.worker_id
    WHERE job.status = 'doing' AND split_part(job.queue_name, '@', 1) = %(queue)s
        AND (worker.id IS NULL
            OR worker.last_heartbeat < now() - make_interval(secs => %(stall)s))
        AND pg_postmaster_start_time() < now() - make_interval(secs => %(stall)s)
    FOR UPDATE OF job SKIP LOCKED
), counted AS (
    INSERT INTO deaths AS known (job, number) SELECT id, 1 FROM dead
    ON CONFLICT (job) DO UPDATE SET number = known.number + 1 RETURNING job, number
)
UPDATE procrastinate_jobs AS job
SET status = (CASE WHEN abort_requested THEN 'aborted' WHEN counted.number >= {MOST_DEATHS}
        THEN 'failed' ELSE 'todo' END)::procrastinate_job_status,
    abort_requested = false, worker_id = NULL, attempts = attempts + 1, scheduled_at = NULL
FROM counted WHERE job.id = counted.job
RETURNING job.id, {_WAKE}
"""  # noqa: S608
# A begun job whose equal workers are all gone goes to any worker.
_RELEASE = f"""
UPDATE procrastinate_jobs AS job SET queue_name = %(queue)s
WHERE job.status = 'todo' AND split_part(job.queue_name, '@', 1) = %(queue)s
    AND job.queue_name <> %(queue)s
    AND NOT EXISTS (
        SELECT FROM equals JOIN procrastinate_workers AS worker ON worker.id = equals.worker
        WHERE equals.queue = job.queue_name
            AND worker.last_heartbeat >= now() - make_interval(secs => %(stall)s)
    )
    AND NOT EXISTS (
        SELECT FROM procrastinate_events AS event
        WHERE event.job_id = job.id AND event.at > now() - make_interval(secs => %(patience)s)
    )
RETURNING job.id, {_WAKE}
"""  # noqa: S608
_MARK = "UPDATE procrastinate_jobs SET queue_name = %(queue)s WHERE id = %(job)s"
_END = "SELECT end_job(%(job)s, %(worker)s, %(attempt)s, %(status)s, %(problem)s, %(result)s) AS x"
_READ = "SELECT arguments FROM read_job(%(job)s)"
_JOIN = "INSERT INTO equals (worker, queue) VALUES (%(worker)s, %(queue)s)"
_LOST = """
SELECT claim.job FROM unnest(%(jobs)s::bigint[], %(attempts)s::int[]) AS claim (job, attempt)
WHERE NOT EXISTS (
    SELECT FROM procrastinate_jobs AS job
    WHERE job.id = claim.job AND job.status = 'doing' AND job.worker_id = %(worker)s
        AND job.attempts = claim.attempt
)
"""


class FencedJobManager(JobManager):
    """The statements of one worker, which takes jobs from ``queue`` and from its ``own_queue``.

    Workers with the same prompts share the own queue, which has the jobs that one of them has
    begun. During an outage, the methods that the worker of Procrastinate calls raise no error,
    because it would end the worker.
    """

    def __init__(self, connector: Any, *, queue: str, own_queue: str) -> None:
        super().__init__(connector)
        self._queue = queue
        self._own_queue = own_queue
        self.worker = 0  # its id, as soon as it is registered
        self._held: dict[int, Job] = {}
        self._fetching = asyncio.Lock()

    @property
    def queues(self) -> list[str]:
        """The queues from which the worker takes jobs."""
        return [self._queue, self._own_queue]

    async def register_worker(self) -> int:
        """Register the worker with its own queue, and return its id."""
        self.worker = await super().register_worker()
        await self._execute(_JOIN, queue=self._own_queue)
        return self.worker

    async def prune_stalled_workers(self, seconds_since_heartbeat: float) -> list[int]:  # noqa: ARG002
        """Remove no worker: after an outage of the database, living workers look stalled."""
        return []

    async def unregister_worker(self, worker_id: int) -> None:
        """Remove the worker; during an outage, its heartbeat becomes stale instead."""
        await _ignore_outage(super().unregister_worker(worker_id))

    async def update_heartbeat(self, worker_id: int) -> None:
        """Tell the other workers that this worker lives."""
        await _ignore_outage(super().update_heartbeat(worker_id))

    async def listen_for_jobs(
        self, *, on_notification: NotificationCallback, queues: Iterable[str] | None = None
    ) -> None:
        """Listen to new jobs and requests to cancel, again after each lost connection."""
        while True:
            await _ignore_outage(
                super().listen_for_jobs(on_notification=on_notification, queues=queues)
            )
            await asyncio.sleep(_RETRY)

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """Take the next job and move it to the own queue.

        From then on, only workers with the same prompts continue the job.
        """
        async with self._fetching:
            job = await _ignore_outage(super().fetch_job(queues, worker_id))
            if job is not None and job.id is not None:
                self._held[job.id] = job
        if job is not None and job.queue != self._own_queue:
            await _ignore_outage(self._execute(_MARK, job=job.id, queue=self._own_queue))
        return job

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:  # noqa: ARG002
        """Forget the job, which the worker has ended or returned before."""
        self._held.pop(job.id or 0, None)

    async def list_jobs_to_abort_async(self, queue: str | None = None) -> Iterable[int]:
        """Return the jobs to interrupt: cancelled jobs, and jobs that others have taken over."""
        return await _ignore_outage(self._list_jobs_to_abort(queue)) or ()

    async def _list_jobs_to_abort(self, queue: str | None) -> Iterable[int]:
        held = {number: job.attempts for number, job in self._held.items()}
        lost = await self._fetch(_LOST, jobs=[*held], attempts=[*held.values()])
        return [*await super().list_jobs_to_abort_async(queue), *(row["job"] for row in lost)]

    async def read_arguments(self, claim: Claim) -> str:
        """Return the job as JSON."""
        (row,) = await self._until_answered(_READ, job=claim.job)
        return str(row["arguments"])

    async def end(self, claim: Claim, status: Status, *, problem: str, result: str | None) -> bool:
        """End the job, and return whether the worker still had it in hand."""
        (row,) = await self._until_answered(
            _END,
            job=claim.job,
            attempt=claim.attempt,
            status=status.value,
            problem=problem,
            result=result,
        )
        return bool(row["x"])

    async def hand_back(self, claim: Claim, *, delay: float = 0) -> None:
        """Return a begun job to the queue; it begins again after ``delay`` seconds."""
        fence = "id = %(job)s AND attempts = %(attempt)s"
        await self._until_answered(
            _HAND_BACK.format(condition=fence), job=claim.job, attempt=claim.attempt, delay=delay
        )

    async def hand_back_lost(self) -> None:
        """Return the jobs that the database gave to this worker in an answer that got lost."""
        async with self._fetching:
            condition = "NOT id = ANY(%(held)s::bigint[])"
            await self._execute(_HAND_BACK.format(condition=condition), held=[*self._held], delay=0)

    async def take_over(self, stall: float, patience: float) -> list[int]:
        """Return the jobs of dead workers to the queue, and return their numbers.

        A worker is dead if its last heartbeat is older than ``stall`` seconds. If no worker with
        the same prompts lives, a begun job waits ``patience`` seconds for one.
        """
        taken = await self._fetch(_TAKE_OVER, queue=self._queue, stall=stall)
        await self._fetch(_RELEASE, queue=self._queue, stall=stall, patience=patience)
        return [row["id"] for row in taken]

    async def _until_answered(self, query: str, **values: Any) -> list[dict[str, Any]]:
        while True:
            try:
                return await self._fetch(query, **values)
            except ConnectorException as problem:
                require_outage(problem)
                await asyncio.sleep(_RETRY)

    async def _fetch(self, query: Any, **values: Any) -> list[dict[str, Any]]:
        return await self.connector.execute_query_all_async(
            query=query, worker=self.worker, **values
        )

    async def _execute(self, query: Any, **values: Any) -> None:
        await self.connector.execute_query_async(query=query, worker=self.worker, **values)


async def _ignore_outage(work: Awaitable[Result]) -> Result | None:
    """Return the result of ``work``, or ``None`` during an outage of the database."""
    try:
        return await work
    except ConnectorException as problem:
        require_outage(problem)
        return None


def require_outage(problem: ConnectorException) -> None:
    """Raise ``problem`` again unless its cause is an outage of the database."""
    cause = problem.__cause__
    if not isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        raise problem
    _LOG.warning("The database cannot be reached: %s", type(cause).__name__)


def connect_queue(url: str, *, patience: float) -> PsycopgConnector:
    """Return a connector, not open yet, whose queries wait ``patience`` seconds for the database.

    ``url`` must lead to PostgreSQL itself, because PgBouncer forwards no notifications.
    """

    async def choose_schema(connection: psycopg.AsyncConnection[Any]) -> None:
        await connection.execute("SET search_path TO qf_queue")
        await connection.commit()

    return PsycopgConnector(
        conninfo=url,
        min_size=1,
        max_size=4,
        timeout=max(patience, 1),
        configure=choose_schema,
        kwargs={
            "connect_timeout": 5,
            "application_name": "questfoundry worker",
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
        },
    )
