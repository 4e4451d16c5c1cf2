"""Store the runs of a project in a database."""

from __future__ import annotations

# ruff: noqa: S608 - what is put into statements here are our own column names
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from questfoundry.domain.artifacts.version import from_text, to_text
from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.runs import DamagedRow, RunRepository
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.infra.storage.database import UnreadableRowError, detect_damage

if TYPE_CHECKING:
    from questfoundry.domain.run.inputs import RunInputs
    from questfoundry.infra.storage.sql import SqlDatabase

_COLUMNS = "id, stage, status, inputs, models, started_at, ended_at, problem"


class SqlRunRepository(RunRepository):
    """A repository with one table row for each run.

    Texts from models are stored as JSON, because they may contain characters that UTF-8 cannot
    encode.
    """

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    def begin(
        self,
        task: str,
        *,
        inputs: RunInputs,
        models: Mapping[str, Any],
        started_at: datetime,
        complete: bool = False,
    ) -> RunRecord:
        rows = self._database.rows(
            "INSERT INTO runs "
            "(id, stage, number, status, inputs, models, started_at, ended_at, problem) "
            "SELECT ? || '-' || next, ?, next, ?, ?, ?, ?, ?, ? "
            "FROM (SELECT coalesce(max(number), 0) + 1 AS next FROM runs WHERE stage = ?) AS free "
            f"RETURNING {_COLUMNS}",
            (
                task,
                task,
                (RunStatus.COMPLETED if complete else RunStatus.RUNNING).value,
                _inputs_to_text(inputs),
                to_text(dict(models)),
                started_at.isoformat(),
                started_at.isoformat() if complete else None,
                to_text(""),
                task,
            ),
        )
        return _run(rows[0])

    def get(self, run_id: str) -> RunRecord | None:
        rows = self._database.rows(f"SELECT {_COLUMNS} FROM runs WHERE id = ?", (run_id,))
        return _run(rows[0]) if rows else None

    def save(self, run: RunRecord) -> None:
        rows = self._database.execute(
            "UPDATE runs SET stage = ?, status = ?, inputs = ?, models = ?, started_at = ?, "
            "ended_at = ?, problem = ? WHERE id = ? RETURNING id",
            (
                run.task,
                run.status.value,
                _inputs_to_text(run.inputs),
                to_text(dict(run.models)),
                run.started_at.isoformat(),
                None if run.ended_at is None else run.ended_at.isoformat(),
                to_text(run.problem),
                run.id,
            ),
        )
        if not rows:
            raise UsageError(f"There is no run {run.id!r} to save. Begin it first.")

    def list(self, task: str | None = None, status: RunStatus | None = None) -> Sequence[RunRecord]:
        filters = {"stage": task, "status": status and status.value}
        used = {column: value for column, value in filters.items() if value is not None}
        where = " AND ".join(f"{column} = ?" for column in used) or "true"
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM runs WHERE {where} ORDER BY position", tuple(used.values())
        )
        return [each for each in map(_read, rows) if isinstance(each, RunRecord)]

    def list_by_inputs(
        self, task: str, status: RunStatus, inputs: Mapping[str, object]
    ) -> Sequence[RunRecord]:
        # SQL compares texts up to a NUL, or without halves of surrogate pairs.
        def is_equal(run: RunRecord) -> bool:
            return all(getattr(run.inputs, name) == value for name, value in inputs.items())

        conditions = "".join(f" AND {self._input_equals(name)}" for name in inputs)
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM runs WHERE stage = ? AND status = ?{conditions} "
            "ORDER BY position",
            (task, status.value, *map(to_text, inputs.values())),
        )
        found = [each for each in map(_read, rows) if isinstance(each, RunRecord)]
        return [each for each in found if is_equal(each)]

    def list_session_run_ids(self, session: str) -> Sequence[str]:
        return [
            found
            for (found,) in self._database.execute(
                f"SELECT id FROM runs WHERE {self._input_equals('session')} ORDER BY position",
                (to_text(session),),
            )
        ]

    def list_damaged_rows(self) -> Sequence[DamagedRow]:
        rows = self._database.rows(f"SELECT {_COLUMNS} FROM runs ORDER BY position")
        return [each for each in map(_read, rows) if isinstance(each, DamagedRow)]

    def _input_equals(self, name: str) -> str:
        return self._database.dialect.input_equals.format(name)


def _inputs_to_text(inputs: RunInputs) -> str:
    from questfoundry.domain.run.inputs import inputs_to_dict

    return to_text(inputs_to_dict(inputs))


def _read(row: Mapping[str, Any]) -> RunRecord | DamagedRow:
    try:
        return _run(row)
    except UnreadableRowError as problem:
        return problem.row


def _run(row: Mapping[str, Any]) -> RunRecord:
    # The inputs load slowly, and a project without a run needs none.
    from questfoundry.domain.run.inputs import inputs_from_dict

    run_id, task, status, inputs, models, started_at, ended_at, problem = row.values()
    with detect_damage("runs", run_id, task):
        return RunRecord(
            id=run_id,
            task=task,
            status=RunStatus(status),
            inputs=inputs_from_dict(task, from_text(inputs)),
            models={phase: dict(each) for phase, each in from_text(models).items()},
            started_at=datetime.fromisoformat(started_at),
            ended_at=None if ended_at is None else datetime.fromisoformat(ended_at),
            problem=str(from_text(problem)),
        )
