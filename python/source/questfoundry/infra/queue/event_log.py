"""Store the events of jobs in PostgreSQL."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from questfoundry.domain.errors import StoreError, StoreTakenOverError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols.jobs import EventLog, LoggedEvent
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.infra.queue.event_codec import event_from_dict, event_to_dict

if TYPE_CHECKING:
    from questfoundry.infra.queue.claim import Claim
    from questfoundry.infra.storage.sql import SqlDatabase

_PATIENCE = 100
"""The number of events to collect before the next attempt, after an outage of the database."""


class PostgresEventLog(EventLog):
    """The events of the jobs of one project; a worker passes its ``claim`` on the job."""

    def __init__(self, database: SqlDatabase, claim: Claim | None = None) -> None:
        self._database = database
        self._claim = (claim.worker, claim.attempt) if claim else (None, None)

    def append(self, job: str, event: Event) -> int:
        """Store ``event``, and return its position.

        Raise ``StoreTakenOverError`` if another worker has taken over the job.
        """
        text = json.dumps(event_to_dict(event))
        # A statement that begins with SELECT would run in a transaction that only reads.
        ((position,),) = self._database.execute(
            "VALUES (qf.log_event(?, ?, ?, ?))", (int(job), text, *self._claim)
        )
        if position is None:
            raise StoreTakenOverError(f"Another worker has taken over job {job}.")
        return int(position)

    def list_after(self, job: str, position: int = 0) -> Sequence[LoggedEvent]:
        """Return the events of ``job`` after ``position``, oldest first."""
        rows = self._database.execute(
            "SELECT position, event FROM job_events WHERE job = ? AND position > ? "
            "ORDER BY position",
            (int(job), position),
        )
        return [
            LoggedEvent(position=number, event=event_from_dict(json.loads(text)))
            for number, text in rows
        ]


class LoggingEventSink(EventSink):
    """An event sink that stores the events of one job; during an outage, they stay in memory."""

    def __init__(self, log: EventLog, job: str) -> None:
        self._log = log
        self._job = job
        self._pending: deque[Event] = deque()
        self._is_away = False

    def emit(self, event: Event) -> None:
        self._pending.append(event)
        if not self._is_away or not len(self._pending) % _PATIENCE:
            self.flush()

    def flush(self) -> None:
        """Store the events that are not stored yet, if the store can be reached."""
        self._is_away = True
        with suppress(StoreError):
            while self._pending:
                self._log.append(self._job, self._pending[0])
                self._pending.popleft()
            self._is_away = False
