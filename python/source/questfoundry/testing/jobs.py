"""Provide an event log in memory, for tests and for programs that need no database."""

from collections import defaultdict
from collections.abc import Sequence

from questfoundry.domain.events import Event
from questfoundry.domain.protocols.jobs import EventLog, LoggedEvent


class InMemoryEventLog(EventLog):
    """An event log in memory; its events are lost with the object."""

    def __init__(self) -> None:
        self._events: defaultdict[str, list[LoggedEvent]] = defaultdict(list)

    def append(self, job: str, event: Event) -> int:
        events = self._events[job]
        events.append(LoggedEvent(position=len(events) + 1, event=event))
        return len(events)

    def list_after(self, job: str, position: int = 0) -> Sequence[LoggedEvent]:
        return self._events[job][position:]
