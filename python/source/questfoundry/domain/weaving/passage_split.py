"""Runs of beats cut into passages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.weaving.scenes import Unit, elsewhere


def cut(
    units: Sequence[Unit], most: int, alone: Collection[str] = ()
) -> Iterator[tuple[Beat, ...]]:
    """The beats of each passage of a run: as few passages of ``most`` beats as can be, as even.

    A scene of more is a passage, and scenes at two places are two. The beats in ``alone``, by id,
    get one of their own.
    """
    for run in _runs(units, alone):
        for part in _even(run, most):
            yield tuple(beat for unit in part for beat in unit)


def _even(run: Sequence[Unit], most: int) -> Sequence[Sequence[Unit]]:
    filled: list[list[Unit]] = []
    for unit in run:
        if not filled or sum(map(len, filled[-1])) + len(unit) > most:
            filled.append([])
        filled[-1].append(unit)
    total, count, behind = sum(map(len, run)), len(filled), 0
    even: list[list[Unit]] = [[] for _ in filled]
    for unit in run:
        behind += len(unit)
        even[(behind * count - 1) // total].append(unit)
    fits = all(len(part) == 1 or 0 < sum(map(len, part)) <= most for part in even)
    return even if fits else filled


def _runs(units: Sequence[Unit], alone: Collection[str]) -> Iterator[list[Unit]]:
    """What stands between the beats that stand alone, and each of these; parted by places."""
    run: list[Unit] = []
    for unit in units:
        if run and elsewhere(run[-1][-1], unit[0]):
            yield run
            run = []
        parted = any(beat.id in alone for beat in unit)
        for part in ((beat,) for beat in unit) if parted else (unit,):
            if part[0].id in alone:
                if run:
                    yield run
                yield [part]
                run = []
            else:
                run.append(part)
    if run:
        yield run
