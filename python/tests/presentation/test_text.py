"""Safe text for terminals, and readable numbers."""

import unicodedata
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.artifacts.version import brief_fields_of, fields_of
from questfoundry.presentation.console import StreamWrapper
from questfoundry.presentation.text import (
    clean,
    clip,
    count_of,
    format_count,
    format_money,
    format_playthroughs,
    format_share,
)


@given(st.text(st.characters(), max_size=50))
def test_nothing_that_is_cleaned_commands_a_terminal(text):
    """A foreign text must not move the cursor or change the terminal. (CLI-12.1)"""
    cleaned = clean(text)
    assert {c for c in cleaned if unicodedata.category(c) in ("Cc", "Cs")} <= {"\n", "\t"}
    assert clean(cleaned) == cleaned
    cleaned.encode()


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs", "M")), max_size=50))
def test_what_people_write_stays_as_it_is(text):
    """Cleaning must not damage text in any script."""
    assert clean(text) == text


@pytest.mark.parametrize(
    ("dollars", "shown"),
    [
        (None, "cost unknown"),
        (Decimal(0), "no cost"),
        (Decimal("0.00125"), "$0.0012"),
        (Decimal("12.5"), "$12.50"),
    ],
)
def test_costs_are_dollars(dollars, shown):
    """Showing an unknown price as zero would make a model look free."""
    assert format_money(dollars) == shown


def test_counts_have_their_number() -> None:
    """Singular and plural must fit the number, and huge counts must stay short."""
    assert format_count(1, "call") == "1 call"
    assert format_count(2345, "token") == "2,345 tokens"

    assert [format_playthroughs(arcs) for arcs in (1, 8, 2**70)] == [
        "1 playthrough",
        "8 playthroughs",
        "2^70 playthroughs",
    ]


def test_any_artifact_can_be_shown_in_short_and_as_an_outline() -> None:
    """Stages from plug-ins have unknown fields, so any artifact needs a readable form."""
    data = {
        "type": "seed",
        "version": 1,
        "tone": "dark",
        "creative_vision": "a b c d e f g",
        "themes": ["x", "y"],
        "paths": {"path::up": {"summary": "She goes up."}},
        "beats": [{"summary": "s", "location": "l"}, {"name": "n"}],
        "notes": "",
    }
    assert list(brief_fields_of(data)) == [
        ("Tone", "dark"),
        ("Creative vision", "a b c d e f g"),
        ("Themes", "x; y"),
        ("Paths", "1: up"),
        ("Beats", "2: s; n"),
    ]

    data = {
        "entities": [
            {"id": "character::mara", "name": "Mara", "concept": "A diver.", "off": False}
        ],
        "paths": {"path::up": {"summary": "She goes up.", "tail": [{"summary": "Air."}]}},
    }
    assert list(fields_of(data)) == [
        ("Entities", "Mara (character::mara)\n  Concept: A diver."),
        ("Paths", "path::up\n  Summary: She goes up.\n  Tail: Air."),
    ]


@given(
    st.lists(st.text(st.sampled_from("ab \n"), max_size=6), max_size=12),
    st.integers(min_value=1, max_value=12),
)
def test_streamed_words_stay_whole(pieces, width):
    """However a streamed answer is cut into pieces, only spaces at line breaks may change."""
    wrapper = StreamWrapper(width)
    shown = "".join([*map(wrapper.feed, pieces), wrapper.flush()])
    assert shown.split() == "".join(pieces).split()
    longest = max(map(len, shown.split()), default=0)
    assert all(len(line) <= max(width, longest) for line in shown.split("\n"))
    at_once = StreamWrapper(width)
    assert shown == at_once.feed("".join(pieces)) + at_once.flush()


def test_wide_characters_take_two_columns():
    """Chinese text would overflow the line if each character counted as one column."""
    wrapper = StreamWrapper(6)
    assert wrapper.feed("龙城 龙城 ") + wrapper.flush() == "龙城\n龙城"


@pytest.mark.parametrize(
    ("text", "cells", "shown"),
    [
        ("short", 40, "short"),
        ("one\ntwo", 40, "one two"),
        ("a cellar door that nobody opens", 20, "a cellar door ..."),
        ("unbreakable" * 5, 20, "unbreakableunbre ..."),
        ("灯台守は沈んだ人の声を聞く", 12, "灯台守は ..."),
    ],
)
def test_what_is_too_long_is_cut_at_a_word_where_there_is_one(text, cells, shown):
    """Text in a script without spaces must be cut by columns, too."""
    assert clip(text, cells) == shown


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (0, "0"),
        (1_234_567, "1,234,567"),
        (10**15 - 1, "999,999,999,999,999"),
        (2**100, "2^100"),
        (2**100 + 1, "about 2^100"),
        (2**101 - 1, "about 2^101"),
        (3 * 2**99, "about 2^101"),
    ],
)
def test_a_huge_number_is_a_power_of_two(number: int, told: str) -> None:
    """A number with thirty digits is unreadable, so a power of two replaces it."""
    assert count_of(number) == told


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [
        (1, 2, "50%"),
        (1, 3, "33.3%"),
        (2, 3, "66.7%"),
        (0, 5, "0%"),
        (5, 5, "100%"),
        (1, 10**30, "<0.1%"),
        (10**30 - 1, 10**30, ">99.9%"),
        (0, 0, "0%"),
    ],
)
def test_a_share_is_to_a_tenth_of_a_percent(part: int, whole: int, told: str) -> None:
    """One digit after the point is enough for a share, and an empty whole must not fail."""
    assert format_share(part, whole) == told


@given(st.integers(0, 2**200), st.integers(1, 2**200))
def test_only_all_is_called_all_and_only_nothing_nothing(part: int, whole: int) -> None:
    """A share rounded to 100% would hide that some playthroughs differ."""
    told = format_share(min(part, whole), whole)
    assert (told == "100%") == (part >= whole)
    assert (told == "0%") == (part == 0)
