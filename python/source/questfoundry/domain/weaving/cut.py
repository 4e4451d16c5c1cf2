"""Runs of beats cut into passages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.weaving.scenes import Unit


def cut(
    units: Sequence[Unit], most: int, alone: Collection[str] = ()
) -> Iterator[tuple[Beat, ...]]:
    """The beats of each passage of a run: as few passages as ``most`` units allow, as even.

    The beats in ``alone``, by id, get a passage of their own.
    """
    for run in _runs(units, alone):
        count = -(-len(run) // most)
        for number in range(count):
            part = run[number * len(run) // count : (number + 1) * len(run) // count]
            yield tuple(beat for unit in part for beat in unit)


def _runs(units: Sequence[Unit], alone: Collection[str]) -> Iterator[list[Unit]]:
    """What stands between the beats that stand alone, and each of these."""
    run: list[Unit] = []
    for unit in units:
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
