"""Tests for the size presets."""

from itertools import pairwise

import pytest
from attrs import asdict
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.size import PRESETS, Range, Size

WORDS = {"link_words", "moment_words"}
"""Passages are shorter in a story with chapters, which has more decisions per word."""
RANGES = [each for each in asdict(PRESETS[Size.MICRO], recurse=False) if each not in WORDS]


def test_a_larger_size_never_wants_less() -> None:
    """An author who chooses a larger size must never get a smaller story."""
    for name in RANGES:
        ranges = [getattr(PRESETS[size], name) for size in Size]
        assert all(each.least <= each.most for each in ranges), name
        for smaller, larger in pairwise(ranges):
            assert (smaller.least, smaller.most) <= (larger.least, larger.most), name


@pytest.mark.parametrize("size", Size)
def test_every_size_leaves_room_for_what_a_story_needs(size: Size) -> None:
    """The smallest story still needs a character, two locations, a dilemma and its beats."""
    preset = PRESETS[size]
    assert preset.entities.least >= 3
    assert preset.dilemmas.least >= 1
    assert 2 <= preset.tail_beats.least <= preset.tail_beats.most <= 4
    assert preset.shared_beats.least >= 1


@given(st.integers(0, 9), st.integers(0, 9), st.integers(-1, 12))
def test_a_range_holds_both_its_ends(one: int, other: int, count: int) -> None:
    """A range that excludes its end would reject an answer with the allowed maximum."""
    wanted = Range(min(one, other), max(one, other))
    assert (count in wanted) == (wanted.least <= count <= wanted.most)
    assert str(wanted) == (str(one) if one == other else f"{wanted.least} to {wanted.most}")
