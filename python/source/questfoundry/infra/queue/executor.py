"""Put the jobs of a project into a queue, follow them from any process, and remove old jobs."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import psycopg

from questfoundry.app.jobs import NO_LIVE_PARTS, JobExecutor, JobHandle, LiveParts
from questfoundry.domain.errors import (
    InputError,
    JobCancelledError,
    JobFailedError,
    StoreError,
    UsageError,
)
from questfoundry.domain.run.job import IngestJob, Job, JobResult, JobState, job_to_dict
from questfoundry.infra.postgres.errors import translate_errors
from questfoundry.infra.postgres.migrations import require_schema
from questfoundry.infra.queue.event_log import PostgresEventLog

if TYPE_CHECKING:
    from questfoundry.domain.protocols.runs import LoggedEvent
    from questfoundry.infra.postgres.database import PostgresDatabase


Answer = TypeVar("Answer")

_DEADLY = (
    "Each of several workers ended while it had this job in hand, so no worker takes it any more. "
    "Read the logs of the workers and of their machines, then start another job."
)

DEFAULT_QUEUE = "default"
_POLL = 2.0  # The longest time between two looks at a job, in seconds
_OUTAGE_LOOKS = 30
_OUTAGE_PAUSE = 2.0  # Seconds between two attempts during an outage of the database
_LONGEST_ID = 18  # Digits of a job's number
_STATES = {
    "todo": JobState.QUEUED,
    "doing": JobState.RUNNING,
    "succeeded": JobState.FINISHED,
    "failed": JobState.FAILED,
    "cancelled": JobState.CANCELLED,
    "aborted": JobState.CANCELLED,
}


class QueueJobExecutor(JobExecutor):
    """An executor that leaves the jobs of one project to the workers of a queue."""

    def __init__(
        self,
        database: PostgresDatabase,
        *,
        queue: str = DEFAULT_QUEUE,
        priority: int = 0,
        poll: float = _POLL,
    ) -> None:
        """Use ``database``; jobs of a higher ``priority`` begin first.

        A handle looks at its job when the database sends news of it, and every ``poll`` seconds.
        """
        self._database = database
        self._queue = queue
        self._priority = priority
        self._poll = poll

    async def start(
        self, job: Job, *, key: str = "", live: LiveParts = NO_LIVE_PARTS
    ) -> QueueJobHandle:
        """Put ``job`` into the queue and return its handle, or the handle of the job with this key.

        Raise ``UsageError`` for live parts and an interactive run, and ``InputError`` for a book on
        the disk of this machine.
        """
        _refuse_local_parts(job, live)
        values = (job.kind, json.dumps(job_to_dict(job)), key, self._queue, self._priority)
        number = await asyncio.to_thread(self._submit, values)
        return QueueJobHandle(self._database, number, self._poll)

    def find(self, job_id: str) -> QueueJobHandle | None:
        """Return the handle of a job of the project, or ``None``."""
        if not job_id.isdecimal() or len(job_id) > _LONGEST_ID:
            return None
        rows = self._database.execute("SELECT id FROM jobs WHERE id = ?", (int(job_id),))
        return QueueJobHandle(self._database, rows[0][0], self._poll) if rows else None

    def _submit(self, values: tuple[object, ...]) -> int:
        # A statement that begins with SELECT would run in a transaction that only reads.
        ((number,),) = self._database.execute("VALUES (qf.submit_job(?, ?, ?, ?, ?))", values)
        return int(number)


class QueueJobHandle(JobHandle):
    """A handle to a job in a queue, which reads the rows of the job."""

    def __init__(self, database: PostgresDatabase, number: int, poll: float) -> None:
        self._database = database
        self._number = number
        self._log = PostgresEventLog(database)
        self._poll = poll

    @property
    def id(self) -> str:
        """The number of the job in the database."""
        return str(self._number)

    @property
    def state(self) -> JobState:
        """The state of the job now."""
        ((status,),) = self._database.execute("SELECT qf.job_state(?)", (self._number,))
        if status is None:
            raise InputError(f"Job {self.id} is no longer stored. It was removed, or its project.")
        return _STATES[status]

    async def events(self, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """Yield the job's events after the position ``after`` until the job ends."""
        position = after
        with listen(self._database.address.url, self._number) as news:
            while True:
                # The state is read first, so that no event of an ended job is missed.
                state = await self._ask(lambda: self.state)
                for logged in await self._ask(partial(self._log.list_after, self.id, position)):
                    position = logged.position
                    yield logged
                if state.has_ended:
                    return
                await news.wait(self._poll)

    async def result(self) -> JobResult:
        """Wait until the job ends and return its result.

        Raise ``JobFailedError`` if the job failed, and ``JobCancelledError`` if it was cancelled.
        """
        state = await self._wait()
        if state is JobState.CANCELLED:
            raise JobCancelledError(f"Job {self.id} was cancelled.")
        ((problem, result),) = self._database.execute(
            "SELECT problem, result FROM jobs WHERE id = ?", (self._number,)
        )
        if state is JobState.FAILED:
            raise JobFailedError(json.loads(problem) if problem else _DEADLY)
        return JobResult.model_validate_json(result)

    async def _wait(self) -> JobState:
        with listen(self._database.address.url, self._number, ends_only=True) as news:
            while not (state := await self._ask(lambda: self.state)).has_ended:
                await news.wait(self._poll)
        return state

    async def _ask(self, question: Callable[[], Answer]) -> Answer:
        """Return the answer of the database; survive an outage of a minute."""
        for _ in range(_OUTAGE_LOOKS):
            with suppress(StoreError):
                return await asyncio.to_thread(question)
            await asyncio.sleep(_OUTAGE_PAUSE)
        return await asyncio.to_thread(question)

    def cancel(self) -> None:
        """Cancel the job; its worker is notified, and interrupts the job."""
        self._database.execute("VALUES (qf.cancel_job(?))", (self._number,))


def _refuse_local_parts(job: Job, live: LiveParts) -> None:
    if parts := sorted(live.list_given()):
        raise UsageError(
            f"A job in a queue cannot use {', '.join(parts)}: other processes have no objects of "
            "this process. Leave them out, or perform the job in this process."
        )
    options = getattr(job, "options", None)
    if options is not None and options.interactive:
        raise UsageError(
            "A job in a queue cannot be interactive, because no author is at the worker. Leave out "
            "`interactive`, or perform the job in this process."
        )
    if isinstance(job, IngestJob) and "://" not in job.place:
        raise InputError(
            f"No worker can read {job.place!r}, a file of this machine. Give the address of a web "
            "page, or add the book in this process."
        )


_EVENTS = "qf_job_events"
_ENDS = "qf_job_ends"
_RETRY = 2.0  # Seconds until the next attempt to listen
_LOG = logging.getLogger(__name__)


class JobNews:
    """The news of the job with the number ``job``: its end, and unless ``ends_only`` its events.

    All followers of an event loop share one connection. PgBouncer forwards no news in its
    transaction mode, so a follower also looks at its job from time to time.
    """

    def __init__(self, job: int, *, ends_only: bool) -> None:
        self._job = str(job)
        self._channels = {_ENDS} if ends_only else {_ENDS, _EVENTS}
        self._has_come = asyncio.Event()

    def wake(self, notice: psycopg.Notify | None = None) -> None:
        """Wake the follower; ignore a ``notice`` about another job or another kind of news."""
        if notice is None or (notice.payload == self._job and notice.channel in self._channels):
            self._has_come.set()

    async def wait(self, longest: float) -> None:
        """Wait until there is news since the last wait, at most ``longest`` seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._has_come.wait(), longest)
        self._has_come.clear()


@contextmanager
def listen(url: str, job: int, *, ends_only: bool = False) -> Iterator[JobNews]:
    """Yield the news of the job with the number ``job`` in the database at ``url``."""
    key = (url, asyncio.get_running_loop())
    listener = _LISTENERS.get(key)
    if listener is None:
        listener = _LISTENERS[key] = _Listener(url)
    news = JobNews(job, ends_only=ends_only)
    listener.followers.add(news)
    try:
        yield news
    finally:
        listener.followers.remove(news)
        if not listener.followers:
            listener.task.cancel()
            _LISTENERS.pop(key, None)


class _Listener:
    def __init__(self, url: str) -> None:
        self.followers: set[JobNews] = set()
        self._url = url
        self.task = asyncio.ensure_future(self._listen_always())

    async def _listen_always(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as problem:
                _LOG.debug("No news of jobs: %s", type(problem).__name__)
            await asyncio.sleep(_RETRY)

    async def _listen(self) -> None:
        connecting = psycopg.AsyncConnection.connect(
            self._url, autocommit=True, connect_timeout=5, application_name="questfoundry"
        )
        async with await connecting as connection:
            await connection.execute(f"LISTEN {_EVENTS}; LISTEN {_ENDS}".encode())
            for news in self.followers:  # because something may have happened before
                news.wake()
            async for notice in connection.notifies():
                for news in self.followers:
                    news.wake(notice)


_LISTENERS: dict[tuple[str, asyncio.AbstractEventLoop], _Listener] = {}


_BATCH = 500
_CLEAN = "SELECT jobs, events FROM qf_queue.clean_jobs(%s, %s)"


def clean_jobs(url: str, age: timedelta) -> Iterator[tuple[int, int]]:
    """Remove all jobs that ended at least ``age`` ago, of all projects, with their events.

    Yield the numbers of jobs and events that each batch has removed; a batch is one transaction.
    """
    with translate_errors(url), psycopg.connect(url, autocommit=True) as connection:
        require_schema(connection, url)
        while True:
            ((jobs, events),) = connection.execute(_CLEAN, (age, _BATCH)).fetchall()
            yield jobs, events
            if jobs < _BATCH:
                return
