"""Tests for the readings of a stat that divide endings and attempts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.stat import levels_of
from questfoundry.domain.weaving.endings import SIDES, LevelReading, split_endings
from questfoundry.domain.weaving.readings import pick_threshold

TRUST, END = "stat::trust", "ending::end"


def closing(side: str) -> Beat:
    return Beat(
        id=f"beat::{side}",
        role=BeatRole.EPILOGUE,
        summary=f"It is {side}.",
        location="location::quay",
        entities=(),
        ending=f"{END}--{side}",
    )


CLOSINGS = {END: (closing("high"), closing("low"))}


def choose_once(*steps: int) -> Structure:
    """Return a story with one choice before its ending; each option moves the stat by a step."""
    return Structure(
        start="passage::start",
        passages=(
            Passage(id="passage::start"),
            Passage(id="passage::end", beats=("beat::end",), ending=END),
        ),
        choices=tuple(
            Choice(
                id=f"choice::{number}",
                source="passage::start",
                target="passage::end",
                label=f"Do {number}",
                moves={TRUST: step} if step else {},
            )
            for number, step in enumerate(steps)
        ),
    )


@given(st.integers(-3, 3), st.integers(-6, 6))
def test_every_player_is_on_one_side_of_a_reading(least: int, value: int) -> None:
    """A player on no side would be stuck."""
    choice = Choice(id="go", source="a", target="b")
    reading = LevelReading(stat=TRUST, least=least)
    flags = frozenset(levels_of(TRUST, value))
    high, low = (reading.add_to(choice, side).is_open(flags) for side in SIDES)
    assert (high, low) == (value >= least, value < least)


def test_an_ending_is_divided_after_the_last_choice() -> None:
    """Each option leads to one passage, so that no label occurs twice."""
    divided = split_endings(choose_once(1, 0), CLOSINGS, TRUST)
    assert [each.label for each in divided.outgoing_choices("passage::start")] == ["Do 0", "Do 1"]
    assert [(each.beats, each.ending) for each in divided.passages[1:]] == [
        (("beat::end",), ""),
        (("beat::high",), f"{END}--high"),
        (("beat::low",), f"{END}--low"),
    ]
    assert check(divided) == ()


def test_an_ending_for_players_with_one_value_is_not_divided() -> None:
    """One of the two variants would have no players."""
    structure = choose_once(1, 1)
    assert split_endings(structure, CLOSINGS, TRUST) == structure


@pytest.mark.parametrize(
    ("shares", "least"),
    [
        ({-1: 0.25, 0: 0.25, 2: 0.5}, 1),
        ({0: 0.3, 1: 0.3, 2: 0.4}, 1),
        ({1: 0.3, 2: 0.3, 3: 0.4}, 3),
        ({0: 0.1, 1: 0.1, 2: 0.4, 3: 0.4}, 3),
        ({-2: 1.0}, None),
        ({}, None),
    ],
)
def test_a_threshold_agrees_with_what_players_see(
    shares: dict[int, float], least: int | None
) -> None:
    """A player who reads "Win trusts you" expects the ending in which Win does.

    Where almost all players are on one side of 0, the most even division is more interesting.
    """
    assert pick_threshold(shares) == least
