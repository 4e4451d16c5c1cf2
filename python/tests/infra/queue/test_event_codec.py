"""Events are stored as JSON, so that another process can show them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.events import Event, ModelCallRetried, UnknownEvent
from questfoundry.infra.queue.event_codec import event_from_dict, event_to_dict, list_event_kinds
from tests.strategies.events import UNKNOWN_EVENTS, events_of
from tests.support.examples import examples

KINDS = sorted(set(list_event_kinds()) - {UnknownEvent}, key=lambda kind: kind.__name__)
RETRIED = ModelCallRetried(model="openai/gpt-4o", attempt=1, wait=2.5, problem="429")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_survives_storage(kind: type[Event]) -> None:
    """A follower of a job in another process receives equal events."""

    @examples(20)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        _require_round_trip(data.draw(events_of(kind)))

    check()


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
