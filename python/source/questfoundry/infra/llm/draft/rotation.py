"""Choose among alternatives so that the drafts of one idea with two seeds differ."""

import random
from collections.abc import Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


class SeedRotation:
    """A chooser for one draft: the next seed takes the next alternative of each choice.

    ``seed``: a number, a space and the idea. Independent choices at random would often agree.
    """

    def __init__(self, seed: str) -> None:
        number, _, idea = seed.partition(" ")
        self._number = int(number) if number.isdecimal() else sum(map(ord, number))
        self._rng = random.Random(idea)  # noqa: S311 - no secrets

    def choose(self, items: Sequence[_Item]) -> _Item:
        """Return one of ``items``."""
        return items[(self._rng.randrange(len(items)) + self._number) % len(items)]
