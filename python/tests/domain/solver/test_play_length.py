"""Tests for the length of playthroughs, compared with enumerating them."""

import pytest
from hypothesis import given

from questfoundry.domain.solver.play_length import Spread, measure_play_length
from questfoundry.domain.story.passage import Choice, Passage, Structure
from tests.strategies.structures import structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer, Position
from tests.support.series import series

Numbers = tuple[int, int, int]


def walked(player: NaivePlayer) -> list[tuple[float, Position, Numbers]]:
    """Return each playthrough's probability and end, with its screens, decisions and single
    choices.
    """
    found, waiting = [], [(1.0, next(iter(player.ways)), (1, 0, 0))]
    for share, here, (screens, decisions, onward) in waiting:
        moves = player.next[here]
        if not moves:
            found.append((share, here, (screens, decisions, onward)))
        more = (screens + 1, decisions + (len(moves) > 1), onward + (len(moves) == 1))
        waiting += [(share / len(moves), after, more) for _, after in moves]
    return found


@examples(100)
@given(structures())
def test_screens_and_decisions_are_those_of_enumerating(structure: Structure) -> None:
    """Authors plan the reading time with these numbers. (SOL-6.1)"""
    player = NaivePlayer(structure)
    pace = measure_play_length(structure)
    if player.goes_round() or not any(player.ended(each) for each in player.ways):
        assert pace is None
        return
    plays = walked(player)
    assert pace is not None
    for place, spread in enumerate((pace.screens, pace.decisions, pace.single_choices)):
        numbers = [numbers[place] for _, at, numbers in plays if player.ended(at)]
        mean = sum(share * numbers[place] for share, _, numbers in plays)
        assert (spread.least, spread.most) == (min(numbers), max(numbers))
        assert spread.mean == pytest.approx(mean)
    for ending, share in pace.endings.items():
        ends = [s for s, at, _ in plays if structure.passage(at.passage).ending == ending]
        assert share == pytest.approx(sum(ends))


def test_long_rows_are_told_without_walking_them() -> None:
    """A story of 120 dilemmas has too many playthroughs to walk. (SOL-6.1)"""
    pace = measure_play_length(series(soft=120))
    assert pace is not None
    assert pace.decisions == Spread(least=120, most=120, mean=pytest.approx(120))


def test_what_goes_on_for_ever_has_no_pace() -> None:
    """An endless story, or one without endings, has no average length."""
    hall, out = Passage(id="hall"), Passage(id="out", ending="free")
    leave = Choice(id="leave", source="hall", target="out")
    wait = Choice(id="wait", source="hall", target="hall")
    assert (
        measure_play_length(Structure(start="hall", passages=(hall, out), choices=(leave, wait)))
        is None
    )
    assert measure_play_length(Structure(start="hall", passages=(hall,), choices=())) is None
    assert measure_play_length(series(soft=30, late=30), max_steps=100) is None
