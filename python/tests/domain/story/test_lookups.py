"""Tests for finding passages and choices by id, also in a malformed structure."""

import pytest

from questfoundry.domain.story.passage import Choice, Passage, Structure

FIRST, SECOND = Passage(id="a", title="first"), Passage(id="a", title="second")
ON = Choice(id="on", source="a", target="b")
BACK, NOWHERE = Choice(id="back", source="b", target="a"), Choice(id="x", source="c", target="d")
BROKEN = Structure(
    start="a", passages=(FIRST, SECOND, Passage(id="b", ending="over")), choices=(ON, BACK, NOWHERE)
)


def test_choices_are_found_by_where_they_leave_and_arrive() -> None:
    """Lookups must work on a damaged structure, because the checks report the damage."""
    assert BROKEN.passage("a") is FIRST
    assert BROKEN.choice("back") is BACK
    assert (
        BROKEN.outgoing_choices("a"),
        BROKEN.incoming_choices("a"),
        BROKEN.outgoing_choices("d"),
    ) == ((ON,), (BACK,), ())
    assert (BROKEN.outgoing_choices("b"), BROKEN.selectable_choices("b")) == ((BACK,), ())
    with pytest.raises(KeyError, match="c"):
        BROKEN.passage("c")
