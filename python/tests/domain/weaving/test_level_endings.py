"""Tests for the readings of a stat that divide endings and attempts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.stat import levels_of
from questfoundry.domain.weaving.endings import SIDES
from questfoundry.domain.weaving.level_endings import LevelReading
from questfoundry.domain.weaving.readings import pick_threshold

TRUST = "stat::trust"


@given(st.integers(-3, 3), st.integers(-2, 2), st.integers(-6, 6))
def test_a_reading_counts_the_move_of_the_choice_itself(least: int, step: int, value: int) -> None:
    """The last choice before an ending must count, and every player has exactly one ending."""
    choice = Choice(id="go", source="a", target="b", moves={TRUST: step})
    reading = LevelReading(stat=TRUST, least=least)
    flags = frozenset(levels_of(TRUST, value))
    high, low = (reading.add_to(choice, side).is_open(flags) for side in SIDES)
    assert (high, low) == (value + step >= least, value + step < least)


@pytest.mark.parametrize(
    ("shares", "least"),
    [({-1: 0.25, 0: 0.25, 2: 0.5}, 2), ({0: 0.3, 1: 0.3, 2: 0.4}, 2), ({-2: 1.0}, None)],
)
def test_a_threshold_divides_the_players_most_evenly(
    shares: dict[int, float], least: int | None
) -> None:
    """An ending that almost no player meets is a waste of words."""
    assert pick_threshold([shares]) == least
