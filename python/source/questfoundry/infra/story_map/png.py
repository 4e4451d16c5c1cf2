"""Draw the story map as PNG, by rendering its SVG with resvg."""

from importlib.resources import as_file, files
from math import sqrt

from questfoundry.app.story_map.story_map import MapFormat, MapRenderer, StoryMap
from questfoundry.infra.export import gamebook
from questfoundry.infra.story_map.svg import SvgPicture, draw_picture

SHARP = 2.0
"""The most pixels of the picture for one pixel of the SVG, so that small texts are sharp."""

MOST_PIXELS = 64_000_000
"""A larger picture is made smaller, because many programs cannot open it."""


class PngMapRenderer(MapRenderer):
    """A renderer that draws the SVG of the map with the fonts of the machine.

    Letters that these fonts lack come from the font of the gamebooks.
    """

    format = MapFormat.PNG
    suffix = ".png"

    def __init__(self, *, most_pixels: int = MOST_PIXELS) -> None:
        self._most_pixels = most_pixels

    def render(self, story_map: StoryMap) -> bytes:
        from resvg_py import svg_to_bytes  # loaded with the first picture only

        svg = draw_picture(story_map)
        with as_file(files(gamebook).joinpath("fonts")) as folder:
            return svg_to_bytes(svg_string=svg.text, zoom=self._zoom(svg), font_dirs=[str(folder)])

    def _zoom(self, svg: SvgPicture) -> float:
        return min(SHARP, sqrt(self._most_pixels / (svg.width * svg.height)))
