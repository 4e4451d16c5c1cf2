"""Perform the jobs of a queue, several at a time, until a signal stops the worker."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any, Generic, TypeVar

import psycopg
from procrastinate import App, JobContext
from procrastinate.exceptions import ConnectorException
from procrastinate.job_context import AbortReason
from procrastinate.jobs import Status
from procrastinate.worker import Worker

from questfoundry.domain.errors import (
    QuestFoundryError,
    StoreDamagedError,
    StoreError,
    StoreLockedError,
)
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.run.job import JobResult, job_from_dict
from questfoundry.infra.queue.executor import DEFAULT_QUEUE
from questfoundry.infra.queue.job_manager import (
    Claim,
    ClaimedJob,
    FencedJobManager,
    connect_queue,
    require_outage,
)

STALL = 30.0
"""The seconds without a heartbeat after which a worker counts as dead."""

_BEATS = 5  # Heartbeats in the time after which a worker counts as dead
_LONGEST_BEAT = 2.0
_BUSY_DELAY = 1.0  # Seconds until a job begins again whose project another process holds
_SHORT_WAITS = 10  # then an author seems to hold the project, and no worker that has died
_AWAY_DELAY = 10.0  # Seconds until a job begins again whose store failed
_LASTING = (StoreDamagedError, psycopg.DataError, psycopg.ProgrammingError, UnicodeEncodeError)
_LOG = logging.getLogger("questfoundry.worker")

PerformClaimed = Callable[[ClaimedJob], Coroutine[Any, Any, JobResult]]
"""A function that performs a job, in a loop that no other job uses."""


class QueueWorker:
    """A worker that performs at most ``stories`` jobs at a time, each in a thread of its own.

    ``prompts`` is the digest of the worker's prompts: only a worker with an equal digest continues
    a job that this worker has begun, unless no such worker is left. Other workers count this worker
    as dead ``stall`` seconds after its last heartbeat, and take over its jobs.
    """

    def __init__(
        self,
        url: str,
        perform: PerformClaimed,
        *,
        prompts: str,
        clock: Clock,
        stories: int = 4,
        queue: str = DEFAULT_QUEUE,
        stall: float = STALL,
    ) -> None:
        self._perform = perform
        self._clock = clock
        self._stall = stall
        self._beat = min(stall / _BEATS, _LONGEST_BEAT)
        self._app = App(connector=connect_queue(url, patience=self._beat))
        self.jobs = FencedJobManager(
            self._app.connector, queue=queue, own_queue=f"{queue}@{prompts}"
        )
        self._app.job_manager = self.jobs
        self._app.task(name="perform", pass_context=True)(self._perform_job)
        self._stories = stories
        self._worker: Worker | None = None
        self._is_stopped = False
        self._has_ended = False
        self._threads: ThreadPoolExecutor

    async def run(self) -> None:
        """Work until :meth:`stop` or a signal (SIGTERM, Ctrl-C).

        Jobs in hand are then interrupted and returned to the queue. Their finished model calls are
        stored, so that the next worker continues them. Raise ``StoreError`` if the database goes
        away before the worker has begun.
        """
        try:
            await self._run()
        except ConnectorException as problem:
            require_outage(problem)
            raise StoreError(
                "The database went away while the worker began. Start the worker again."
            ) from problem

    async def _run(self) -> None:
        async with self._app.open_async():
            self._worker = Worker(
                self._app,
                queues=self.jobs.queues,
                name="questfoundry",
                concurrency=self._stories,
                fetch_job_polling_interval=self._beat,
                abort_job_polling_interval=self._beat,
                shutdown_graceful_timeout=0,
                update_heartbeat_interval=self._beat,
            )
            with ThreadPoolExecutor(self._stories, "qf-story") as self._threads:
                reaping = asyncio.ensure_future(self._reap(self._worker))
                reaping.add_done_callback(lambda _: self.stop())
                try:
                    await self._worker.run()  # type: ignore[no-untyped-call]
                finally:
                    self._has_ended = True  # because a connection may swallow the cancellation
                    reaping.cancel()
                    with suppress(asyncio.CancelledError):
                        await reaping

    def stop(self) -> None:
        """Interrupt the jobs in hand, return them to the queue, and end :meth:`run`."""
        self._is_stopped = True
        if self._worker is not None:
            self._worker.stop()  # type: ignore[no-untyped-call]

    async def _reap(self, worker: Worker) -> None:
        """Send heartbeats and take over the jobs of dead workers, also while the worker stops."""
        reaper = Reaper(self.jobs, self._clock, stall=self._stall)
        while not self._has_ended:
            if self._is_stopped:  # Procrastinate forgets a stop that comes before its start.
                self.stop()
            if worker.worker_id is not None:
                await reaper.look(worker.worker_id)
            await self._clock.sleep(self._beat)

    async def _perform_job(self, context: JobContext, *, tenant: str, project: str) -> None:
        job = context.job
        claim = Claim(job=job.id or 0, worker=job.worker_id or 0, attempt=job.attempts)
        try:
            result = await self._perform_claim(claim, tenant, project)
        except asyncio.CancelledError:
            if context.abort_reason() is AbortReason.SHUTDOWN:
                await self.jobs.hand_back(claim)
            else:
                await self.jobs.end(claim, Status.ABORTED, problem="", result=None)
        except QuestFoundryError as problem:
            if not _may_pass(problem):
                await self._fail(claim, str(problem))
                return
            _LOG.warning("Job %s waits: %s", claim.job, problem)
            is_short = isinstance(problem, StoreLockedError) and claim.attempt < _SHORT_WAITS
            await self.jobs.hand_back(claim, delay=_BUSY_DELAY if is_short else _AWAY_DELAY)
        except Exception as problem:  # noqa: BLE001 - a fault in one job ends no other job
            _LOG.exception("Job %s failed", claim.job)
            await self._fail(claim, f"{type(problem).__name__}: {problem}")
        else:
            await self.jobs.end(
                claim, Status.SUCCEEDED, problem="", result=result.model_dump_json()
            )

    async def _perform_claim(self, claim: Claim, tenant: str, project: str) -> JobResult:
        work = job_from_dict(json.loads(await self.jobs.read_arguments(claim)))
        claimed = ClaimedJob(claim=claim, tenant=tenant, project=project, work=work)
        return await ThreadTask(self._threads, lambda: self._perform(claimed)).result()

    async def _fail(self, claim: Claim, problem: str) -> None:
        await self.jobs.end(claim, Status.FAILED, problem=json.dumps(problem), result=None)


def _may_pass(problem: QuestFoundryError) -> bool:
    """Return whether the job may succeed later.

    Another process holds the project, or the database is away, for example while the settings were
    read. Damaged rows, and texts and statements that the database refuses, stay as they are.
    """
    causes = [*_iter_causes(problem)]
    if any(isinstance(each, _LASTING) for each in causes):
        return False
    return any(isinstance(each, StoreError | psycopg.OperationalError) for each in causes)


def _iter_causes(problem: BaseException | None) -> Iterator[BaseException]:
    while problem is not None:
        yield problem
        problem = problem.__cause__


class Reaper:
    """A failure detector that takes over the jobs of dead workers.

    After an outage of the database, or after this process was paused, living workers look dead
    until they send a heartbeat. So jobs are taken over only after ``stall`` seconds of unbroken
    contact with the database.
    """

    def __init__(self, jobs: FencedJobManager, clock: Clock, *, stall: float) -> None:
        self._jobs = jobs
        self._clock = clock
        self._stall = stall
        self._since: float | None = None  # the start of the contact
        self._last = 0.0

    async def look(self, worker: int) -> list[int]:
        """Send the heartbeat of ``worker``, and return the numbers of jobs taken over."""
        now = self._clock.monotonic()
        if self._since is None or now - self._last > self._stall / 2:
            self._since = now
        taken: list[int] = []
        try:
            await self._jobs.update_heartbeat(worker)
            await self._jobs.hand_back_lost()
            if now - self._since >= self._stall:
                taken = await self._jobs.take_over(self._stall, patience=2 * self._stall)
        except ConnectorException as problem:
            require_outage(problem)
            self._since = None
        self._last = now
        return taken


Result = TypeVar("Result")


class ThreadTask(Generic[Result]):
    """A coroutine in a thread of ``threads``, so that its slow steps delay no other task."""

    def __init__(self, threads: Executor, work: Callable[[], Coroutine[Any, Any, Result]]) -> None:
        self._threads = threads
        self._work = work
        self._lock = Lock()
        self._task: asyncio.Task[Result] | None = None
        self._is_interrupted = False

    async def result(self) -> Result:
        """Wait for the result.

        If the waiting task is cancelled, the coroutine is cancelled in its thread; the wait ends
        when the coroutine has ended.
        """
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._run)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self._interrupt()
            while not future.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([future])
            future.cancelled() or future.exception()  # has been seen
            raise

    def _run(self) -> Result:
        return asyncio.run(self._main())

    async def _main(self) -> Result:
        with self._lock:
            self._task = asyncio.ensure_future(self._work())
            if self._is_interrupted:
                self._task.cancel()
        return await self._task

    def _interrupt(self) -> None:
        with self._lock:
            self._is_interrupted = True
            if self._task is not None:
                with suppress(RuntimeError):  # The loop has ended.
                    self._task.get_loop().call_soon_threadsafe(self._task.cancel)
