"""Runs of beats cut into passages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.weaving.scenes import Unit


def cut(units: Sequence[Unit], most: int) -> Iterator[tuple[Beat, ...]]:
    """The beats of each passage of a run: as few passages as ``most`` units allow, as even."""
    count = -(-len(units) // most)
    for number in range(count):
        part = units[number * len(units) // count : (number + 1) * len(units) // count]
        yield tuple(beat for unit in part for beat in unit)
