"""Store the journal, the record of all model calls and other steps of a run, in a database."""

from __future__ import annotations

# ruff: noqa: S608 - what is put into statements here are our own words
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from attrs import asdict, fields

from questfoundry.domain.artifacts.version import from_text, to_text
from questfoundry.domain.chat.usage import PRICE_STEP, Usage
from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.runs import DamagedRow, Journal
from questfoundry.domain.remedy import RetryLast
from questfoundry.domain.run.record import (
    BOOK_CHAT,
    PAID_KINDS,
    REWRITE,
    EntryKind,
    JournalEntry,
    JournalKey,
    PaidUsage,
)
from questfoundry.infra.storage.database import UnreadableRowError, detect_damage

if TYPE_CHECKING:
    from questfoundry.infra.storage.sql import SqlDatabase

_KEY = tuple(field.name for field in fields(JournalKey))
_USAGE = tuple(field.name for field in fields(Usage))


class SqlJournal(Journal):
    """A journal with one table row for each entry; token counts have columns that SQL can sum."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    def find(self, key: JournalKey) -> JournalEntry | None:
        rows = self._database.rows(
            "SELECT * FROM journal WHERE run_id = :run_id AND kind = :kind AND scope = :scope "
            "AND digest = :digest AND occurrence = :occurrence",
            asdict(key),
        )
        try:
            return _entry(rows[0]) if rows else None
        except UnreadableRowError as problem:
            task = key.run_id.rpartition("-")[0]
            if task not in {REWRITE, BOOK_CHAT}:  # which cannot be resumed
                problem.remedies = (RetryLast(task, key.run_id),)
            raise

    def record(self, entry: JournalEntry) -> None:
        row = {
            **asdict(entry.key),
            "request": to_text(dict(entry.request)),
            "response": to_text(dict(entry.response)),
            "model": entry.model,
            **asdict(entry.usage),
            "seconds": entry.seconds,
            "recorded_at": entry.recorded_at.isoformat(),
        }
        added = self._database.insert("journal", row, conflict="ON CONFLICT DO NOTHING")
        if not added and self.find(entry.key) != entry:
            raise UsageError(
                f"{entry.key!r} is recorded already. Number equal requests in `occurrence`."
            )

    def entries(self, run_id: str) -> Sequence[JournalEntry]:
        return [each for each in self._read(run_id) if isinstance(each, JournalEntry)]

    def list_paid(self, run_ids: Sequence[str]) -> Sequence[PaidUsage]:
        """Return the token usage of the runs, without reading requests and responses.

        SQL sums the token counts. Rows with implausibly large counts are returned one by one,
        because their sum could overflow an integer.
        """
        dialect = self._database.dialect
        rows = self._database.rows(
            "SELECT scope, model, sum(seconds) AS seconds, sum(input_tokens) AS input_tokens, "
            "sum(output_tokens) AS output_tokens, sum(cached_tokens) AS cached_tokens, "
            "max(estimated) AS estimated, count(*) AS calls FROM journal "
            f"WHERE kind {dialect.in_list} AND run_id {dialect.in_list} "
            "GROUP BY scope, model, input_tokens - input_tokens % ?, CASE "
            "WHEN input_tokens > 1000000000 OR output_tokens > 1000000000 THEN position END",
            (dialect.bind_list(sorted(PAID_KINDS)), dialect.bind_list(list(run_ids)), PRICE_STEP),
        )
        return [
            PaidUsage(
                scope=row["scope"],
                model=row["model"],
                usage=Usage(**{name: row[name] for name in _USAGE}),
                seconds=float(row["seconds"]),
            )
            for row in rows
        ]

    def list_damaged_rows(self, run_id: str) -> Sequence[DamagedRow]:
        return [each for each in self._read(run_id) if isinstance(each, DamagedRow)]

    def set_aside(self, run_id: str) -> bool:
        """Exclude journal entries of a run from reuse, so that a resumed run repeats these steps.

        The excluded entries are all damaged entries or, without such entries, the last model call.
        They get the kind ``unused_answer`` and a negative occurrence, so no request matches them.
        Return whether any entry was excluded.
        """
        aside = self._positions(
            "SELECT position FROM journal WHERE run_id = ? AND occurrence < 0", run_id
        )
        damaged = [each.row for each in self.list_damaged_rows(run_id) if each.row not in aside]
        last = self._positions(
            "SELECT position FROM journal WHERE run_id = ? AND kind = 'model_call' "
            "ORDER BY position DESC LIMIT 1",
            run_id,
        )
        rows = self._database.execute(
            "UPDATE journal SET kind = 'unused_answer', occurrence = -position "
            f"WHERE position {self._database.dialect.in_list} RETURNING position",
            (self._database.dialect.bind_list(damaged or last),),
        )
        return bool(rows)

    def forget(self, scope: str) -> None:
        """Delete the recorded results of tools under ``scope``."""
        self._database.execute(
            "DELETE FROM journal WHERE kind = 'tool_result' AND scope = ?", (scope,)
        )

    def _positions(self, sql: str, run_id: str) -> list[object]:
        return [position for (position,) in self._database.execute(sql, (run_id,))]

    def _read(self, run_id: str) -> Iterator[JournalEntry | DamagedRow]:
        rows = self._database.rows(
            "SELECT * FROM journal WHERE run_id = ? ORDER BY position", (run_id,)
        )
        for row in rows:
            try:
                yield _entry(row)
            except UnreadableRowError as problem:
                yield problem.row


def _entry(row: Mapping[str, Any]) -> JournalEntry:
    key = {name: row[name] for name in _KEY}
    with detect_damage("journal", row["position"], row["run_id"]):
        return JournalEntry(
            key=JournalKey(**{**key, "kind": EntryKind(row["kind"])}),
            request=dict(from_text(row["request"])),
            response=dict(from_text(row["response"])),
            model=row["model"],
            usage=Usage(**{name: row[name] for name in _USAGE}),
            seconds=float(row["seconds"]),
            recorded_at=datetime.fromisoformat(row["recorded_at"]),
        )
