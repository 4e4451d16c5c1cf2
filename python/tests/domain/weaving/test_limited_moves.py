"""Tests of the limit of moves: no playthrough takes a stat too far, and late choices count."""

from itertools import pairwise

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import MOST_STEPS
from questfoundry.domain.weaving.readings import limit_moves
from tests.support.examples import examples
from tests.support.structures import choice, joined
from tests.support.walked_laws import of

TRUST = "stat::trust"


def build_corridor(length: int) -> Structure:
    """Return ``length`` choices in a row, with options that raise, lower and keep the stat."""
    choices = [
        evolve(
            choice(f"{name}-{at}", str(at), str(at + 1), grants=[f"{name}-{at}"]),
            moves={TRUST: step} if step else {},
        )
        for at in range(length)
        for name, step in (("up", 1), ("down", -1), ("on", 0))
    ]
    return joined(*choices, **{str(length): "out"})


def list_moving(structure: Structure) -> list[int]:
    return sorted(
        {int(each.source.rpartition("::")[2]) for each in structure.choices if each.moves}
    )


@given(length=st.integers(1, 60))
@examples(20)
def test_the_moves_that_remain_are_spread_over_the_story(length: int) -> None:
    """If all late moves were dropped, the last choices could not change the ending."""
    moving = list_moving(limit_moves(build_corridor(length)))
    assert len(moving) == min(length, MOST_STEPS)
    gaps = {after - before for before, after in pairwise([*moving, length])}
    assert max(gaps) - min(gaps) <= 1


def test_no_playthrough_takes_the_stat_too_far() -> None:
    """A move beyond the greatest distance changes nothing, so its option would lie."""
    before = build_corridor(MOST_STEPS + 4)
    assert of(check(before), Law.STEPS)
    assert not of(check(limit_moves(before)), Law.STEPS)
