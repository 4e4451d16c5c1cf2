"""A map can highlight one playthrough."""

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.draw_map import (
    ChoiceHighlight,
    DrawMapUseCase,
    EndingHighlight,
    Extreme,
    find_playthrough,
)
from questfoundry.app.story_map.story_map import MapFormat, MapRenderer, StoryMap
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.strategies.shapes import plans
from tests.support.examples import examples
from tests.support.maps import in_words
from tests.support.naive_player import playthroughs
from tests.support.shapes import Shape, shaped

TWO = in_words(shaped(Shape(tails=(1, 3)), Shape(hard=True)))


@examples(20)
@given(plans(sizes=[Size.MICRO], most=3).map(in_words))
def test_the_shortest_and_the_longest(story: Story) -> None:
    """A wrong playthrough on the map would mislead authors. (MAP-2.1)"""
    ends = {each.id: each.ending for each in story.existing_structure.passages}
    walks = [(len(taken), ends[met[-1]]) for met, taken in playthroughs(story.existing_structure)]
    for extreme, least_or_most in ((Extreme.SHORTEST, min), (Extreme.LONGEST, max)):
        steps = least_or_most(steps for steps, _ in walks)
        assert len(find_playthrough(story, extreme).choices) == steps
    for ending in story.endings:
        played = find_playthrough(story, EndingHighlight(ending.id))
        assert played.ending == ending.id
        assert len(played.choices) == min(steps for steps, each in walks if each == ending.id)


def test_given_choices_are_taken() -> None:
    """Authors copy choice ids with or without prefix, and their path may stop early. (MAP-2.1)"""
    first = TWO.existing_structure.choices[0].id
    assert find_playthrough(TWO, ChoiceHighlight((first,))).choices == (first,)
    assert find_playthrough(TWO, ChoiceHighlight((first.removeprefix("choice::"),))).choices == (
        first,
    )
    assert find_playthrough(TWO, EndingHighlight("d2-x")).ending == "ending::d2-x"


def test_the_trail_is_marked_and_nothing_else() -> None:
    """A highlighted box off the path would show a wrong playthrough. (MAP-2.1)"""
    played = find_playthrough(TWO, Extreme.LONGEST)
    found = build_map(TWO, highlighted=played)
    assert {each.id for each in found.boxes if each.highlighted} == set(played.passages)
    structure = TWO.existing_structure
    marked = [
        choice.id
        for choice, line in zip(structure.choices, found.lines, strict=True)
        if line.highlighted
    ]
    assert sorted(marked) == sorted(played.choices)
    assert not any(each.highlighted for each in (*build_map(TWO).boxes, *build_map(TWO).lines))


def test_what_cannot_be_played_is_not_highlighted() -> None:
    """A mistyped ending, a closed choice or a loop must be an error with advice."""
    with pytest.raises(InputError, match=r"no ending 'sunrise'.*'d2-x' \(ending::d2-x\); 'd2-y'"):
        find_playthrough(TWO, EndingHighlight("sunrise"))

    with pytest.raises(InputError, match="'choice::jump' is not open"):
        find_playthrough(TWO, ChoiceHighlight(("jump",)))

    structure = TWO.existing_structure
    back = Choice(
        id="choice::back", source=structure.choices[0].target, target=structure.start, label="Back"
    )
    looped = evolve(TWO, structure=evolve(structure, choices=(*structure.choices, back)))
    with pytest.raises(InputError, match=r"No longest playthrough.*See all problems"):
        find_playthrough(looped, Extreme.LONGEST)


STORY = in_words(shaped(Shape(hard=True)))
BOXES = f"{len(STORY.existing_structure.passages)} boxes"


class CountingRenderer(MapRenderer):
    """A renderer that counts boxes."""

    def __init__(self, format_: MapFormat) -> None:
        self.format = format_
        self.suffix = f".{format_.value}"

    def render(self, story_map: StoryMap) -> bytes:
        return f"{self.format.value}: {len(story_map.boxes)} boxes".encode()


@pytest.mark.parametrize(
    ("wanted", "expected"), [(None, MapFormat.SVG), (MapFormat.MERMAID, MapFormat.MERMAID)]
)
def test_the_first_format_is_the_default(wanted, expected) -> None:
    """Authors who name no format get a picture that every browser opens. (MAP-5.1)"""
    renderers = [CountingRenderer(MapFormat.SVG), CountingRenderer(MapFormat.MERMAID)]
    drawn = DrawMapUseCase(renderers=renderers).execute(STORY, map_format=wanted)
    assert (drawn.content, drawn.format) == (f"{expected.value}: {BOXES}".encode(), expected)
    assert drawn.suffix == f".{expected.value}"
