"""The one order of the beats that every arc has, cut into the stretches between the forks.

Stretch i ends where the rejoining strand i forks; the last one ends where the story splits,
or with its epilogue. What splits the story is introduced at its start and comes back until its
end; what rejoins is introduced one stretch ahead, while the dilemma before it is still open.
"""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.weaving.plan import Plan, Strand


def schedule(plan: Plan) -> tuple[tuple[Beat, ...], ...]:
    """The beats of each stretch; inside one, those of the strand that forks at its end are last."""
    last = len(plan.rejoining)
    stretches: list[list[Beat]] = [[] for _ in range(last + 1)]
    before_fork: list[list[Beat]] = [[] for _ in range(last + 1)]
    stretches[0].extend(plan.setup)
    first_split = next(iter(plan.splitting), None)
    passed = 0
    for strand in plan.strands:
        fork = last if strand.splits else passed
        rejoins = strand.forks and not strand.splits
        forks_next = rejoins or strand is first_split
        for beat, stretch in zip(strand.common, _spread(strand, fork), strict=True):
            here = before_fork if forks_next and stretch == fork else stretches
            here[stretch].append(beat)
        passed += rejoins
    return tuple((*early, *late) for early, late in zip(stretches, before_fork, strict=True))


def _spread(strand: Strand, fork: int) -> Iterator[int]:
    """The stretch of each common beat: from where the strand is introduced to where it forks.

    A single beat of a splitting strand introduces it; that of any other leads to its fork.
    """
    count = len(strand.common)
    since = 0 if strand.splits else max(0, fork - 1)
    if count == 1:
        yield since if strand.splits else fork
        return
    for number in range(count):
        yield since - (-number * (fork - since) // (count - 1))
