"""Where players by chance end, against enumerating all playthroughs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from questfoundry.domain.play.families import Families, TooManyStepsError
from questfoundry.domain.play.graph import graph_of
from questfoundry.domain.play.pace import pace_of
from questfoundry.domain.play.reach import Reach
from questfoundry.domain.play.shares import shares_of
from questfoundry.domain.story.passage import Structure
from tests.domain.play.test_pace import walked
from tests.strategies.structures import structures
from tests.support.naive_player import NaivePlayer
from tests.support.quests import StructureWriter, counted, pairs, random_graph, random_quests


def reach_of(structure: Structure) -> Reach:
    return Reach(graph_of(structure), Families())


@settings(max_examples=100)
@given(structures())
def test_shares_are_those_of_enumerating(structure: Structure) -> None:
    """SOL-6.1, SOL-6.2."""
    player = NaivePlayer(structure)
    shares = shares_of(reach_of(structure))
    if player.goes_round():
        assert shares is None
        return
    assert shares is not None
    plays = walked(player)
    for ending, share in shares.items():
        ends = [s for s, at, _ in plays if structure.passage(at.passage).ending == ending]
        assert share == pytest.approx(sum(ends))


def hub(topics: int) -> Structure:
    """Topics in any order, each once; by some one leaves, and one of three doors is open then."""
    made = StructureWriter()
    here, done = made.passage("start"), made.passage("done")
    for number in range(topics):
        mark = frozenset({f"mark{number}"})
        topic = made.passage(f"topic{number}")
        made.choice(here, topic, grants=mark, forbids=mark)
        made.choice(topic, here)
    for _ in range(2):
        made.choice(here, done)
    made.choice(done, made.passage("left", ending="left"))
    for number in range(topics):
        ending = made.passage(f"door{number}", ending=f"door{number}")
        made.choice(done, ending, requires=frozenset({f"mark{number}"}))
    return made.structure


@pytest.mark.parametrize(
    "structure",
    [hub(3), random_quests(12), random_graph(8), pairs(6), counted(8, modulo=3)],
    ids=["hub", "quests", "graph", "pairs", "count"],
)
def test_shares_are_those_of_the_pace(structure: Structure) -> None:
    """SOL-6.1, SOL-6.3: the pace keeps the share of each set of flags by itself."""
    pace, shares = pace_of(structure), shares_of(reach_of(structure))
    assert pace is not None
    assert shares == pytest.approx(pace.endings)


def test_players_who_differ_by_their_number_alone_are_one_diagram() -> None:
    """SOL-6.3: without it, an ending by the count of 24 takes more steps."""
    shares = shares_of(reach_of(counted(24, modulo=25)), most=3_000)
    assert shares is not None
    assert shares["0"] == pytest.approx(0.5**24)
    assert sum(shares.values()) == pytest.approx(1)


def test_shares_too_small_for_a_float_are_none() -> None:
    """SOL-6.1."""
    made = StructureWriter()
    row = [made.passage("start"), *(made.passage(f"row{at}") for at in range(1_100))]
    out, far, door = (made.passage(name, ending=name) for name in ("out", "far", "door"))
    for here, ahead in pairwise(row):
        made.choice(here, ahead)
        made.choice(here, out)
    fork, last = made.passage("fork"), made.passage("last")
    made.choice(row[-1], fork)
    for grants in ({"key"}, set[str]()):
        made.choice(fork, last, grants=frozenset(grants))
    made.choice(last, far)
    made.choice(last, door, requires=frozenset({"key"}))
    assert shares_of(reach_of(made.structure)) == pytest.approx({"out": 1, "far": 0, "door": 0})


def test_shares_that_take_too_long_are_not_given() -> None:
    """SOL-6.2."""
    with pytest.raises(TooManyStepsError):
        shares_of(reach_of(counted(24, modulo=25)), most=20)
