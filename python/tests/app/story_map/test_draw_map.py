"""The use case chooses the format of a map."""

import pytest

from questfoundry.app.story_map.draw_map import DrawMapUseCase, DrawnMap
from questfoundry.app.story_map.story_map import MapFormat, MapRenderer, StoryMap
from questfoundry.domain.errors import InputError
from tests.support.maps import in_words
from tests.support.shapes import Shape, shaped

STORY = in_words(shaped(Shape(hard=True)))
BOXES = f"{len(STORY.existing_structure.passages)} boxes"


class CountingRenderer(MapRenderer):
    """A renderer that counts boxes and may report an obstacle."""

    def __init__(self, format_: MapFormat, missing: str = "") -> None:
        self.format = format_
        self.suffix = f".{format_.value}"
        self._missing = missing

    def obstacle(self, story_map: StoryMap) -> str:
        return self._missing

    def render(self, story_map: StoryMap) -> str:
        return f"{self.format.value}: {len(story_map.boxes)} boxes"


def draw(missing: str = "", wanted: MapFormat | None = None) -> DrawnMap:
    renderers = [
        CountingRenderer(MapFormat.SVG, missing),
        CountingRenderer(MapFormat.MERMAID),
        CountingRenderer(MapFormat.DOT),
    ]
    return DrawMapUseCase(renderers=renderers).execute(STORY, map_format=wanted)


@pytest.mark.parametrize(
    ("missing", "wanted", "expected"),
    [
        ("", None, (f"svg: {BOXES}", ".svg", "")),
        ("It is Sunday.", None, (f"mermaid: {BOXES}", ".mermaid", "It is Sunday.")),
        ("It is Sunday.", MapFormat.DOT, (f"dot: {BOXES}", ".dot", "")),
    ],
)
def test_the_first_format_that_can_be_drawn(missing, wanted, expected) -> None:
    """Without Graphviz, authors still get a map and learn why it is not SVG. (MAP-5.1)"""
    drawn = draw(missing, wanted)
    assert (drawn.text, drawn.suffix, drawn.obstacle) == expected


def test_a_format_that_cannot_be_drawn() -> None:
    """A named format must fail with advice instead of giving another format."""
    with pytest.raises(InputError, match=r"It is Sunday\. Choose another format"):
        draw("It is Sunday.", MapFormat.SVG)
