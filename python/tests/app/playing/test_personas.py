"""Tests of personas, who choose by a rule, against a naive player of the same story."""

from functools import cache

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.app.playing.personas import play_as
from questfoundry.domain.errors import InputError
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from questfoundry.domain.story.story import Story
from tests.docs.test_example_story import RECORDED, load_story
from tests.strategies.features import any_story
from tests.strategies.structures import Told
from tests.support.examples import examples
from tests.support.naive_player import Held

TONGUE = "stat::your-tongue"

example = cache(lambda: load_story(RECORDED))


def walk(story: Story, route: tuple[str, ...]) -> list[tuple[list[Choice], Held, Choice]]:
    """Return the open choices, the flags and the taken choice of each step of a naive player."""
    structure, here, held = story.existing_structure, story.existing_structure.start, Held()
    steps = []
    for taken in route:
        offered = [e for e in structure.outgoing_choices(here) if held.opens(e)]
        choice = next(each for each in offered if each.id == taken)
        steps.append((offered, held, choice))
        here, held = choice.target, held.take(choice)
    assert structure.passage(here).ending
    return steps


def test_the_explorer_sees_every_topic_before_moving_on() -> None:
    """Somebody who tries everything reads every topic of a hub. (PLS-3.4)"""
    structure = example().existing_structure
    steps = walk(example(), play_as(example(), "explorer"))
    visited = {structure.start, *(choice.target for *_, choice in steps)}
    hubs = {each.hub for each in structure.passages if each.hub} & visited
    assert hubs
    for hub in hubs:
        assert {each.id for each in structure.passages if each.hub == hub} <= visited


def test_the_hurried_reader_needs_the_fewest_choices() -> None:
    """No other reader is at an ending earlier. (PLS-3.4)"""
    steps = walk(example(), play_as(example(), "hurried"))
    length = Solver(example().existing_structure).measure_play_length()
    assert length
    assert len(steps) + 1 == length.screens.least


@pytest.mark.parametrize(("verb", "sign"), [("raise", 1), ("lower", -1)])
@pytest.mark.parametrize("name", ["your-tongue", "Your tongue"])
def test_a_stat_is_moved_as_far_as_each_choice_allows(verb: str, sign: int, name: str) -> None:
    """An author tests what a reader meets who always leans to one side. (PLS-3.4)"""
    steps = walk(example(), play_as(example(), f"{verb}:{name}"))
    for offered, _, choice in steps:
        best = max(sign * each.moves.get(TONGUE, 0) for each in offered)
        equal = [each for each in offered if sign * each.moves.get(TONGUE, 0) == best]
        assert choice == equal[0]
    assert any(len({each.moves.get(TONGUE, 0) for each in offered}) > 1 for offered, *_ in steps)


@pytest.mark.parametrize(("persona", "index"), [("first", 0), ("last", -1)])
def test_two_readers_always_take_the_choice_at_the_same_place(persona: str, index: int) -> None:
    """Readers in doubt take what is nearest. (PLS-3.4)"""
    steps = walk(example(), play_as(example(), persona))
    assert all(choice == offered[index] for offered, _, choice in steps)


@examples(40)
@given(any_story())
def test_a_persona_plays_until_no_choice_is_open(told: Told) -> None:
    """A test must not change by chance, and must not stop half-way. (PLS-3.4)"""
    story = Story(structure=told.structure)
    route = play_as(story, "explorer")
    assert not play(told.structure, route).open
    assert play_as(story, "explorer") == route


def test_a_reader_in_a_circle_is_refused() -> None:
    """A play that never ends cannot be kept."""
    circle = Structure(
        start="a",
        passages=(Passage(id="a"), Passage(id="b", ending="over")),
        choices=(
            Choice(id="again", source="a", target="a"),
            Choice(id="on", source="a", target="b"),
        ),
    )
    story = evolve(example(), structure=circle)
    with pytest.raises(InputError, match="10,000 choices without reaching an ending"):
        play_as(story, "first")
    assert play_as(story, "last") == play_as(story, "explorer") == ("on",)


@pytest.mark.parametrize(
    ("persona", "said"),
    [
        ("bold", "There is no persona 'bold'. Choose one of these: explorer, "),
        ("first:your-tongue", "There is no persona"),
        ("raise:luck", "no stat 'luck'. Its stats: kaias-place, your-tongue."),
        ("lower", "no stat ''. Its stats: "),
    ],
)
def test_an_unknown_persona_or_stat_is_named(persona: str, said: str) -> None:
    """The author sees what may be written instead."""
    with pytest.raises(InputError, match=said):
        play_as(example(), persona)
