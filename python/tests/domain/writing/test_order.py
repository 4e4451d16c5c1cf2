"""Tests for the order of writing, on woven stories and any sound structure."""

import pytest
from hypothesis import given

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing.may_must import Arrival, find_arrivals
from questfoundry.domain.writing.order import MAX_RECENT_PASSAGES, find_writing_order
from tests.strategies.shapes import plans
from tests.strategies.structures import Told, sound
from tests.support.examples import examples
from tests.support.shapes import Shape, shaped


def loose(*joined: tuple[str, str], ends: tuple[str, ...]) -> Structure:
    names = dict.fromkeys(name for pair in joined for name in pair)
    return Structure(
        start=joined[0][0],
        passages=tuple(Passage(id=name, ending="end" if name in ends else "") for name in names),
        choices=tuple(
            Choice(id=f"{source}-{target}", source=source, target=target)
            for source, target in joined
        ),
    )


WAYS = (("a", "b"), ("a", "x"), ("b", "c"), ("x", "y"), ("y", "c"), ("c", "d"), ("a", "z"))


def test_what_leads_back_to_the_first_arc_is_written_before_it_goes_on() -> None:
    """The main route refers to side branches."""
    order = find_writing_order(loose(*WAYS, ends=("d", "z")))
    assert [turn.passage for turn in order] == ["a", "b", "x", "y", "c", "d", "z"]


def test_a_place_of_meeting_is_written_after_all_branches_that_come_to_it() -> None:
    """A passage after a join must fit the prose of every branch."""
    turns = {turn.passage: turn for turn in find_writing_order(loose(*WAYS, ends=("d", "z")))}
    assert turns["c"].dependencies == {"a", "b", "y"}
    assert turns["c"].recent_passages == ("a", "b")
    assert turns["y"].dependencies == {"a", "x"}


def test_branches_wait_for_no_other_branch() -> None:
    """Independent branches can be written in parallel, which saves the author time."""
    story = shaped(*[Shape(residue=Residue.COSMETIC)] * 3, Shape(hard=True))
    structure = weave(story).structure
    after = {turn.passage: turn.dependencies for turn in find_writing_order(structure)}
    forks = [each.id for each in structure.passages if len(structure.outgoing_choices(each.id)) > 1]
    assert len(forks) >= 3
    for fork in forks:
        heads = {way.target for way in structure.outgoing_choices(fork)}
        for head in heads:
            assert after[head].isdisjoint(heads)


@given(plans())
@examples(40)
def test_every_passage_of_any_plan_has_its_turn_after_what_it_needs(story: Story) -> None:
    """A passage without a turn, or before its inputs, could not be written."""
    structure = weave(story).structure
    hold(structure)


@given(sound())
@examples(40)
def test_every_passage_of_any_sound_structure_has_its_turn(told: Told) -> None:
    """An author's edited structure needs a complete order of writing, too."""
    hold(told.structure)


def hold(structure: Structure) -> None:
    order = find_writing_order(structure)
    assert sorted(turn.passage for turn in order) == sorted(each.id for each in structure.passages)
    written: set[str] = set()
    for turn in order:
        assert turn.dependencies <= written
        assert {way.source for way in structure.incoming_choices(turn.passage)} <= turn.dependencies
        written.add(turn.passage)
        played = play(structure, turn.choices)
        assert played.passage == turn.passage
        assert turn.recent_passages == played.passages[:-1][-MAX_RECENT_PASSAGES:]
    assert find_writing_order(structure) == order


@given(sound())
@examples(40)
def test_what_is_certain_is_set_on_every_way(told: Told) -> None:
    structure = told.structure
    known = find_arrivals(structure)
    for turn in find_writing_order(structure):
        flags = play(structure, turn.choices).flags
        assert known[turn.passage].must <= flags <= known[turn.passage].may


def test_a_passage_that_asks_for_an_answer_is_met_on_its_ways_alone() -> None:
    """A variant's writer may rely on its own path and must not hear of the other."""
    answers = {"x": frozenset({"flag::x"}), "y": frozenset({"flag::y"})}
    choices = [
        *(Choice(id=f"a-{to}", source="a", target=to, takes=to, grants=answers[to]) for to in "xy"),
        *(Choice(id=f"{at}-m", source=at, target="m") for at in "xy"),
        *(Choice(id=f"m-{to}", source="m", target=f"v{to}", requires=answers[to]) for to in "xy"),
    ]
    ids = ("a", "x", "y", "m", "vx", "vy")
    passages = tuple(Passage(id=each, ending=each if each[0] == "v" else "") for each in ids)
    known = find_arrivals(Structure(start="a", passages=passages, choices=tuple(choices)))

    assert known["m"] == Arrival(
        may=answers["x"] | answers["y"], certain_predecessors=frozenset({"a"})
    )
    for path in "xy":
        assert known[f"v{path}"] == Arrival(
            must=answers[path], may=answers[path], certain_predecessors=frozenset({"a", path, "m"})
        )


def test_what_cannot_be_met_cannot_be_written() -> None:
    """An unreachable passage has no story before it, so the author must repair the graph."""
    structure = loose(("a", "b"), ("x", "b"), ends=("b",))
    with pytest.raises(InputError, match="No playthrough reaches x"):
        find_writing_order(structure)


def test_a_story_that_never_ends_cannot_be_written() -> None:
    """A structure whose first choices never end has no order of writing."""
    structure = loose(("a", "b"), ("b", "a"), ("a", "c"), ends=("c",))
    with pytest.raises(InputError, match="never reaches an ending"):
        find_writing_order(structure)
