"""Put the common beats of a plan in the topological order that is nearest to a preferred order."""

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
    """The reason why one beat must come before another."""

    BEGINS = "begins"
    LEADS = "leads"
    FORKS = "forks"
    ENDS = "ends"
    EFFECT = "effect"
    LEARNT = "learnt"


@frozen(kw_only=True)
class Precedence:
    """The constraint that one beat comes before another.

    ``first``, ``second``: the ids of the two beats.
    ``entity``, ``dilemma``: only for ``Reason.EFFECT``. Between the two beats the dilemma
    ``dilemma`` removes the entity ``entity`` from the story, or brings it back.
    ``clue``: only for ``Reason.LEARNT``. It is the text of the clue that ``first`` teaches and
    ``second`` relies on.
    """

    first: str
    second: str
    reason: Reason
    entity: str = ""
    dilemma: str = ""
    clue: str = ""


def find_fork_beats(plan: Plan) -> tuple[Beat, ...]:
    """Return the last common beat before each fork whose paths rejoin, then before the first split.

    The later splits are left out, because no common beat lies between them and the first split.
    """
    forks = (*plan.rejoining_storylines, *plan.splitting_storylines[:1])
    return tuple(storyline.common[-1] for storyline in forks if storyline.common)


def build_constraints(plan: Plan) -> Iterator[Precedence]:
    """Yield the precedence constraints between those beats of ``plan`` that every player meets."""
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
    """Yield constraints that keep beats with an entity on the right side of a change to the entity.

    A beat comes before the change if the beat's dilemma is decided first, otherwise after the
    change.
    """
    presence = Presence.from_plan(
        {
            storyline.dilemma.id: {arm.path.id: arm.path.effects for arm in storyline.arms}
            for storyline in sort_by_commitment(plan)
        }
    )
    removable = frozenset[str]().union(*map(presence.find_departing, presence.changes))
    if not removable:
        return
    rejoining = [each for each in sort_by_commitment(plan) if not each.is_splitting]
    for place, changing in enumerate(rejoining):
        affected = removable.intersection(*[chain(*presence.changes[changing.dilemma.id].values())])
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
    """Yield constraints that keep a beat that teaches a clue before a beat that relies on the clue.

    Only pairs of beats that the plan already puts in this order are constrained.
    """
    if not plan.clues:
        return
    place = {beat.id: number for number, beat in enumerate(compute_planned_order(plan))}
    anchors = {
        beat.id: anchor
        for storyline in plan.storylines
        for beat, anchor in _anchor_beats(storyline)
    }
    for clue in plan.clues:
        for lesson, use in product(clue.teaching_beats, clue.relying_beats):
            if lesson in anchors and use in anchors:
                first, second = anchors[lesson], anchors[use]
                if place[first] < place[second]:
                    yield Precedence(
                        first=first, second=second, reason=Reason.LEARNT, clue=clue.text
                    )


def compute_planned_order(plan: Plan) -> tuple[Beat, ...]:
    """Return the beats that every playthrough contains, one dilemma after the other, as planned.

    Clues add no constraints, because SEED has already checked them for this order.
    """
    listed = (*plan.setup, *chain(*(storyline.common for storyline in plan.storylines)))
    return arrange_beats(evolve(plan, clues=()), listed, {})


def sort_by_commitment(plan: Plan) -> Sequence[Storyline]:
    """Return the storylines with those that split the story last, otherwise in plan order."""
    return sorted(plan.storylines, key=lambda storyline: storyline.is_splitting)


def _anchor_beats(storyline: Storyline) -> Iterator[tuple[Beat, str]]:
    """Yield each beat of ``storyline`` with its anchor, the id of a beat in every playthrough.

    A common beat is its own anchor. After a fork, the anchor is the last common beat before the
    fork.
    """
    for beat in storyline.common:
        yield beat, beat.id
    if storyline.has_fork and not storyline.is_splitting and storyline.common:
        for arm in storyline.arms:
            for beat in arm.beats:
                yield beat, storyline.common[-1].id


def _find_commit_anchor(storyline: Storyline) -> str:
    return storyline.common[-1].id if storyline.has_fork else storyline.arms[0].beats[0].id


def arrange_beats(plan: Plan, wanted: Sequence[Beat], clock: Mapping[str, int]) -> tuple[Beat, ...]:
    """Return the beats ``wanted`` in an order that meets every constraint of ``plan``.

    Among such orders, the result is nearest to the preferred order: by time, then by position in
    ``wanted`` (Kahn's algorithm with a priority queue). ``clock`` gives the time of each beat in
    minutes, by beat id; a beat that is missing there has the time 0.
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
