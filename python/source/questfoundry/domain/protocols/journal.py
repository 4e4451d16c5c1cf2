"""Define the interface of the journal, the stored model answers and author's lines of runs.

Each answer or line is stored before it is used, so that an interrupted run can be resumed.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.former_names import former_names
from questfoundry.domain.protocols.damaged_row import DamagedRow
from questfoundry.domain.run.journal import JournalEntry, JournalKey, PaidUsage, collect_paid_usage


@former_names(damaged="list_damaged_rows", paid="list_paid")
class Journal(Protocol):
    """An append-only log of runs; when ``record`` returns, the entry is stored permanently."""

    @abstractmethod
    def find(self, key: JournalKey) -> JournalEntry | None:
        """Return the entry stored under ``key``, or ``None`` if there is no entry.

        Raise ``StoreDamagedError`` if the entry cannot be read.
        """

    @abstractmethod
    def record(self, entry: JournalEntry) -> None:
        """Store ``entry``; raise ``UsageError`` if an entry with the same key exists."""

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

        Calls may be merged into one element if they have equal scope and model, and input tokens in
        the same thousand. Such calls have the same price per token.
        """
        return collect_paid_usage([each for run in run_ids for each in self.entries(run)])

    def list_damaged_rows(self, run_id: str) -> Sequence[DamagedRow]:  # noqa: ARG002
        """Return the stored rows of the run's entries that cannot be read."""
        return ()
