"""Perform jobs as tasks of this process's event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from weakref import WeakValueDictionary

from questfoundry.app.jobs.executor import NO_LIVE_PARTS, JobExecutor, JobHandle, LiveParts
from questfoundry.app.run.cooperative import ForwardedEvents
from questfoundry.domain.errors import JobCancelledError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols.runs import EventSink, LoggedEvent
from questfoundry.domain.run.job import Job, JobResult, JobState

PerformJob = Callable[[Job, LiveParts, EventSink], Awaitable[JobResult]]
"""A function that performs a job, and sends its events to a sink."""


class TaskJobHandle(JobHandle):
    """A handle to a job that is a task of the event loop; its events live as long as the handle."""

    def __init__(self, job_id: str, perform: Callable[[EventSink], Awaitable[JobResult]]) -> None:
        self._id = job_id
        self._events: list[Event] = []
        self._news = asyncio.Event()
        self._is_cancelled = False
        sink = ForwardedEvents((self._receive,))
        self._task = asyncio.ensure_future(perform(sink))
        self._task.add_done_callback(lambda _: self._news.set())

    @property
    def id(self) -> str:
        """The number of the job, from 1, in this process."""
        return self._id

    @property
    def state(self) -> JobState:
        """The state of the task; a task begins at once."""
        if not self._task.done():
            return JobState.RUNNING
        if self._task.cancelled():
            return JobState.CANCELLED
        return JobState.FAILED if self._task.exception() else JobState.FINISHED

    def _receive(self, event: Event) -> None:
        self._events.append(event)
        self._news.set()

    async def events(self, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """Yield the job's events after the position ``after`` until the job ends."""
        position = after
        while True:
            self._news.clear()
            for event in self._events[position:]:
                position += 1
                yield LoggedEvent(position=position, event=event)
            if position >= len(self._events):
                if self._task.done():
                    return
                await self._news.wait()

    async def result(self) -> JobResult:
        """Wait for the result; if the waiting task is cancelled, the job is interrupted, too."""
        try:
            return await self._task
        except asyncio.CancelledError:
            if self._is_cancelled:
                raise JobCancelledError(f"Job {self._id} was cancelled.") from None
            raise

    def cancel(self) -> None:
        """Interrupt the task; a job that has ended stays as it is."""
        self._is_cancelled = not self._task.done()
        self._task.cancel()


class InProcessJobExecutor(JobExecutor):
    """An executor that performs each job as a task of the event loop."""

    def __init__(self, perform: PerformJob) -> None:
        self._perform = perform
        self._numbers = count(1)
        self._handles: WeakValueDictionary[str, TaskJobHandle] = WeakValueDictionary()
        self._keyed: WeakValueDictionary[str, TaskJobHandle] = WeakValueDictionary()

    async def start(
        self, job: Job, *, key: str = "", live: LiveParts = NO_LIVE_PARTS
    ) -> TaskJobHandle:
        """Start ``job`` as a task and return its handle.

        A job with an equal ``key`` is found only by this executor, and only while that job runs or
        its handle is in use; its handle is then returned instead.
        """
        if (earlier := self._keyed.get(key)) is not None:
            return earlier
        number = str(next(self._numbers))
        handle = TaskJobHandle(number, lambda events: self._perform(job, live, events))
        self._handles[number] = handle
        if key:
            self._keyed[key] = handle
        return handle

    def find(self, job_id: str) -> TaskJobHandle | None:
        """Return the handle of a job that runs or whose handle is in use, else ``None``."""
        return self._handles.get(job_id)
