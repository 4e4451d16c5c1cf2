"""Start, follow and cancel the jobs of a project: the port, and the executor of this process."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakValueDictionary

from attrs import asdict, fields, frozen

from questfoundry.app.run.cooperative import ForwardedEvents
from questfoundry.domain.errors import JobCancelledError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols.runs import EventSink, LoggedEvent
from questfoundry.domain.run.job import Job, JobResult, JobState

if TYPE_CHECKING:
    from questfoundry.app.phases.discuss_tools import OptionsSink
    from questfoundry.app.pipeline.run_pipeline import Reviewer
    from questfoundry.app.run.run import Author
    from questfoundry.app.runs.team import Agent
    from questfoundry.domain.protocols.provider import TextSink
    from questfoundry.domain.protocols.runs import LoggedEvent
    from questfoundry.domain.protocols.workspace import Tool
    from questfoundry.domain.run.job import Job, JobResult, JobState


@frozen(kw_only=True)
class LiveParts:
    """The objects of this process that a job uses: people, tools and receivers of text.

    No other process can have them, so only the executor of this process accepts them.
    """

    author: Author | None = None
    reviewer: Reviewer | None = None
    research_tools: Sequence[Tool] | None = None
    agents: Sequence[Agent] = ()
    on_assistant_message: Callable[[str], None] | None = None
    on_text: TextSink | None = None
    on_options: OptionsSink | None = None

    def list_given(self) -> dict[str, Any]:
        """Return the parts that are given, by name."""
        given = asdict(self, recurse=False)
        return {
            each.name: given[each.name]
            for each in fields(type(self))
            if given[each.name] != each.default
        }


NO_LIVE_PARTS = LiveParts()


class JobHandle(Protocol):
    """A handle to follow or cancel one job."""

    @property
    @abstractmethod
    def id(self) -> str:
        """The id of the job, with which the executor finds the job again."""

    @property
    @abstractmethod
    def state(self) -> JobState:
        """The state of the job now."""

    @abstractmethod
    def events(self, after: int = 0) -> AsyncIterator[LoggedEvent]:
        """Yield the job's events after the position ``after`` until the job ends."""

    @abstractmethod
    async def result(self) -> JobResult:
        """Wait until the job ends and return its result, or raise the error that ended the job.

        Raise ``JobCancelledError`` if the job was cancelled.
        """

    @abstractmethod
    def cancel(self) -> None:
        """Interrupt the job; its finished work is stored. A job that has ended stays as it is."""


class JobExecutor(Protocol):
    """A service that performs the jobs of one project, in this process or elsewhere."""

    @abstractmethod
    async def start(self, job: Job, *, key: str = "", live: LiveParts = NO_LIVE_PARTS) -> JobHandle:
        """Start ``job`` and return its handle.

        If ``key`` is not empty and an earlier job has the same key, return the handle of that job,
        whether it has ended or not. Raise ``UsageError`` for live parts that cannot be used.
        """

    @abstractmethod
    def find(self, job_id: str) -> JobHandle | None:
        """Return the handle of an earlier job of the project, or ``None``."""


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
