"""What stands on the map of the small story, and of stories drawn at random."""

from __future__ import annotations

import asyncio

import pytest
from attrs import evolve
from hypothesis import given, settings

from questfoundry.app.story_map.builder import map_of
from questfoundry.app.story_map.story_map import Box, Line, PathCode, StoryMap
from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.story import Story
from tests.strategies.shapes import plans
from tests.support.maps import in_words
from tests.support.shapes import Shape, shaped
from tests.support.small_story import made_until, story_of


@pytest.fixture(scope="module")
def story() -> Story:
    return story_of(asyncio.run(made_until("grow")))


def box(story_map: StoryMap, title: str) -> Box:
    return next(each for each in story_map.boxes if each.title == title)


def line(story_map: StoryMap, label: str) -> Line:
    return next(each for each in story_map.lines if each.label == label)


def test_passages_stand_there_with_their_words(story: Story) -> None:
    """MAP-1.1. The start and the endings can be told from the others."""
    found = map_of(story)
    assert found.title == "The Drowned Ledger"
    assert box(found, "The Tide Bell").notes == ("start", "185 to 295 words")
    assert box(found, "Names in Wet Ink").notes == ("150 to 240 words",)
    assert {each.ending for each in found.boxes} == {
        "",
        "The Harbour Closes",
        "Read Aloud",
        "Names Without Echo",
    }
    written = evolve(story, prose={story.settled_structure.start: "It is dark."})
    assert box(map_of(written), "The Tide Bell").notes == ("start", "3 words")


@settings(max_examples=10)
@given(plans(most=4).map(in_words))
def test_nothing_is_left_out(story: Story) -> None:
    """MAP-1.1. Every passage and every choice, in their order."""
    structure, found = story.settled_structure, map_of(story)
    assert [(each.id, each.title) for each in found.boxes] == [
        (each.id, each.title) for each in structure.passages
    ]
    assert [(each.source, each.target, each.label) for each in found.lines] == [
        (each.source, each.target, each.label) for each in structure.choices
    ]


def test_paths_have_a_number_and_a_letter(story: Story) -> None:
    """MAP-1.2."""
    found = map_of(story)
    air, ledger = found.legend
    assert (air.number, air.question) == (1, "Is there breath enough for two in the vault?")
    assert air.answers == {"a": "She shares her air.", "b": "She surfaces alone."}
    assert ledger.number == 2
    assert box(found, "The Last Bottle").code == PathCode(1, "b")
    assert str(line(found, "Lay the ledger on the desk").code) == "2a"
    assert box(found, "Names in Wet Ink").code is None
    assert line(found, "Go on").code is None


def test_an_answer_that_nobody_explores_is_not_explained() -> None:
    """MAP-1.2."""
    story = in_words(shaped(Shape(tails=(2,)), Shape(hard=True)))
    one, other = map_of(story).legend
    assert (list(one.answers), list(other.answers)) == (["a"], ["a", "b"])


@pytest.mark.parametrize(
    ("residue", "after"), [(Residue.HEAVY, 2), (Residue.LIGHT, 0), (Residue.COSMETIC, 0)]
)
def test_what_a_path_leaves_behind_is_set_apart(residue: Residue, after: int) -> None:
    """MAP-1.3."""
    found = map_of(in_words(shaped(Shape(residue=residue), Shape(hard=True))))
    left = [each for each in found.boxes if each.residue]
    assert [each.notes[-1] for each in left] == ["after 1a", "after 1b"][:after]


def test_conditions_are_told_by_the_paths_that_set_the_flags(story: Story) -> None:
    """MAP-1.4. What the path taken sets goes without saying."""
    found = map_of(story)
    assert [each.conditions for each in found.lines if each.conditions] == [("if 1a",), ("if 1b",)]
    assert line(found, "Lay the ledger on the desk").conditions == ()

    structure = story.settled_structure
    first, *others = structure.choices
    flags = [flag for path in story.paths for each in path.consequences for flag in [each.flag]]
    odd = evolve(first, requires=flags[:1], forbids=flags[1:2], grants=["flag::odd", flags[-1]])
    changed = evolve(structure, choices=(odd, *others))
    conditions = map_of(evolve(story, structure=changed)).lines[0].conditions
    assert conditions == ("if 1a", "unless 1b", "sets 2b", "sets odd")


def test_beats_are_shown_when_asked_for(story: Story) -> None:
    """MAP-1.5."""
    assert not any(each.beats for each in map_of(story).boxes)
    found = map_of(story, beats=True)
    second = box(found, "The Tide Bell").beats[1]
    (first,) = box(found, "Names in Wet Ink").beats
    assert (first.text, first.note) == (
        "The ledger dries, and the names can be read.",
        "question 2, Police Barge",
    )
    assert second.note == "question 1, Sunken Bank"
    (commit,) = box(found, "The Last Bottle").beats
    assert (commit.note, commit.code) == ("Sunken Bank", PathCode(1, "b"))
