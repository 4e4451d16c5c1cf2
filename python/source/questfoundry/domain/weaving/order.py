"""What the order of a plan's common beats must keep to, and the order nearest to a wanted one.

Common beats are those that every arc has. Each constraint is a pair of them, one before the
other, so that an order that keeps all of them is found by always taking what may come next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from heapq import heappop, heappush
from itertools import chain, pairwise, product

from attrs import evolve, frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.presence import Presence
from questfoundry.domain.weaving.plan import Plan, Storyline


class Reason(StrEnum):
    """Why one beat comes before another."""

    BEGINS = "begins"
    LEADS = "leads"
    FORKS = "forks"
    ENDS = "ends"
    EFFECT = "effect"
    LEARNT = "learnt"


@frozen(kw_only=True)
class Precedence:
    """That the beat ``first`` comes before ``second``, both by id.

    The ``entity`` is the one whom the ``dilemma`` takes out of the story, or brings back, between
    them; the ``clue``, in words, what the first one teaches and the second relies on.
    """

    first: str
    second: str
    reason: Reason
    entity: str = ""
    dilemma: str = ""
    clue: str = ""


def find_fork_beats(plan: Plan) -> tuple[Beat, ...]:
    """The beats at whose end the story forks: one for each storyline that rejoins, one for the end.

    That is the last common beat of a storyline; behind the fork of the first that splits, those of
    the others follow at once.
    """
    forks = (*plan.rejoining_storylines, *plan.splitting_storylines[:1])
    return tuple(storyline.common[-1] for storyline in forks if storyline.common)


def build_constraints(plan: Plan) -> Iterator[Precedence]:
    """All that the order of the common beats must keep to."""
    common = [storyline.common for storyline in plan.storylines]
    for first, second in pairwise(plan.setup):
        yield Precedence(first=first.id, second=second.id, reason=Reason.BEGINS)
    for beats in common:
        for begin, beat in zip(plan.setup[-1:], beats[:1], strict=False):
            yield Precedence(first=begin.id, second=beat.id, reason=Reason.BEGINS)
        for first, second in pairwise(beats):
            yield Precedence(first=first.id, second=second.id, reason=Reason.LEADS)
    forks = find_fork_beats(plan)
    for first, second in pairwise(forks):
        yield Precedence(first=first.id, second=second.id, reason=Reason.FORKS)
    if plan.splitting_storylines:
        for beats in common:
            if beats and beats[-1] is not forks[-1]:
                yield Precedence(first=beats[-1].id, second=forks[-1].id, reason=Reason.ENDS)
    yield from _build_effect_constraints(plan)
    yield from _build_clue_constraints(plan)


def _build_effect_constraints(plan: Plan) -> Iterator[Precedence]:
    """Whom some path takes out stays on its side of each dilemma that turns it.

    Dilemmas are settled in an order of their own (:class:`Presence`), in which SEED planned who
    can be where. A beat of a dilemma that is settled before another one stands before that one's
    commit, one of a later dilemma behind it.
    """
    presence = Presence.of(
        {
            storyline.dilemma.id: {arm.path.id: arm.path.effects for arm in storyline.arms}
            for storyline in sort_by_commitment(plan)
        }
    )
    removable = frozenset[str]().union(*map(presence.leaving, presence.arms))
    if not removable:
        return
    rejoining = [each for each in sort_by_commitment(plan) if not each.is_splitting]
    for place, changing in enumerate(rejoining):
        affected = removable.intersection(*[chain(*presence.arms[changing.dilemma.id].values())])
        if not affected:
            continue
        for at, storyline in enumerate(sort_by_commitment(plan)):
            if storyline is changing:
                continue
            for beat, anchor in _anchor_beats(storyline):
                for entity in sorted(affected.intersection((beat.location, *beat.entities))):
                    pair = (
                        (anchor, _find_commit_anchor(changing))
                        if at < place
                        else (_find_commit_anchor(changing), anchor)
                    )
                    if pair[0] != pair[1]:
                        yield Precedence(
                            first=pair[0],
                            second=pair[1],
                            reason=Reason.EFFECT,
                            entity=entity,
                            dilemma=changing.dilemma.id,
                        )


def _build_clue_constraints(plan: Plan) -> Iterator[Precedence]:
    """What is learnt before something relies on it, in the plan's own order, stays before it."""
    if not plan.clues:
        return
    place = {beat.id: number for number, beat in enumerate(compute_planned_order(plan))}
    anchors = {
        beat.id: anchor
        for storyline in plan.storylines
        for beat, anchor in _anchor_beats(storyline)
    }
    for clue in plan.clues:
        for learnt, needs in product(clue.learnt, clue.needs):
            if learnt in anchors and needs in anchors:
                first, second = anchors[learnt], anchors[needs]
                if place[first] < place[second]:
                    yield Precedence(
                        first=first, second=second, reason=Reason.LEARNT, clue=clue.text
                    )


def compute_planned_order(plan: Plan) -> tuple[Beat, ...]:
    """The common beats in the plan's own order: dilemma by dilemma, as far as forks allow.

    In this order SEED proves what is known where.
    """
    listed = (*plan.setup, *chain(*(storyline.common for storyline in plan.storylines)))
    return arrange_beats(evolve(plan, clues=()), listed, {})


def sort_by_commitment(plan: Plan) -> Sequence[Storyline]:
    """The strands in the order in which they are settled: those that split the story last."""
    return sorted(plan.storylines, key=lambda storyline: storyline.is_splitting)


def _anchor_beats(storyline: Storyline) -> Iterator[tuple[Beat, str]]:
    """The storyline's beats, each with the common beat at which it stands: arms at their fork's."""
    for beat in storyline.common:
        yield beat, beat.id
    if storyline.has_fork and not storyline.is_splitting and storyline.common:
        for arm in storyline.arms:
            for beat in arm.beats:
                yield beat, storyline.common[-1].id


def _find_commit_anchor(storyline: Storyline) -> str:
    """The common beat at whose end the storyline is settled: its commit, or what leads to its fork."""
    return storyline.common[-1].id if storyline.has_fork else storyline.arms[0].beats[0].id


def arrange_beats(plan: Plan, wanted: Sequence[Beat], clock: Mapping[str, int]) -> tuple[Beat, ...]:
    """The common beats in the nearest order to the wanted one that keeps every constraint.

    It goes by the ``clock``, minutes by beat, and where that is the same by the place in
    ``wanted``. What may come next comes, the earliest first; what is kept back by others waits
    for them.
    """
    rank = {beat.id: (clock.get(beat.id, 0), place) for place, beat in enumerate(wanted)}
    successors: dict[str, list[str]] = defaultdict(list)
    blockers = dict.fromkeys(rank, 0)
    for each in build_constraints(plan):
        successors[each.first].append(each.second)
        blockers[each.second] += 1
    ready = sorted(rank[beat] for beat, count in blockers.items() if not count)
    found: list[Beat] = []
    while ready:
        beat = wanted[heappop(ready)[1]]
        found.append(beat)
        for later in successors[beat.id]:
            blockers[later] -= 1
            if not blockers[later]:
                heappush(ready, rank[later])
    return tuple(found)
