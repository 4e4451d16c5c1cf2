"""Events are stored as JSON for other processes; an outage of the database stops no job."""

import json
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import StoreError
from questfoundry.domain.events import Event, ModelCallRetried, ToolCallFinished, UnknownEvent
from questfoundry.domain.run.result import Candidate, ResultStatus, RunResult, Spending
from questfoundry.domain.run.spec import CoordinationOverrides, RunMode, RunSpec
from questfoundry.infra.queue.event_log import (
    LoggingEventSink,
    event_from_dict,
    event_to_dict,
    list_event_kinds,
)
from questfoundry.testing import EventSinkContract, InMemoryEventLog
from tests.strategies.plain import TEXTS, json_objects
from tests.support.examples import examples


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


_WORDS = st.text(min_size=1, max_size=8)

_LINES = st.builds("Describe {}.".format, _WORDS)

_COUNTS = st.integers(0, 2**53)

_USAGES = st.builds(
    Usage,
    input_tokens=_COUNTS,
    output_tokens=_COUNTS,
    cached_tokens=_COUNTS,
    estimated=st.booleans(),
)

_SPECS = st.builds(
    RunSpec,
    task=_LINES,
    context=st.none() | _LINES,
    agents=st.none() | st.just(("ann", "bo")),
    agent_system_prompts=st.dictionaries(_WORDS, _WORDS, max_size=2),
    coordination_overrides=st.builds(
        CoordinationOverrides, budget=st.none() | st.just("2.50usd"), timeout=st.none() | st.just(9)
    ),
)

_SPENDING = st.builds(
    Spending,
    calls=_COUNTS,
    cost=st.none() | st.decimals(0, 99, places=6, allow_nan=False, allow_infinity=False),
)

_RESULTS = st.builds(
    RunResult,
    run=_WORDS,
    task=_LINES,
    mode=st.sampled_from(RunMode),
    status=st.sampled_from(ResultStatus),
    answer=_LINES,
    candidates=st.lists(st.builds(Candidate, agent=_WORDS, text=_LINES), max_size=2).map(tuple),
    spent=_SPENDING,
    by_agent=st.dictionaries(_WORDS, _SPENDING, max_size=2),
    seconds=st.floats(0, 1e9),
)


for _type, _strategy in ((Usage, _USAGES), (RunSpec, _SPECS), (RunResult, _RESULTS), (str, TEXTS)):
    st.register_type_strategy(_type, _strategy)


def events_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    """Draw events of ``kind`` with any values in their fields."""
    attrs.resolve_types(kind)
    return st.builds(kind, **{field.name: _values(field.type) for field in attrs.fields(kind)})


def _values(kind: Any) -> st.SearchStrategy[Any]:
    if kind is float:
        return st.floats(allow_nan=False)
    if "typing.Any" in str(kind):
        return json_objects(2)
    return st.from_type(kind)


UNKNOWN_EVENTS = st.builds(UnknownEvent, kind=_WORDS.map("newer_{}".format), fields=json_objects())

KINDS = sorted(set(list_event_kinds()) - {UnknownEvent}, key=lambda kind: kind.__name__)

RETRIED = ModelCallRetried(model="openai/gpt-4o", attempt=1, wait=2.5, problem="429")


@given(st.data())
@examples(20)
def test_every_event_survives_storage(data: st.DataObject) -> None:
    """A follower of a job in another process receives equal events."""
    for kind in KINDS:
        _require_round_trip(data.draw(events_of(kind)))


@given(UNKNOWN_EVENTS)
@examples(20)
def test_an_unknown_event_survives_storage(event: UnknownEvent) -> None:
    """An old follower passes on what a new worker stored."""
    _require_round_trip(event)


def test_an_event_of_a_newer_version_is_unknown() -> None:
    """A follower of an older version skips what it does not know, instead of failing."""
    document = {"event": "story_sung", "fields": {"voice": "alto"}}

    assert event_from_dict(document) == UnknownEvent(kind="story_sung", fields={"voice": "alto"})


def test_a_new_field_is_ignored_and_a_missing_one_makes_the_event_unknown() -> None:
    """Both versions may run side by side."""
    document = event_to_dict(RETRIED)
    newer = {**document, "fields": {**document["fields"], "server": "eu"}}
    older = {**document, "fields": {"model": "openai/gpt-4o"}}

    assert event_from_dict(newer) == RETRIED
    assert event_from_dict(older) == UnknownEvent(
        kind="llm_call_retry", fields={"model": "openai/gpt-4o"}
    )


def test_no_two_events_share_a_name() -> None:
    """The stored name must say which event it is."""
    names = [kind.name for kind in KINDS]

    assert len(set(names)) == len(names) > 30


def _require_round_trip(event: Event) -> None:
    stored = json.dumps(event_to_dict(event))
    found = event_from_dict(json.loads(stored))

    assert found == event
    assert type(found) is type(event)
