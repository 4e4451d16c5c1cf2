"""Tests of the law that the options of a choice differ in something after the next screen."""

from itertools import combinations
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.choices import find_idle_choices
from questfoundry.domain.checks.law import Law
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.search import Search
from questfoundry.domain.story.passage import Structure, play
from tests.strategies.structures import FLAGS, STORY, structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer, Position
from tests.support.series import StructureWriter

MARK = frozenset({"mark::rope"})


def fork(*, reads: bool) -> Structure:
    """Return a choice with two options that rejoin; a later text may read the flag of one."""
    writer = StructureWriter()
    start, left, right = (writer.passage(each) for each in ("start", "left", "right"))
    middle, end = writer.passage("middle"), writer.passage("end", ending="ending::end")
    writer.choice(start, left, grants=MARK)
    writer.choice(start, right)
    writer.choice(left, middle)
    writer.choice(right, middle)
    writer.choice(middle, end)
    made = writer.structure
    texts = {end: MARK} if reads else {}
    passages = (evolve(e, conditional_flags=texts.get(e.id, ())) for e in made.passages)
    return evolve(made, passages=tuple(passages))


def idle(structure: Structure) -> list[Any]:
    return list(find_idle_choices(Search(graph=build_graph(structure))))


def test_a_choice_without_consequence_is_found_with_the_two_playthroughs() -> None:
    """The author sees that both playthroughs continue alike. (LAW-11.1)"""
    (found,) = idle(fork(reads=False))
    assert (found.rule, found.place) == (Law.MATTERS, "passage::start")
    assert found.counterexample == ("choice::0", "choice::2")
    assert found.twin == ("choice::1", "choice::3")
    for route in (found.counterexample, found.twin):
        assert play(fork(reads=False), route).passage == "passage::middle"


def test_a_flag_that_a_later_text_reads_is_a_consequence() -> None:
    """A callback two screens later is enough."""
    assert idle(fork(reads=True)) == []
    assert Law.MATTERS in {each.rule for each in check(fork(reads=False), story=STORY)}
    assert Law.MATTERS not in {each.rule for each in check(fork(reads=False))}


def future(player: NaivePlayer, here: Position) -> Any:
    """Return as a tree what a player can still read and choose."""
    passage = player.structure.passage(here.passage)
    texts = frozenset(passage.conditional_flags & here.flags)
    return (passage.id, texts, frozenset((c.id, future(player, p)) for c, p in player.next[here]))


@examples(150)
@given(structures(loops=False), st.integers(0, 6))
def test_no_choice_with_a_consequence_is_reported(structure: Structure, reader: int) -> None:
    """A wrong finding would make the author repair what works."""
    texts = {f"passage::{reader}": FLAGS[:1]}
    passages = (evolve(e, conditional_flags=texts.get(e.id, ())) for e in structure.passages)
    told = evolve(structure, passages=tuple(passages))
    player = NaivePlayer(told)
    for found in idle(told):
        met = [here for here in player.next if here.passage == found.place]
        assert met
        for here in met:
            after = [
                {future(player, later) for _, later in player.next[screen]}
                for _, screen in player.next[here]
            ]
            assert all(one == other for one, other in combinations(after, 2))


@pytest.mark.parametrize("ending", [False, True])
def test_options_that_end_the_story_differ(ending: bool) -> None:
    """After an ending there is no next screen, and two endings are a consequence."""
    writer = StructureWriter()
    start, one = writer.passage("start"), writer.passage("one", ending="ending::one")
    two = writer.passage("two", ending="ending::two" if ending else "")
    writer.choice(start, one)
    writer.choice(start, two)
    if not ending:
        writer.choice(two, one)
    assert idle(writer.structure) == []
