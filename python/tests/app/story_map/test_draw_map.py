"""The use case chooses the format of a map."""

import pytest

from questfoundry.app.story_map.draw_map import DrawMapUseCase
from questfoundry.app.story_map.story_map import MapFormat, MapRenderer, StoryMap
from tests.support.maps import in_words
from tests.support.shapes import Shape, shaped

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
