"""Tests for names that are stored as the bits of a number."""

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.weaving.flag_availability import select_names

NAMES = tuple(f"flag::{number}" for number in range(70))


@given(st.sets(st.integers(0, len(NAMES) - 1)))
def test_the_names_are_those_of_the_bits_that_are_set(places: set[int]) -> None:
    bits = sum(1 << place for place in places)
    assert select_names(bits, NAMES) == {NAMES[place] for place in places}
