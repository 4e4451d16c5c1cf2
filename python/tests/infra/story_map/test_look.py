"""Tests of map colours with readable contrast and of breaking texts into lines."""

import pytest

from questfoundry.app.story_map.story_map import PathCode
from questfoundry.infra.story_map.look import ink_of, wrap_text

# Okabe and Ito, "Color Universal Design" (2008), without black.
OKABE_ITO = {"#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"}
CODES = [None, *(PathCode(number, "a") for number in range(1, 8))]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_black_text_can_be_read_on_every_ground() -> None:
    """Text on a coloured box must be readable for people with weak sight."""
    assert min((luminance(ink_of(code).fill) + 0.05) / 0.05 for code in CODES) >= 7


def test_dilemmas_have_colours_that_can_be_told_apart() -> None:
    """Colour-blind readers can distinguish these colours; an eighth dilemma reuses the first."""
    assert {ink_of(code).line for code in CODES[1:]} == OKABE_ITO
    assert ink_of(PathCode(8, "b")) == ink_of(PathCode(1, "a"))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("One line", ["One line"]),
        (" A text\nof  several words ", ["A text of", "several", "words"]),
        ("one two three four five six", ["one two", "three four", "five six"]),
        ("one two three four five six seven", ["one two", "three four", "five ..."]),
        ("x" * 99, ["x" * 10, "x" * 10, "..."]),
        ("", [""]),
        ("\u200b \u200f", [""]),
    ],
)
def test_texts_are_broken_and_cut(text: str, lines: list[str]) -> None:
    """A long title must not grow beyond its box."""
    assert wrap_text(text, 10, most=3) == lines
