"""Order the common beats, divided into stretches at the forks of the rejoining storylines.

Common beats are part of every playthrough. Stretch i ends at the fork of rejoining storyline i. The
last stretch ends where the story splits or, if it does not split, after all common beats. The order
meets all constraints and prefers the order of time. Beats without times are interleaved. The beats
of a splitting storyline are spread over all stretches. The beats of a rejoining storyline begin one
stretch before its fork.
"""

from collections.abc import Iterator
from itertools import chain

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.weaving.order import arrange_beats
from questfoundry.domain.weaving.outline_order import arrange_by_outline, find_first_points
from questfoundry.domain.weaving.plan import Plan, Storyline


def schedule_beats(plan: Plan) -> tuple[tuple[Beat, ...], ...]:
    """Return the beats of every playthrough in an order that meets all constraints, by stretch.

    A stretch is the part of the story between two forks.
    """
    preferred = build_preferred_order(plan)
    clock = {beat.id: beat.time for beat in preferred if beat.time is not None}
    order = arrange_beats(plan, preferred, clock)
    place = {beat.id: number for number, beat in enumerate(order)}
    stretches: list[tuple[Beat, ...]] = []
    begun = 0
    for storyline in plan.rejoining_storylines:
        ends = place[storyline.common[-1].id] + 1 if storyline.common else begun
        stretches.append(order[begun:ends])
        begun = ends
    return (*stretches, order[begun:])


def build_preferred_order(plan: Plan) -> tuple[Beat, ...]:
    """Return the beats of every playthrough in the preferred order, ignoring their times.

    Beats that tell points of an outline come in the order of the outline where constraints allow.
    If no beat tells a point, only the order inside each storyline is kept; other constraints are
    ignored.
    """
    wanted = tuple(chain(*_interleave_beats(plan)))
    points = find_first_points(plan)
    return arrange_by_outline(plan, wanted, points) if points else wanted


def _interleave_beats(plan: Plan) -> tuple[tuple[Beat, ...], ...]:
    """Take the beats from the storylines in turn; the beat that leads to a fork comes last."""
    last = len(plan.rejoining_storylines)
    turns: list[list[tuple[bool, int, int, Beat]]] = [[] for _ in range(last + 1)]
    first_split = next(iter(plan.splitting_storylines), None)
    passed = 0
    for place, storyline in enumerate(plan.storylines):
        rejoins = storyline.has_fork and not storyline.is_splitting
        fork = last if storyline.is_splitting else passed
        forks_there = rejoins or storyline is first_split
        for number, stretch in enumerate(_spread_beats(storyline, fork, forks_there)):
            leads = forks_there and stretch == fork and number == len(storyline.common) - 1
            turns[stretch].append((leads, number, place, storyline.common[number]))
        passed += rejoins
    for turn in turns:
        turn.sort(key=lambda each: each[:3])
    first, *others = (tuple(beat for *_, beat in turn) for turn in turns)
    return ((*plan.setup, *first), *others)


def _spread_beats(storyline: Storyline, fork: int, forks_there: bool) -> Iterator[int]:
    """Yield the index of the stretch of each common beat.

    A stretch is the part of the story between two forks. The beats are spread evenly up to the
    stretch ``fork``. A single beat comes directly before its fork.
    """
    count = len(storyline.common)
    since = 0 if storyline.is_splitting else max(0, fork - 1)
    if count == 1:
        yield fork if forks_there or not storyline.is_splitting else since
        return
    for number in range(count):
        yield since - (-number * (fork - since) // (count - 1))
