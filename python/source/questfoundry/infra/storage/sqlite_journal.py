"""The journal in ``story.db``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from sqlite3 import IntegrityError
from typing import Any

from attrs import asdict, fields

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import UsageError
from questfoundry.domain.journal import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.plain import from_text, to_text
from questfoundry.domain.protocols.journal import Journal
from questfoundry.infra.storage.database import Database

_KEY = tuple(field.name for field in fields(JournalKey))
_USAGE = tuple(field.name for field in fields(Usage))


class SqliteJournal(Journal):
    """One row an entry; tokens are columns, so that SQL can add them up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, key: JournalKey) -> JournalEntry | None:
        """The entry, or ``None``."""
        rows = self._database.rows(
            "SELECT * FROM journal WHERE run_id = :run_id AND kind = :kind AND scope = :scope "
            "AND digest = :digest AND occurrence = :occurrence",
            asdict(key),
        )
        return _entry(rows[0]) if rows else None

    def record(self, entry: JournalEntry) -> None:
        """Insert a row; on return it outlives the process."""
        row = {
            **asdict(entry.key),
            "request": to_text(dict(entry.request)),
            "response": to_text(dict(entry.response)),
            "model": entry.model,
            **asdict(entry.usage),
            "seconds": entry.seconds,
            "recorded_at": entry.recorded_at.isoformat(),
        }
        try:
            self._database.insert("journal", row)
        except IntegrityError as problem:
            raise UsageError(
                f"{entry.key!r} is recorded already. Count equal questions in `occurrence`."
            ) from problem

    def entries(self, run_id: str) -> Sequence[JournalEntry]:
        """The run's entries, first recorded first."""
        rows = self._database.rows(
            "SELECT * FROM journal WHERE run_id = ? ORDER BY position", (run_id,)
        )
        return [_entry(row) for row in rows]


def _entry(row: Mapping[str, Any]) -> JournalEntry:
    key = {name: row[name] for name in _KEY}
    return JournalEntry(
        key=JournalKey(**{**key, "kind": EntryKind(row["kind"])}),
        request=from_text(row["request"]),
        response=from_text(row["response"]),
        model=row["model"],
        usage=Usage(**{name: row[name] for name in _USAGE}),
        seconds=row["seconds"],
        recorded_at=datetime.fromisoformat(row["recorded_at"]),
    )
