"""The port to the journal: what was paid for or typed is written before it is used."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.damaged_row import DamagedRow
from questfoundry.domain.journal import JournalEntry, JournalKey, Paid, paid_of


class Journal(Protocol):
    """An append-only record of runs; an entry is written once and durable on return."""

    @abstractmethod
    def find(self, key: JournalKey) -> JournalEntry | None:
        """The entry, or ``None`` where this was not reached before.

        ``StoreDamagedError`` where it cannot be read.
        """

    @abstractmethod
    def record(self, entry: JournalEntry) -> None:
        """Write the entry; a second one with the same key is a ``UsageError``."""

    @abstractmethod
    def entries(self, run_id: str) -> Sequence[JournalEntry]:
        """The entries of a run that can be read, in the order in which they were written."""

    @abstractmethod
    def set_aside(self, run_id: str) -> bool:
        """Keep a run's last answer of a model as paid for, and find it no more.

        Where there are entries that cannot be read, those instead. Whether there was any.
        """

    def paid(self, run_ids: Sequence[str]) -> Sequence[Paid]:
        """What was paid for in those runs, without what was said.

        Together may stand entries of one scope and model that read as many thousands of tokens:
        the price of a token is the same in all of them.
        """
        return paid_of([each for run in run_ids for each in self.entries(run)])

    def damaged(self, run_id: str) -> Sequence[DamagedRow]:  # noqa: ARG002
        """The rows of a run that cannot be read."""
        return ()
