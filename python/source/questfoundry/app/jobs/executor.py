"""Define the interface through which a program starts, follows and cancels jobs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import asdict, fields, frozen

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
