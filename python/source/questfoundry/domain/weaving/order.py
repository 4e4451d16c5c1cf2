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
from questfoundry.domain.weaving.plan import Plan, Strand


class Reason(StrEnum):
    """Why one beat comes before another."""

    BEGINS = "begins"
    LEADS = "leads"
    FORKS = "forks"
    ENDS = "ends"
    EFFECT = "effect"
    LEARNT = "learnt"


@frozen(kw_only=True)
class Before:
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


def leading(plan: Plan) -> tuple[Beat, ...]:
    """The beats at whose end the story forks: one for each strand that rejoins, one for the end.

    That is the last common beat of a strand; behind the fork of the first that splits, those of
    the others follow at once.
    """
    forks = (*plan.rejoining, *plan.splitting[:1])
    return tuple(strand.common[-1] for strand in forks if strand.common)


def constraints(plan: Plan) -> Iterator[Before]:
    """All that the order of the common beats must keep to."""
    common = [strand.common for strand in plan.strands]
    for first, second in pairwise(plan.setup):
        yield Before(first=first.id, second=second.id, reason=Reason.BEGINS)
    for beats in common:
        for begin, beat in zip(plan.setup[-1:], beats[:1], strict=False):
            yield Before(first=begin.id, second=beat.id, reason=Reason.BEGINS)
        for first, second in pairwise(beats):
            yield Before(first=first.id, second=second.id, reason=Reason.LEADS)
    forks = leading(plan)
    for first, second in pairwise(forks):
        yield Before(first=first.id, second=second.id, reason=Reason.FORKS)
    if plan.splitting:
        for beats in common:
            if beats and beats[-1] is not forks[-1]:
                yield Before(first=beats[-1].id, second=forks[-1].id, reason=Reason.ENDS)
    yield from _by_effects(plan)
    yield from _by_clues(plan)


def _by_effects(plan: Plan) -> Iterator[Before]:
    """Whom some path takes out stays on its side of each dilemma that turns it.

    Dilemmas are settled in an order of their own (:class:`Presence`), in which SEED planned who
    can be where. A beat of a dilemma that is settled before another one stands before that one's
    commit, one of a later dilemma behind it.
    """
    presence = Presence.of(
        {
            strand.dilemma.id: {arm.path.id: arm.path.effects for arm in strand.arms}
            for strand in settled(plan)
        }
    )
    out = frozenset[str]().union(*map(presence.leaving, presence.arms))
    if not out:
        return
    strands = [each for each in settled(plan) if not each.splits]
    for place, turning in enumerate(strands):
        turned = out.intersection(*[chain(*presence.arms[turning.dilemma.id].values())])
        if not turned:
            continue
        for at, strand in enumerate(settled(plan)):
            if strand is turning:
                continue
            for beat, stands in _stands(strand):
                for entity in sorted(turned.intersection((beat.location, *beat.entities))):
                    pair = (
                        (stands, _settles(turning)) if at < place else (_settles(turning), stands)
                    )
                    if pair[0] != pair[1]:
                        yield Before(
                            first=pair[0],
                            second=pair[1],
                            reason=Reason.EFFECT,
                            entity=entity,
                            dilemma=turning.dilemma.id,
                        )


def _by_clues(plan: Plan) -> Iterator[Before]:
    """What is learnt before something relies on it, in the plan's own order, stays before it."""
    if not plan.clues:
        return
    place = {beat.id: number for number, beat in enumerate(planned_order(plan))}
    stands = {beat.id: at for strand in plan.strands for beat, at in _stands(strand)}
    for clue in plan.clues:
        for learnt, needs in product(clue.learnt, clue.needs):
            if learnt in stands and needs in stands:
                first, second = stands[learnt], stands[needs]
                if place[first] < place[second]:
                    yield Before(first=first, second=second, reason=Reason.LEARNT, clue=clue.text)


def planned_order(plan: Plan) -> tuple[Beat, ...]:
    """The common beats in the plan's own order: dilemma by dilemma, as far as forks allow.

    In this order SEED proves what is known where.
    """
    listed = (*plan.setup, *chain(*(strand.common for strand in plan.strands)))
    return arranged(evolve(plan, clues=()), listed, {})


def settled(plan: Plan) -> Sequence[Strand]:
    """The strands in the order in which they are settled: those that split the story last."""
    return sorted(plan.strands, key=lambda strand: strand.splits)


def _stands(strand: Strand) -> Iterator[tuple[Beat, str]]:
    """The strand's beats, each with the common beat at which it stands: arms at their fork's."""
    for beat in strand.common:
        yield beat, beat.id
    if strand.forks and not strand.splits and strand.common:
        for arm in strand.arms:
            for beat in arm.beats:
                yield beat, strand.common[-1].id


def _settles(strand: Strand) -> str:
    """The common beat at whose end the strand is settled: its commit, or what leads to its fork."""
    return strand.common[-1].id if strand.forks else strand.arms[0].beats[0].id


def arranged(plan: Plan, wanted: Sequence[Beat], clock: Mapping[str, int]) -> tuple[Beat, ...]:
    """The common beats in the nearest order to the wanted one that keeps every constraint.

    It goes by the ``clock``, minutes by beat, and where that is the same by the place in
    ``wanted``. What may come next comes, the earliest first; what is kept back by others waits
    for them.
    """
    rank = {beat.id: (clock.get(beat.id, 0), place) for place, beat in enumerate(wanted)}
    after: dict[str, list[str]] = defaultdict(list)
    waits = dict.fromkeys(rank, 0)
    for each in constraints(plan):
        after[each.first].append(each.second)
        waits[each.second] += 1
    ready = sorted(rank[beat] for beat, count in waits.items() if not count)
    found: list[Beat] = []
    while ready:
        beat = wanted[heappop(ready)[1]]
        found.append(beat)
        for later in after[beat.id]:
            waits[later] -= 1
            if not waits[later]:
                heappush(ready, rank[later])
    return tuple(found)
