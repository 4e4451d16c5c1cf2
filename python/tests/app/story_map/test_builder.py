"""The map's content for the small story and for random stories."""

import asyncio

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.app.story_map.builder import build_map, number_chapters
from questfoundry.app.story_map.story_map import Box, Line, PathCode, StoryMap
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.story import Story
from tests.strategies.shapes import plans
from tests.support.chapters import with_chapters
from tests.support.deeds import with_deeds
from tests.support.examples import examples
from tests.support.maps import in_words
from tests.support.shapes import Shape, shaped
from tests.support.small_story import made_until, story_of
from tests.support.structures import corridor


@pytest.fixture(scope="module")
def story() -> Story:
    return story_of(asyncio.run(made_until("grow")))


def box(story_map: StoryMap, title: str) -> Box:
    return next(each for each in story_map.boxes if each.title == title)


def line(story_map: StoryMap, label: str) -> Line:
    return next(each for each in story_map.lines if label in labels(each))


def labels(one: Line) -> list[str]:
    return [option.label for option in one.options]


def conditions(one: Line) -> tuple[str, ...]:
    return tuple(each for option in one.options for each in option.conditions)


def test_passages_stand_there_with_their_words_codes_and_beats(story: Story) -> None:
    """Authors find lengths on the map, and short codes keep it readable. (MAP-1.2)"""
    found = build_map(story)
    assert found.title == "The Drowned Ledger"
    assert box(found, "The Tide Bell").notes == ("start", "125 to 200 words")
    assert box(found, "Names in Wet Ink").notes == ("125 to 200 words",)
    assert {each.ending for each in found.boxes} == {
        "",
        "The Harbour Closes",
        "Read Aloud",
        "Names Without Echo",
    }
    written = evolve(story, prose={story.existing_structure.start: "It is dark."})
    assert box(build_map(written), "The Tide Bell").notes == ("start", "3 words")

    air, ledger = found.legend
    assert (air.number, air.question) == (1, "Is there breath enough for two in the vault?")
    assert air.answers == {"a": "She shares her air.", "b": "She surfaces alone."}
    assert ledger.number == 2
    assert box(found, "The Last Bottle").code == PathCode(1, "b")
    assert str(line(found, "Lay the ledger on the desk").code) == "2a"
    assert box(found, "Names in Wet Ink").code is None
    assert line(found, "Go on").code is None

    assert not any(each.beats for each in build_map(story).boxes)
    found = build_map(story, beats=True)
    second = box(found, "The Tide Bell").beats[1]
    (first,) = box(found, "Names in Wet Ink").beats
    assert (first.text, first.note) == (
        "The ledger dries, and the names can be read.",
        "question 2, Police Barge",
    )
    assert second.note == "question 1, Sunken Bank"
    (commit,) = box(found, "The Last Bottle").beats
    assert (commit.note, commit.code) == ("Sunken Bank", PathCode(1, "b"))


@examples(10)
@given(plans(most=4).map(in_words))
def test_nothing_is_left_out(story: Story) -> None:
    """A passage or choice missing from the map hides a part of the story."""
    structure, found = story.existing_structure, build_map(story)
    assert [(each.id, each.title) for each in found.boxes] == [
        (each.id, each.title) for each in structure.passages
    ]
    assert [(each.source, each.target, labels(each)) for each in found.lines] == [
        (each.source, each.target, [each.label]) for each in structure.choices
    ]
    assert found.choices == len(structure.choices)


def test_an_answer_that_nobody_explores_is_not_explained() -> None:
    """The legend must not list answers that no passage shows. (MAP-1.2)"""
    story = in_words(shaped(Shape(tails=(2,)), Shape(hard=True)))
    one, other = build_map(story).legend
    assert (list(one.answers), list(other.answers)) == (["a"], ["a", "b"])


@pytest.mark.parametrize(
    ("residue", "after"), [(Residue.HEAVY, 2), (Residue.LIGHT, 0), (Residue.COSMETIC, 0)]
)
def test_what_a_path_leaves_behind_is_set_apart(residue: Residue, after: int) -> None:
    """Authors need to see which passages only some players read."""
    found = build_map(in_words(shaped(Shape(residue=residue), Shape(hard=True))))
    left = [each for each in found.boxes if each.residue]
    assert [each.notes[-1] for each in left] == ["after 1a", "after 1b"][:after]


def test_conditions_are_told_by_the_paths_that_set_the_flags(story: Story) -> None:
    """Flag ids mean nothing to authors, so conditions use the codes of paths."""
    found = build_map(story)
    assert [conditions(each) for each in found.lines if conditions(each)] == [
        ("if 1a",),
        ("if 1b",),
    ]
    assert conditions(line(found, "Lay the ledger on the desk")) == ()

    structure = story.existing_structure
    first, *others = structure.choices
    flags = [flag for path in story.paths for each in path.consequences for flag in [each.flag]]
    odd = evolve(first, requires=flags[:1], forbids=flags[1:2], grants=["flag::odd", flags[-1]])
    changed = evolve(structure, choices=(odd, *others))
    changed_line = build_map(evolve(story, structure=changed)).lines[0]
    assert conditions(changed_line) == ("if 1a", "unless 1b", "sets 2b", "sets odd")


def test_an_act_is_one_line_and_a_hub_one_frame(story: Story) -> None:
    """Drawing each option separately would make the map unreadable."""
    story = with_deeds(story)
    found = build_map(story)
    structure = story.existing_structure
    act = line(found, "Scream for the boat")
    assert labels(act) == ["Scream for the boat", "Swim for the boat", "Float on your back"]
    assert (act.has_options, conditions(act)) == (True, ())
    dare = line(found, "Slide it over without a word")
    assert labels(dare) == ["Lay the ledger on the desk", "Slide it over without a word"]
    assert (str(dare.code), conditions(dare)) == ("2a", ("if \u201cHold his wrist\u201d",))

    [hub] = {each.hub for each in structure.passages if each.hub}
    topics = [each.id for each in structure.passages if each.hub]
    inside = [each for each in found.lines if each.source in (hub, *topics)]
    *looks, leave = inside
    assert [(each.source, each.target) for each in looks] == [(hub, topic) for topic in topics]
    assert not any(conditions(each) for each in looks)
    assert (leave.source, conditions(leave)) == (hub, ("if \u201cFeel for his boots\u201d",))
    assert {each.id for each in found.boxes if each.hub} == {hub, *topics}
    assert [each.id for each in found.boxes if each.is_topic] == topics
    assert found.choices == len(structure.choices) > len(found.lines)

    topic = next(each.id for each in structure.passages if each.hub)
    away = Choice(id="choice::away", source=topic, target=structure.start, label="Dive")
    found = build_map(
        evolve(story, structure=evolve(structure, choices=(*structure.choices, away)))
    )
    assert line(found, "Dive").source == topic


def test_chapters_reach_to_where_the_next_begins(story: Story) -> None:
    """A chapter that begins in several variants needs its title at each variant."""
    structure = corridor(4)
    _, second, third, fourth = (each.id for each in structure.passages)
    assert number_chapters(structure, {second: "One", third: "Two"}) == {
        second: 1,
        third: 2,
        fourth: 2,
    }
    assert number_chapters(structure, {}) == {}

    start, *_, other, last = [each.id for each in story.existing_structure.passages]
    found = build_map(with_chapters(story, {start: "One", last: "Two"}))
    begins = {each.id: each.begins for each in found.boxes if each.begins}
    assert begins == {start: "One", other: "Two", last: "Two"}
    assert [each.chapter for each in found.boxes] == [1] * (len(found.boxes) - 2) + [2, 2]
