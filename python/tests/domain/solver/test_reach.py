"""Tests for the sets of flags that players can hold in each passage."""

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.domain.checks.check import check
from questfoundry.domain.solver.dataflow import is_terminating
from questfoundry.domain.solver.graph import Edge, build_graph
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import read_level
from tests.strategies.structures import structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.quests import arms, counted, hub, key_hunt, open_map, pairs, random_quests
from tests.support.walked_laws import is_sound


@examples(150)
@given(structures())
def test_the_sets_of_flags_are_those_of_a_player_with_all_in_hand(structure: Structure) -> None:
    """The diagrams must hold exactly the sets of flags that a player can have."""
    assert_families_as_walked(structure, NaivePlayer(structure))


def _list_read(structure: Structure, passage: str) -> frozenset[str]:
    """Return the flags that the texts and choices of ``passage`` (an id) read."""
    own = structure.passage(passage).conditional_flags
    leaving = structure.outgoing_choices(passage)
    return own.union(*(each.requires | each.forbids for each in leaving))


def assert_families_as_walked(structure: Structure, player: NaivePlayer) -> None:
    graph = build_graph(structure)
    reach = Reachability(graph, Zdd())
    held: list[set[int]] = [set() for _ in structure.passages]
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    # A level is tracked from where it matters, so it is compared only where it is read.
    levels = sum(bit for flag, bit in graph.bits.items() if read_level(flag))
    read = [
        sum(graph.bits.get(each, 0) for each in _list_read(structure, place)) for place in number
    ]
    tracked = [live & (~levels | own) for live, own in zip(graph.live, read, strict=True)]
    unconditional = Edge(choice=0, source=0, target=0, requires=0, forbids=0, grants=0)
    for position in player.ways:
        place = number[position.passage]
        flags = sum(graph.bits[flag] for flag in position.flags if flag in graph.bits)
        held[place].add(flags & tracked[place])
    for place, expected in enumerate(held):
        family = reach.zdd.image(reach.families[place], unconditional, tracked[place])
        assert reach.zdd.count_sets(family) == len(expected)
        assert all(reach.zdd.get_value(family, flags) for flags in expected)


@pytest.mark.parametrize(
    "structure",
    [
        key_hunt(100),
        pairs(100),
        counted(100, modulo=2),
        counted(40, modulo=41),
        open_map(100),
        arms(99),
        random_quests(90),
    ],
    ids=["keys", "pairs", "parity", "count", "map", "arms", "quests"],
)
def test_flags_that_meet_add_up_and_do_not_multiply(structure: Structure) -> None:
    """Flags that are read together must not make the diagrams grow exponentially."""
    reach = Reachability(build_graph(structure), Zdd(max_steps=100_000))
    assert reach.is_complete
    assert is_sound(check(structure, max_steps=100_000))


def test_a_hub_runs_out_unless_a_topic_can_be_read_again() -> None:
    """A hub of sixty topics is proven to end without visiting its states."""
    structure = hub(60)
    reach = Reachability(build_graph(structure), Zdd())
    reach.zdd.allow_steps(0)
    assert is_terminating(reach)
    first, back, *others = structure.choices
    again = evolve(structure, choices=(first, evolve(back, clears=first.grants), *others))
    assert not is_terminating(Reachability(build_graph(again), Zdd()))
