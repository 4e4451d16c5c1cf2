"""Order a plan's beats by time, or as near as possible to the order of an author's outline.

A beat lists the numbers of the outline points that it tells. Every beat gets a due point: the
smallest point that the beat itself, or any beat that must follow it, tells. The beats are sorted by
due point, as in the scheduling rule "earliest due date". If some valid order has every point in its
place, the result is such an order.

Common beats are part of every playthrough. They are divided into stretches: one up to each fork
whose paths rejoin, and a last one with all common beats after these forks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import endings_of
from questfoundry.domain.weaving.order import arrange_beats, build_constraints
from questfoundry.domain.weaving.plan import Plan, Storyline, read_partial_plans

_NOWHERE = 1 << 30


def arrange_by_outline(
    plan: Plan, wanted: Sequence[Beat], points: Mapping[str, int]
) -> tuple[Beat, ...]:
    """Return the common beats in the order of their outline points, where constraints allow.

    A beat without a point comes before the beats that must follow it; otherwise it keeps its place
    in ``wanted``.
    """
    return arrange_beats(plan, wanted, _compute_due_points(plan, wanted, points))


def find_first_points(plan: Plan) -> Mapping[str, int]:
    """Return the smallest outline point that each beat of ``plan`` tells, by beat id."""
    return {beat.id: min(beat.points) for beat in plan.beats if beat.points}


def _compute_due_points(
    plan: Plan, wanted: Sequence[Beat], points: Mapping[str, int]
) -> Mapping[str, int]:
    successors, predecessors = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for each in build_constraints(plan):
        successors[each.first].append(each.second)
        predecessors[each.second].append(each.first)
    arms = {
        storyline.common[-1].id: [beat.id for arm in storyline.arms for beat in arm.beats]
        for storyline in plan.rejoining_storylines
        if storyline.common
    }
    due = dict[str, int]()
    order = arrange_beats(plan, wanted, {})
    for beat in reversed(order):
        own = [points[beat.id]] if beat.id in points else []
        # A fork beat that tells no point is due with the first point of its arms.
        own = own or [points[each] for each in arms.get(beat.id, ()) if each in points]
        due[beat.id] = min([*own, *(due[each] for each in successors[beat.id])], default=_NOWHERE)
    for beat in order:
        if due[beat.id] == _NOWHERE:
            due[beat.id] = max((due[each] for each in predecessors[beat.id]), default=0)
    return due


@frozen
class PlannedOrder:
    """The planned order of all beats; call the object to compare two beats."""

    _position: Mapping[str, int]
    _required_paths: Mapping[str, Mapping[str, str]]

    @classmethod
    def from_story(cls, story: Story, points: Mapping[str, int]) -> PlannedOrder:
        """Return the order of the beats planned so far, as near to the outline as possible."""
        plans = read_partial_plans(story)
        order = chain(*(_arrange_all_beats(plan, points) for plan in plans))
        needs = dict[str, Mapping[str, str]]()
        for plan in plans:
            needs |= _find_required_paths(plan)
        return cls({beat.id: place for place, beat in enumerate(order)}, needs)

    def __call__(self, beat: str, earlier: str) -> bool:
        """Return whether some player meets ``beat`` after ``earlier``; both are beat ids."""
        one, other = self._required_paths.get(beat, {}), self._required_paths.get(earlier, {})
        meets = all(other.get(dilemma, path) == path for dilemma, path in one.items())
        return meets and self._position[beat] > self._position[earlier]


def _arrange_all_beats(plan: Plan, points: Mapping[str, int]) -> Iterator[Beat]:
    listed = (*plan.setup, *chain(*(storyline.common for storyline in plan.storylines)))
    arms = {
        storyline.common[-1].id: storyline.arms
        for storyline in plan.rejoining_storylines
        if storyline.common
    }
    for beat in arrange_by_outline(plan, listed, points):
        yield beat
        yield from chain(*(arm.beats for arm in arms.get(beat.id, ())))
    for storyline in plan.storylines:
        if storyline.is_splitting:
            yield from storyline.shared if storyline.course.parent_path else ()
            yield from chain(*(arm.beats for arm in storyline.arms))
    yield from chain(*plan.epilogues.values())


def _find_required_paths(plan: Plan) -> dict[str, Mapping[str, str]]:
    found = dict[str, Mapping[str, str]]()
    leads = dict[str, Mapping[str, str]]()
    splits = [storyline for storyline in plan.storylines if storyline.is_splitting]
    for storyline in plan.storylines:
        above = leads.get(storyline.course.parent_path, {})
        found |= dict.fromkeys((beat.id for beat in storyline.shared), above)
        for arm in storyline.arms if storyline.has_fork else ():
            leads[arm.path.id] = {**above, storyline.dilemma.id: arm.path.id}
            found |= dict.fromkeys((beat.id for beat in arm.beats), leads[arm.path.id])
    ends = endings_of(
        [[arm.path.id for arm in storyline.arms] for storyline in splits],
        [storyline.course.parent_path for storyline in splits],
    )
    for ending, beats in plan.epilogues.items():
        paths = ends.get(ending, ())
        needs = {dilemma: path for each in paths for dilemma, path in leads[each].items()}
        found |= dict.fromkeys((beat.id for beat in beats), needs)
    return found


def schedule_beats(plan: Plan) -> tuple[tuple[Beat, ...], ...]:
    """Return the beats of every playthrough in an order that meets all constraints, in stretches.

    A stretch ends at each fork whose paths rejoin; the last stretch contains the other common
    beats.
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
    """Return the common beats in stretches, taken from the storylines in turn.

    In each stretch, the beat that leads to the fork comes last.
    """
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
    """Yield the stretch number of each common beat, spread evenly up to the stretch ``fork``."""
    count = len(storyline.common)
    since = 0 if storyline.is_splitting else max(0, fork - 1)
    if count == 1:
        yield fork if forks_there or not storyline.is_splitting else since
        return
    for number in range(count):
        yield since - (-number * (fork - since) // (count - 1))
