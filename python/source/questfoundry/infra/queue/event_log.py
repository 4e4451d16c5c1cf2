"""Store the events of jobs in PostgreSQL, as plain JSON that every process can read."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cattrs import Converter
from cattrs.errors import BaseValidationError
from pydantic import BaseModel

from questfoundry.domain.errors import StoreError, StoreTakenOverError
from questfoundry.domain.events import Event, UnknownEvent
from questfoundry.domain.protocols.runs import EventLog, EventSink, LoggedEvent

if TYPE_CHECKING:
    from questfoundry.infra.queue.job_manager import Claim
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


_MODULES = ("questfoundry.domain.events.stages", "questfoundry.domain.session")

_KNOWN: dict[str, type[Event]] = {}


def event_to_dict(event: Event) -> dict[str, Any]:
    """Return ``event`` as a JSON object with the keys ``event`` (its name) and ``fields``."""
    if isinstance(event, UnknownEvent):
        return {"event": event.kind, "fields": dict(event.fields)}
    return {"event": event.name, "fields": _converter().unstructure(event)}


def event_from_dict(document: Mapping[str, Any]) -> Event:
    """Return the event that ``document`` describes.

    Fields that this version of the program does not know are ignored. If the name is unknown, or a
    required field is missing, return an ``UnknownEvent``.
    """
    name, fields = document["event"], document["fields"]
    if name not in _KNOWN:
        _KNOWN.update({each.name: each for each in list_event_kinds()})
    kind = _KNOWN.get(name)
    if kind is not None:
        with suppress(BaseValidationError):
            return _converter().structure(fields, kind)
    return UnknownEvent(kind=name, fields=fields)


def list_event_kinds() -> Iterable[type[Event]]:
    """Return the classes of all events, including events of plug-ins."""
    for module in _MODULES:
        import_module(module)
    # attrs creates each class twice; the module keeps the second one, which is a later subclass.
    return {kind.name: kind for kind in _list_subclasses(Event)}.values()


def _list_subclasses(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from _list_subclasses(each)


@cache
def _converter() -> Converter:
    converter = Converter()
    converter.register_unstructure_hook_func(_is_model, lambda model: model.model_dump(mode="json"))
    converter.register_structure_hook_func(
        _is_model, lambda fields, model: model.model_validate(fields)
    )
    converter.register_unstructure_hook(Decimal, str)
    converter.register_structure_hook(Decimal, lambda text, _: Decimal(text))
    return converter


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
