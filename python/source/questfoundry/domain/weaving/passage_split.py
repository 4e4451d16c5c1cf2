"""Runs of beats cut into passages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.weaving.scenes import Unit, is_elsewhere


def split_into_passages(
    units: Sequence[Unit], max_beats: int, single: Collection[str] = ()
) -> Iterator[tuple[Beat, ...]]:
    """The beats of each passage of a run: as few passages of ``most`` beats as can be, as even.

    A scene of more is a passage, and scenes at two places are two. The beats in ``alone``, by id,
    get one of their own.
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
    """What stands between the beats that stand alone, and each of these; parted by places."""
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
