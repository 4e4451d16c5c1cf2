"""The port to the runs of a project."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from questfoundry.domain.damaged_row import DamagedRow
from questfoundry.domain.run import RunRecord, RunStatus
from questfoundry.domain.run_inputs import RunInputs


class RunRepository(Protocol):
    """Stored runs."""

    @abstractmethod
    def begin(
        self,
        task: str,
        *,
        inputs: RunInputs,
        models: Mapping[str, Any],
        started_at: datetime,
        over: bool = False,
    ) -> RunRecord:
        """Store a new run under the task's next free number; one that is ``over`` is complete."""

    @abstractmethod
    def get(self, run_id: str) -> RunRecord | None:
        """The run, or ``None``; ``StoreDamagedError`` where it cannot be read."""

    @abstractmethod
    def save(self, run: RunRecord) -> None:
        """Replace the stored run of that id."""

    @abstractmethod
    def list(self, task: str | None = None, status: RunStatus | None = None) -> Sequence[RunRecord]:
        """Runs in the order in which they were begun, those that match and can be read."""

    def asked(
        self, task: str, status: RunStatus, inputs: Mapping[str, object]
    ) -> Sequence[RunRecord]:
        """Those that match, and whose inputs have these values, by the names of their fields."""
        return [
            each
            for each in self.list(task, status)
            if all(getattr(each.inputs, name) == value for name, value in inputs.items())
        ]

    def of_session(self, session: str) -> Sequence[str]:
        """The ids of the runs that are that session's."""
        return [each.id for each in self.list() if each.inputs.session == session]

    def damaged(self) -> Sequence[DamagedRow]:
        """The rows of runs that cannot be read."""
        return ()
