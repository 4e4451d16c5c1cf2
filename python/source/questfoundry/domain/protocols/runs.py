"""Define the interfaces to runs: their records, journal, approval, events, lock and execution.

A delegated run is a task that agents do for a studio session or a program.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Protocol

from attrs import field, frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.run.record import collect_paid_usage

if TYPE_CHECKING:
    from questfoundry.domain.events import Event
    from questfoundry.domain.run.inputs import RunInputs
    from questfoundry.domain.run.record import (
        JournalEntry,
        JournalKey,
        PaidUsage,
        RunRecord,
        RunStatus,
    )
    from questfoundry.domain.run.result import DraftChoice, RunResult
    from questfoundry.domain.run.spec import Budget, RunSpec


@frozen(kw_only=True)
class DamagedRow:
    """A row of a table that cannot be read; ``owner`` is the run, stage or object of the row."""

    table: str
    row: object
    owner: str
    problem: str

    def __str__(self) -> str:
        return (
            f"Row {self.row} of the table {self.table} in story.db (for {self.owner!r}) cannot be "
            f"read: {self.problem}"
        )


@former_names(
    asked="list_by_inputs", damaged="list_damaged_rows", of_session="list_session_run_ids"
)
class RunRepository(Protocol):
    """The stored runs of a project."""

    @abstractmethod
    def begin(
        self,
        task: str,
        *,
        inputs: RunInputs,
        models: Mapping[str, Any],
        started_at: datetime,
        complete: bool = False,
    ) -> RunRecord:
        """Store a new run with the next free number, and return it.

        The run has the status ``RUNNING`` or, with ``complete``, ``COMPLETED``.
        """

    @abstractmethod
    def get(self, run_id: str) -> RunRecord | None:
        """Return the run or ``None``; raise ``StoreDamagedError`` if it cannot be read."""

    @abstractmethod
    def save(self, run: RunRecord) -> None:
        """Store ``run`` in place of its earlier record; raise ``UsageError`` if there is none."""

    @abstractmethod
    def list(self, task: str | None = None, status: RunStatus | None = None) -> Sequence[RunRecord]:
        """Return the readable runs of the task and status (``None`` for any), oldest first."""

    def list_by_inputs(
        self, task: str, status: RunStatus, inputs: Mapping[str, object]
    ) -> Sequence[RunRecord]:
        """Return the runs with the given task, status and values of input fields."""
        return [
            each
            for each in self.list(task, status)
            if all(getattr(each.inputs, name) == value for name, value in inputs.items())
        ]

    def list_session_run_ids(self, session: str) -> Sequence[str]:
        """Return the ids of the runs that belong to ``session``."""
        return [each.id for each in self.list() if each.inputs.session == session]

    def list_damaged_rows(self) -> Sequence[DamagedRow]:
        """Return the stored rows of runs that cannot be read."""
        return ()


@former_names(damaged="list_damaged_rows", paid="list_paid")
class Journal(Protocol):
    """An append-only log of runs; when ``record`` returns, the entry is stored permanently."""

    @abstractmethod
    def find(self, key: JournalKey) -> JournalEntry | None:
        """Return the entry under ``key`` or ``None``; raise ``StoreDamagedError`` if unreadable."""

    @abstractmethod
    def record(self, entry: JournalEntry) -> None:
        """Store ``entry``; raise ``UsageError`` if another entry with the same key exists.

        An equal entry is no error: it may have arrived although the store failed to answer.
        """

    @abstractmethod
    def entries(self, run_id: str) -> Sequence[JournalEntry]:
        """Return the readable entries of the run in the order in which they were recorded."""

    @abstractmethod
    def set_aside(self, run_id: str) -> bool:
        """Hide the run's last model answer from ``find``, so that the model is asked again.

        If the run has unreadable entries, hide these instead. The cost of hidden answers still
        counts. Return whether anything was hidden.
        """

    def list_paid(self, run_ids: Sequence[str]) -> Sequence[PaidUsage]:
        """Return the usage of all paid model calls and embeddings of the runs, without their texts.

        Calls of equal scope and model may be merged if their input tokens are in the same thousand.
        """
        return collect_paid_usage([each for run in run_ids for each in self.entries(run)])

    def list_damaged_rows(self, run_id: str) -> Sequence[DamagedRow]:  # noqa: ARG002
        """Return the stored rows of the run's entries that cannot be read."""
        return ()


class RunHandle(Protocol):
    """A handle to observe or cancel a delegated run (a task that agents do for a program)."""

    @property
    @abstractmethod
    def run(self) -> str:
        """The run's id."""

    @abstractmethod
    def events(self) -> AsyncIterator[Event]:
        """Yield the run's events until it ends."""

    @abstractmethod
    async def result(self) -> RunResult:
        """Wait until the run ends and return its result, which also reports errors of the run."""

    @abstractmethod
    def cancel(self) -> None:
        """Stop the run before its next model call; the run's result contains the answers so far."""


class RunExecutor(Protocol):
    """A service that starts delegated runs (tasks that agents do for a session or a program)."""

    @abstractmethod
    async def start(
        self, spec: RunSpec, *, key: str = "", session: str = "", limits: Sequence[Budget] = ()
    ) -> RunHandle:
        """Start a run for ``spec`` and return its handle.

        If ``spec`` names an unknown agent, stage or path, raise ``InputError``. An earlier run with
        the same ``key`` is resumed, not repeated. ``session`` is the id of the studio session that
        asked for the run, if any. The run must stay within all ``limits``.
        """

    def check(self, spec: RunSpec) -> None:
        """Raise ``InputError`` if a run for ``spec`` could not start, before the author is asked.

        By default, nothing is checked.
        """

    async def choose_draft(self, choice: DraftChoice) -> RunResult:
        """Make the draft that the author chose the answer of its run, and return the new result.

        Raise ``InputError`` if the run or the draft does not exist.
        """
        raise UsageError(f"This executor cannot choose a draft of {choice.run!r}.")


@former_names(alone="try_hold_run")
class ProjectLock(Protocol):
    """A lock on a project; the operating system releases the lock if the holding process dies."""

    @abstractmethod
    def hold(self, purpose: str) -> AbstractContextManager[None]:
        """Return a context manager that holds the project lock during the ``with`` block.

        If the lock is not free, raise ``StoreLockedError`` with the purpose of the holding process.
        Code and tasks that start inside the block may take the lock again; other threads and tasks
        may not.
        """

    @abstractmethod
    def try_hold_run(self, run_id: str) -> AbstractContextManager[bool]:
        """Return a context manager that tries to lock one run, and yields whether it succeeded."""


class EventSink(Protocol):
    """A receiver of the events of runs, in the order in which they happen."""

    @abstractmethod
    def emit(self, event: Event) -> None:
        """Receive ``event``; an implementation must return quickly and must not raise."""


@frozen(kw_only=True)
class RunEstimate:
    """The expected model calls, tokens and cost in US dollars, if the prices are known."""

    calls: int
    tokens: int
    cost: Decimal | None = None


@frozen(kw_only=True)
class RunApproval:
    """A request to approve a run, with each agent's model.

    ``files`` are the files and folders that the agents may read; a folder is one entry.
    ``by_program``: another program asks for the run, not the studio's agent.
    """

    spec: RunSpec
    models: Mapping[str, str]
    files: tuple[str, ...]
    estimate: RunEstimate
    by_program: bool = False


@frozen(kw_only=True)
class ToolApproval:
    """A request to approve a tool call with lasting effects, perhaps ``by_program``."""

    tool: str
    arguments: Mapping[str, Any] = field(factory=dict[str, Any])
    by_program: bool = False


@frozen(kw_only=True)
class ApprovalAnswer:
    """The answer to a request for approval, with a changed ``spec`` if the author changed it."""

    approved: bool
    spec: RunSpec | None = None
    reason: str = ""


class Approval(Protocol):
    """A person or a policy that approves runs and tool calls before they begin."""

    @abstractmethod
    async def ask(self, request: RunApproval | ToolApproval) -> ApprovalAnswer:
        """Return the answer to ``request``, by a policy if no person can be asked."""


@frozen(kw_only=True)
class LoggedEvent:
    """An event of a job with its position; later events have greater positions."""

    position: int
    event: Event


class EventLog(Protocol):
    """The stored events of jobs, which a follower reads from any position."""

    @abstractmethod
    def append(self, job: str, event: Event) -> int:
        """Store ``event`` as the newest event of ``job``, and return its position (from 1)."""

    @abstractmethod
    def list_after(self, job: str, position: int = 0) -> Sequence[LoggedEvent]:
        """Return the events of ``job`` after ``position``, oldest first."""
