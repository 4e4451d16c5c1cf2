"""Define the interface to the stored runs of a project."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from questfoundry.domain.former_names import former_names
from questfoundry.domain.protocols.damaged_row import DamagedRow
from questfoundry.domain.run.inputs import RunInputs
from questfoundry.domain.run.record import RunRecord, RunStatus


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
        """Store a new run with the task's next free number and return the run's record.

        The run is stored as completed if ``complete`` is true, else as running.
        """

    @abstractmethod
    def get(self, run_id: str) -> RunRecord | None:
        """Return the run with the given id, or ``None`` if there is no such run.

        Raise ``StoreDamagedError`` if the run's record cannot be read.
        """

    @abstractmethod
    def save(self, run: RunRecord) -> None:
        """Store ``run`` in place of its earlier record.

        Raise ``UsageError`` if there is no record with the run's id.
        """

    @abstractmethod
    def list(self, task: str | None = None, status: RunStatus | None = None) -> Sequence[RunRecord]:
        """Return the readable runs with the given task and status, in the order of their start.

        ``None`` for ``task`` or ``status`` means any.
        """

    def list_by_inputs(
        self, task: str, status: RunStatus, inputs: Mapping[str, object]
    ) -> Sequence[RunRecord]:
        """Return the runs with the given task, status and inputs.

        ``inputs`` maps names of input fields to the values that these fields must have.
        """
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
