"""The journal in ``story.db``."""

# ruff: noqa: S608 - what is put into statements here are our own column names

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from sqlite3 import IntegrityError
from typing import Any

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import UsageError
from questfoundry.domain.journal import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.plain import from_text, to_text
from questfoundry.domain.protocols.journal import Journal
from questfoundry.infra.storage.database import Database

_COLUMNS = (
    "run_id, kind, scope, digest, occurrence, request, response, model, "
    "input_tokens, output_tokens, cached_tokens, calls, seconds, recorded_at"
)


class SqliteJournal(Journal):
    """One row an entry; tokens are columns, so that SQL can add them up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, key: JournalKey) -> JournalEntry | None:
        """The entry, or ``None``."""
        rows = self._database.execute(
            f"SELECT {_COLUMNS} FROM journal WHERE run_id = ? AND kind = ? AND scope = ? "
            "AND digest = ? AND occurrence = ?",
            _key_values(key),
        )
        return _entry(rows[0]) if rows else None

    def record(self, entry: JournalEntry) -> None:
        """Insert a row; on return it outlives the process."""
        usage = entry.usage
        values = (
            *_key_values(entry.key),
            to_text(dict(entry.request)),
            to_text(dict(entry.response)),
            entry.model,
            usage.input_tokens,
            usage.output_tokens,
            usage.cached_tokens,
            usage.calls,
            entry.seconds,
            entry.recorded_at.isoformat(),
        )
        marks = ", ".join("?" * len(values))
        try:
            self._database.execute(f"INSERT INTO journal ({_COLUMNS}) VALUES ({marks})", values)
        except IntegrityError as problem:
            raise UsageError(
                f"{entry.key!r} is recorded already. Count equal questions in `occurrence`."
            ) from problem

    def entries(self, run_id: str) -> Sequence[JournalEntry]:
        """The run's entries, first recorded first."""
        rows = self._database.execute(
            f"SELECT {_COLUMNS} FROM journal WHERE run_id = ? ORDER BY position",
            (run_id,),
        )
        return [_entry(row) for row in rows]


def _key_values(key: JournalKey) -> tuple[str, str, str, str, int]:
    return (key.run_id, key.kind.value, key.scope, key.digest, key.occurrence)


def _entry(row: Sequence[Any]) -> JournalEntry:
    run_id, kind, scope, digest, occurrence, request, response, model, *rest = row
    input_tokens, output_tokens, cached_tokens, calls, seconds, recorded_at = rest
    return JournalEntry(
        key=JournalKey(
            run_id=run_id,
            kind=EntryKind(kind),
            scope=scope,
            digest=digest,
            occurrence=occurrence,
        ),
        request=from_text(request),
        response=from_text(response),
        model=model,
        usage=Usage(
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cached_tokens=cached_tokens,
            calls=calls,
        ),
        seconds=seconds,
        recorded_at=datetime.fromisoformat(recorded_at),
    )
