"""Tests of maps as PNG: sharp, and never too large to open."""

from io import BytesIO

from PIL import Image

from questfoundry.app.story_map.builder import build_map
from questfoundry.infra.story_map.svg import PngMapRenderer, draw_picture
from tests.support.maps import in_words
from tests.support.shapes import Shape, shaped

MAP = build_map(in_words(shaped(Shape(hard=True))))


def open_picture(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content)).convert("RGB")


def test_a_picture_is_twice_as_large_as_the_svg_and_shows_texts() -> None:
    """Small texts are unreadable at the size of the SVG. (MAP-5.1)"""
    svg, picture = draw_picture(MAP), open_picture(PngMapRenderer().render(MAP))
    assert abs(picture.width - 2 * svg.width) <= 2
    assert picture.getpixel((1, 1)) == (255, 255, 255)
    head = picture.crop((0, 0, picture.width, 100))
    assert min(level for level, _ in head.getextrema()) < 60


def test_a_large_picture_is_made_smaller() -> None:
    """Many programs refuse pictures of hundreds of millions of pixels."""
    picture = open_picture(PngMapRenderer(most_pixels=100_000).render(MAP))
    assert 80_000 < picture.width * picture.height < 110_000
