"""The port to the runs of a project."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from questfoundry.domain.run import Run, RunStatus


class RunRepository(Protocol):
    """Stored runs."""

    @abstractmethod
    def begin(
        self,
        stage: str,
        *,
        inputs: Mapping[str, Any],
        models: Mapping[str, Any],
        started_at: datetime,
    ) -> Run:
        """Store a new run under the stage's next free number."""

    @abstractmethod
    def get(self, run_id: str) -> Run | None:
        """The run, or ``None``."""

    @abstractmethod
    def save(self, run: Run) -> None:
        """Replace the stored run of that id."""

    @abstractmethod
    def list(self, stage: str | None = None, status: RunStatus | None = None) -> Sequence[Run]:
        """Runs in the order in which they were begun, those that match."""
