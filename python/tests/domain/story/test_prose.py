"""Tests for parsing prose into paragraphs, conditional text, emphasis and scene breaks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.prose import (
    ProseSpan,
    count_words,
    find_conditional_names,
    index_flags_by_name,
    paragraphs_of,
    remove_conditional_text,
    remove_markup,
)

FLAGS = index_flags_by_name(("flag::keep-it-1", "flag::sink-it-1"))
PROSE = """\
The bell *rings*.

[keep-it-1]
The ledger is *heavy*
under her coat.

* * *

[EXIT]
stands on the door, and [sink-it-1] below."""


def test_an_insert_asks_for_its_flag_and_all_else_is_read_by_everybody() -> None:
    """Every export relies on this parse to show conditional text to the right players. (PRS-8.4)"""
    parts = paragraphs_of(PROSE, FLAGS)
    assert [part.flag for part in parts] == ["", "flag::keep-it-1", "", ""]
    assert [part.is_scene_break for part in parts] == [False, False, True, False]
    assert parts[1].text == "The ledger is *heavy*\nunder her coat."
    assert parts[1].spans == (
        ProseSpan("The ledger is "),
        ProseSpan("heavy", emphasized=True),
        ProseSpan("\nunder her coat."),
    )
    assert [part.is_visible_with({"flag::sink-it-1"}) for part in parts] == [
        True,
        False,
        True,
        True,
    ]
    everybody, _, insert = PROSE.partition("\n\n[keep-it-1]")
    assert remove_conditional_text(PROSE) == everybody + insert.removeprefix(
        "\nThe ledger is *heavy*\nunder her coat."
    )
    assert remove_markup("Go.\n\n[keep-it-1]\n*Now*.") == "Go.\n\nNow."


def test_a_name_that_is_no_flag_is_text_for_everybody() -> None:
    """An unknown flag must not hide text, and the prose check must still see its name. (PRS-8.4)"""
    assert [part.flag for part in paragraphs_of("[kept]\nYes.", FLAGS)] == [""]
    assert find_conditional_names("[kept]\nYes.\n\n[not one]\nNo.\n\n[alone]") == ("kept",)


@pytest.mark.parametrize(
    "text", ["2*3*4", "a * b * c", "**so", "so**", "*so", "* so*", "snake*case*x"]
)
def test_asterisks_that_are_not_around_words_are_text(text: str) -> None:
    """A lone asterisk is part of the text and must not start emphasis. (PRS-8.4)"""
    (part,) = paragraphs_of(text, {})
    assert part.plain_text == text


@given(st.text(alphabet="a b*[]-\n1_\u2042", max_size=60))
def test_no_word_is_lost(prose: str) -> None:
    """Parsing must never drop a word that the author wrote. (PRS-8.4)"""
    parts = paragraphs_of(prose, FLAGS)
    kept = "".join(span.text for part in parts for span in part.spans)
    letters = [each for each in prose if each.isalnum()]
    assert [each for each in kept if each.isalnum()] == letters
    assert all(part.text == part.text.strip() and part.text for part in parts)


def test_words_are_counted_as_players_read_them() -> None:
    """Names of inserts, marks and scene breaks are no words."""
    prose = "Two *bold words*.\n\n* * *\n\n[mark-of-salt]\nFour words of insert."
    assert count_words(prose) == 7
