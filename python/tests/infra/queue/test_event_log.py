"""Events are worth keeping while the database is away, but no reason to stop a job."""

import pytest

from questfoundry.domain.errors import StoreError
from questfoundry.domain.events import Event, ToolCallFinished
from questfoundry.infra.queue.event_log import LoggingEventSink
from questfoundry.testing import EventSinkContract, InMemoryEventLog


class TestLoggingEventSink(EventSinkContract):
    @pytest.fixture
    def sink(self) -> LoggingEventSink:
        return LoggingEventSink(InMemoryEventLog(), "1")


class BrokenEventLog(InMemoryEventLog):
    is_away = True

    def append(self, job: str, event: Event) -> int:
        if self.is_away:
            raise StoreError("The database cannot be reached.")
        return super().append(job, event)


def test_events_wait_for_the_database() -> None:
    """A follower sees all events, in order, when the database is back."""
    log = BrokenEventLog()
    sink = LoggingEventSink(log, "1")
    events = [ToolCallFinished(tool="search", result="success", size=size) for size in range(120)]
    for event in events:
        sink.emit(event)
    assert log.list_after("1") == []

    log.is_away = False
    sink.flush()

    assert [each.event for each in log.list_after("1")] == events
