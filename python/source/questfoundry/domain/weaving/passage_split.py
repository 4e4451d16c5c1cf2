"""Split a sequence of beats into passages.

A scene consists of neighbouring beats at one location and within one clock hour; the beats of a
scene share a passage. Filling each passage to its limit gives the fewest passages. A second pass
distributes the beats evenly over this number of passages, unless a passage would then exceed the
limit. Both passes are linear.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from questfoundry.domain.story.beat import HOUR, Beat


def split_into_passages(
    units: Sequence[Unit], max_beats: int, single: Collection[str] = ()
) -> Iterator[tuple[Beat, ...]]:
    """Yield the beats of each passage.

    There are as few passages of at most ``max_beats`` beats as possible, evenly filled. A scene
    longer than ``max_beats`` is a passage of its own. Scenes at different locations never share a
    passage. Each beat whose id is in ``single`` gets a passage to itself.
    """
    for run in _split_runs(units, single):
        for part in _split_evenly(run, max_beats):
            yield tuple(beat for unit in part for beat in unit)


def _split_evenly(run: Sequence[Unit], max_beats: int) -> Sequence[Sequence[Unit]]:
    filled: list[list[Unit]] = []
    for unit in run:
        if not filled or sum(map(len, filled[-1])) + len(unit) > max_beats:
            filled.append([])
        filled[-1].append(unit)
    total, count, beats_so_far = sum(map(len, run)), len(filled), 0
    even: list[list[Unit]] = [[] for _ in filled]
    for unit in run:
        beats_so_far += len(unit)
        even[(beats_so_far * count - 1) // total].append(unit)
    fits = all(len(part) == 1 or 0 < sum(map(len, part)) <= max_beats for part in even)
    return even if fits else filled


def _split_runs(units: Sequence[Unit], single: Collection[str]) -> Iterator[list[Unit]]:
    """Yield sequences of units; a sequence ends where the location changes.

    A beat whose id is in ``single`` forms a sequence of its own.
    """
    run: list[Unit] = []
    for unit in units:
        if run and is_elsewhere(run[-1][-1], unit[0]):
            yield run
            run = []
        parted = any(beat.id in single for beat in unit)
        for part in ((beat,) for beat in unit) if parted else (unit,):
            if part[0].id in single:
                if run:
                    yield run
                yield [part]
                run = []
            else:
                run.append(part)
    if run:
        yield run


Unit = tuple[Beat, ...]
"""Beats that stay in one passage: a single beat, or the beats of a scene."""


def units_of(beats: Sequence[Beat], max_beats: int) -> Iterator[Unit]:
    """Yield ``beats`` in units: scenes of at most ``max_beats`` beats, and single beats."""
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
