"""Represent sets of names as the bits of an integer, so that set operations are fast."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

_ONES = bytes.maketrans(b"01", b"\0\1")


def select_names(bits: int, names: Sequence[str]) -> frozenset[str]:
    """Return the names whose bits are set in ``bits``; the lowest bit stands for the first name."""
    # A long story calls this thousands of times. ``compress`` over the binary digits, lowest
    # first, takes a third of the time of a loop over the bits.
    return frozenset(compress(names, bin(bits)[:1:-1].encode().translate(_ONES)))
