"""The port to the journal: what was paid for or typed is written before it is used."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.journal import JournalEntry, JournalKey


class Journal(Protocol):
    """An append-only record of runs; an entry is written once and durable on return."""

    @abstractmethod
    def find(self, key: JournalKey) -> JournalEntry | None:
        """The entry, or ``None`` where this was not reached before."""

    @abstractmethod
    def record(self, entry: JournalEntry) -> None:
        """Write the entry; a second one with the same key is a ``UsageError``."""

    @abstractmethod
    def entries(self, run_id: str) -> Sequence[JournalEntry]:
        """All entries of a run, in the order in which they were written."""
