"""The number of examples that a property test tries, by hypothesis profile."""

from typing import Any

from hypothesis import settings

FEWEST = 2
"""The fewest examples of a test, so that each law is tried at least twice."""


def examples(number: int, **other: Any) -> settings:
    """Return the settings of a test with ``number`` examples in the profile ``daily``.

    The profile ``change`` tries a quarter of them. ``other`` are further settings of hypothesis.
    """
    return settings(max_examples=max(min(number, FEWEST), in_profile(number)), **other)


def in_profile(number: int) -> int:
    """Return ``number`` in the profile ``daily``, and a quarter of it in ``change``."""
    return round(number * settings().max_examples / 100)
