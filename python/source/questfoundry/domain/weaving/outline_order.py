"""The order of a plan's beats that is nearest to that of an author's outline.

Beats say by number which points of the outline they tell. What the laws of weaving allow is kept
in the outline's order; whether two beats are met by one player, and in which order, is known before
anything is woven.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import endings_of
from questfoundry.domain.weaving.order import arranged, constraints
from questfoundry.domain.weaving.plan import Plan, plans_so_far

_NOWHERE = 1 << 30


def as_outlined(plan: Plan, wanted: Sequence[Beat], points: Mapping[str, int]) -> tuple[Beat, ...]:
    """The common beats by the ``points``, by beat, that they tell, and else as ``wanted``.

    What has to come before a beat comes in time for it, so where an order is possible in which
    every point stands in its place, it is this one.
    """
    return arranged(plan, wanted, _due(plan, wanted, points))


def points_in(plan: Plan) -> Mapping[str, int]:
    """The first point that each beat tells, of those that tell any."""
    return {beat.id: min(beat.points) for beat in plan.beats if beat.points}


def _due(plan: Plan, wanted: Sequence[Beat], points: Mapping[str, int]) -> Mapping[str, int]:
    """The first point for which each beat must be told; without one that of the beat before it."""
    after, before = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for each in constraints(plan):
        after[each.first].append(each.second)
        before[each.second].append(each.first)
    arms = {
        strand.common[-1].id: [beat.id for arm in strand.arms for beat in arm.beats]
        for strand in plan.rejoining
        if strand.common
    }
    due = dict[str, int]()
    order = arranged(plan, wanted, {})
    for beat in reversed(order):
        own = [points[beat.id]] if beat.id in points else []
        # A decision that tells nothing itself is due when what follows from it is.
        own = own or [points[each] for each in arms.get(beat.id, ()) if each in points]
        due[beat.id] = min([*own, *(due[each] for each in after[beat.id])], default=_NOWHERE)
    for beat in order:
        if due[beat.id] == _NOWHERE:
            due[beat.id] = max((due[each] for each in before[beat.id]), default=0)
    return due


@frozen
class PlannedOrder:
    """Says of two beats of a plan whether some player meets the first after the second."""

    _place: Mapping[str, int]
    _needs: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(cls, story: Story, points: Mapping[str, int]) -> PlannedOrder:
        """Of what is planned so far, told as far as possible in the order of those points."""
        plans = plans_so_far(story)
        order = chain(*(_all_beats(plan, points) for plan in plans))
        needs = dict[str, Mapping[str, str]]()
        for plan in plans:
            needs |= _paths_needed(plan)
        return cls({beat.id: place for place, beat in enumerate(order)}, needs)

    def __call__(self, beat: str, earlier: str) -> bool:
        """Whether some player meets ``beat`` after the ``earlier`` one."""
        one, other = self._needs.get(beat, {}), self._needs.get(earlier, {})
        meets = all(other.get(dilemma, path) == path for dilemma, path in one.items())
        return meets and self._place[beat] > self._place[earlier]


def _all_beats(plan: Plan, points: Mapping[str, int]) -> Iterator[Beat]:
    """The common beats, arms behind their forks; then what splits the story, then its ends."""
    listed = (*plan.setup, *chain(*(strand.common for strand in plan.strands)))
    arms = {strand.common[-1].id: strand.arms for strand in plan.rejoining if strand.common}
    for beat in as_outlined(plan, listed, points):
        yield beat
        yield from chain(*(arm.beats for arm in arms.get(beat.id, ())))
    for strand in plan.strands:
        if strand.splits:
            yield from strand.shared if strand.course.under else ()
            yield from chain(*(arm.beats for arm in strand.arms))
    yield from chain(*plan.epilogues.values())


def _paths_needed(plan: Plan) -> dict[str, Mapping[str, str]]:
    """The path, by dilemma, without which no player comes to a beat."""
    found = dict[str, Mapping[str, str]]()
    leads = dict[str, Mapping[str, str]]()
    splits = [strand for strand in plan.strands if strand.splits]
    for strand in plan.strands:
        above = leads.get(strand.course.under, {})
        found |= dict.fromkeys((beat.id for beat in strand.shared), above)
        for arm in strand.arms if strand.forks else ():
            leads[arm.path.id] = {**above, strand.dilemma.id: arm.path.id}
            found |= dict.fromkeys((beat.id for beat in arm.beats), leads[arm.path.id])
    ends = endings_of(
        [[arm.path.id for arm in strand.arms] for strand in splits],
        [strand.course.under for strand in splits],
    )
    for ending, beats in plan.epilogues.items():
        paths = ends.get(ending, ())
        needs = {dilemma: path for each in paths for dilemma, path in leads[each].items()}
        found |= dict.fromkeys((beat.id for beat in beats), needs)
    return found
