"""Group beats into scenes: neighbouring beats at one location and within one clock hour.

The beats of a scene share a passage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from questfoundry.domain.story.beat import HOUR, Beat

Unit = tuple[Beat, ...]
"""Beats that stay in one passage: a single beat, or the beats of a scene."""


def units_of(beats: Sequence[Beat], max_beats: int) -> Iterator[Unit]:
    """Yield ``beats`` in units: scenes of at most ``max_beats`` beats, and single beats.

    A beat without a time is a unit of its own. The cost is one pass over the beats.
    """
    unit: list[Beat] = []
    for beat in beats:
        if unit and (len(unit) == max_beats or not _is_same_scene(unit[-1], beat)):
            yield tuple(unit)
            unit = []
        unit.append(beat)
    if unit:
        yield tuple(unit)


def is_elsewhere(one: Beat, other: Beat) -> bool:
    """Return whether both beats have a time and they happen at different locations."""
    timed = one.time is not None and other.time is not None
    return timed and one.location != other.location


def _is_same_scene(one: Beat, other: Beat) -> bool:
    if one.time is None or other.time is None:
        return False
    at = (one.location, one.time // HOUR, one.memory)
    return at == (other.location, other.time // HOUR, other.memory)
