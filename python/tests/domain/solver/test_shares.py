"""Tests for the share of random players at each ending, compared with enumeration."""

from itertools import pairwise
from unittest.mock import patch

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.domain.solver import shares as by_rows
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.play_length import measure_play_length
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.shares import compute_ending_shares
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import TooManyStepsError
from questfoundry.domain.story.passage import Structure
from tests.domain.solver.test_play_length import walked
from tests.strategies.structures import structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.quests import (
    StructureWriter,
    counted,
    key_hunt,
    pairs,
    random_graph,
    random_quests,
)


def reach_of(structure: Structure) -> Reachability:
    return Reachability(build_graph(structure), Zdd())


@examples(100)
@given(structures())
def test_shares_are_those_of_enumerating(structure: Structure) -> None:
    """The shares that warn about rare endings must be exact. (SOL-6.1)"""
    player = NaivePlayer(structure)
    shares = compute_ending_shares(reach_of(structure))
    if player.goes_round():
        assert shares is None
        return
    assert shares is not None
    plays = walked(player)
    for ending, share in shares.items():
        ends = [s for s, at, _ in plays if structure.passage(at.passage).ending == ending]
        assert share == pytest.approx(sum(ends))


def hub(topics: int) -> Structure:
    """Return a hub of once-only topics whose exit leads to one of three doors."""
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


STRUCTURES = {
    "hub": hub(3),
    "quests": random_quests(12),
    "graph": random_graph(8),
    "pairs": pairs(6),
    "hunt": key_hunt(6),
    "count": counted(8, modulo=3),
}
METHODS = (
    {"FEW_FLAGS": 4},
    {"FEW_FLAGS": 0},
    {"JOINT_STEPS": 0},
    {"FEW_FLAGS": 0, "JOINT_STEPS": 0},
)
"""Computing all flags at once, and one ending after the other."""


@pytest.mark.parametrize("method", METHODS, ids=str)
@pytest.mark.parametrize("structure", STRUCTURES.values(), ids=STRUCTURES)
def test_shares_are_those_of_the_pace(structure: Structure, method: dict[str, int]) -> None:
    """Two independent algorithms must agree on the shares. (SOL-6.1)"""
    pace = measure_play_length(structure)
    with patch.multiple(by_rows, **method):
        shares = compute_ending_shares(reach_of(structure))
    assert pace is not None
    assert shares == pytest.approx(pace.endings)


@pytest.mark.parametrize("flags", [60, 120])
def test_errands_that_hang_on_each_other_are_known_together_nowhere(flags: int) -> None:
    """Sixty linked errands have over a million sets of flags, too many to weigh one by one."""
    shares = compute_ending_shares(reach_of(random_quests(flags)), max_steps=400_000)
    assert shares is not None
    assert 0 < shares["won"] < 0.01
    assert sum(shares.values()) == pytest.approx(1)


def test_players_who_differ_by_their_number_alone_are_one_diagram() -> None:
    """One diagram per count would need too many steps for an ending that counts 24 flags."""
    shares = compute_ending_shares(reach_of(counted(24, modulo=25)), max_steps=3_000)
    assert shares is not None
    assert shares["0"] == pytest.approx(0.5**24)
    assert sum(shares.values()) == pytest.approx(1)


def test_shares_too_small_for_a_float_are_none() -> None:
    """A share too small for a float becomes zero and must not cause an error. (SOL-6.1)"""
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
    assert compute_ending_shares(reach_of(made.structure)) == pytest.approx(
        {"out": 1, "far": 0, "door": 0}
    )


def test_shares_that_take_too_long_are_not_given() -> None:
    """A story that needs too many steps must get no shares instead of wrong ones."""
    with pytest.raises(TooManyStepsError):
        compute_ending_shares(reach_of(counted(24, modulo=25)), max_steps=20)


def test_a_level_that_only_a_text_reads_after_an_attempt_does_not_change_the_shares() -> None:
    """The value with which players came must count, not the one that the attempt leaves behind."""
    shut, flag = frozenset({"level::trust-down-1"}), frozenset({"flag::calm"})
    writer = StructureWriter()
    start, hall, yes, no, last = map(writer.passage, ("start", "hall", "yes", "no", "last"))
    for step in (-1, 0, 0):
        writer.choice(start, hall, moves={"stat::trust": step})
    writer.choice(hall, yes, forbids=shut, grants=flag)
    writer.choice(hall, no, requires=shut, moves={"stat::trust": 1})
    writer.choice(yes, last)
    writer.choice(no, last)
    writer.choice(last, writer.passage("won", ending="won"), requires=flag)
    writer.choice(last, writer.passage("lost", ending="lost"), forbids=flag)
    read = [evolve(e, conditional_flags=shut if e.id == last else ()) for e in writer.passages]
    structure = evolve(writer.structure, passages=tuple(read))
    shares = compute_ending_shares(reach_of(structure))
    assert shares == pytest.approx({"won": 2 / 3, "lost": 1 / 3})
