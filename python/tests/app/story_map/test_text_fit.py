"""Tests of measuring texts and of breaking them into lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.story_map.shapes import fit_text, measure_text
from tests.strategies.hostile import hostile_text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("One line", ("One line",)),
        (" A text\nof  several words ", ("A text of", "several", "words")),
        ("one two three four five six", ("one two", "three four", "five six")),
        ("one two three four five six seven", ("one two", "three four", "five six …")),
        ("So anticonstitutional", ("So", "anticonstitut", "ional")),
        ("", ()),
        ("\u200b \u200f", ()),
    ],
)
def test_texts_are_broken_at_words_and_cut_with_dots(text: str, lines: tuple[str, ...]) -> None:
    """A long title must not run out of its box."""
    assert fit_text(text, 62, 10, most=3) == lines


@given(hostile_text(), st.floats(30, 300), st.booleans())
def test_no_line_is_wider_than_its_box(text: str, width: float, is_bold: bool) -> None:
    """Texts in any script must stay in their boxes. (MAP-4.1)"""
    lines = fit_text(text, width, 11, most=4, is_bold=is_bold)
    assert len(lines) <= 4
    assert all(measure_text(line, 11, is_bold=is_bold) <= width for line in lines)


def test_wide_scripts_are_wide_and_marks_have_no_width() -> None:
    """Chinese signs are as wide as high, and accents stand above their letters."""
    assert measure_text("中文", 10) > 20
    assert measure_text("e\u0301", 10) == measure_text("é", 10) == measure_text("e", 10)
    assert measure_text("Ж", 10) > measure_text("ж", 10)
    assert measure_text("a", 10, is_bold=True) > measure_text("a", 10)
