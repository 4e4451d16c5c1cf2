"""Numbers of any size in readable form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.presentation.text import count_of, format_playthroughs, format_share


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


def test_arcs_are_counted_in_words() -> None:
    """The singular must be right, and huge counts must stay short."""
    assert [format_playthroughs(arcs) for arcs in (1, 8, 2**70)] == [
        "1 playthrough",
        "8 playthroughs",
        "2^70 playthroughs",
    ]


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
