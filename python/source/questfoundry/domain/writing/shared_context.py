"""What a request for several rows of passages says once, and what of each row alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from attrs import evolve, frozen

from questfoundry.domain.writing.batch_format import batch_briefing
from questfoundry.domain.writing.briefing import (
    BriefedCondition,
    BriefedEntity,
    BriefedEntityState,
    BriefedProse,
    Briefing,
)
from questfoundry.domain.writing.continuity_notes import is_hour
from questfoundry.domain.writing.knowledge import Knowledge

_GAP = "\n\n"

Told = TypeVar("Told")


@frozen(kw_only=True)
class SequenceBriefing:
    """A row in a request: what is true of it alone, where there are several, and its passages.

    ``own.before`` is what those have read last who come there, where others have read something
    else. Where all have read the same passage last, it has what they alone have read of it, and no
    text where they only chose otherwise; nor has one that stands in the same answer.
    Of ``own.entities`` only that is said which is not true of them in all rows, and of the rest
    only what is not said already of the row that players come ``after``: the titles of those
    passages from which they come, where these stand in the same answer.
    """

    own: Briefing
    passages: tuple[Briefing, ...]
    after: tuple[str, ...] = ()


@frozen(kw_only=True)
class SharedBriefing:
    """A request for passages: what is true of all of them, and the rows."""

    common: Briefing
    sequences: tuple[SequenceBriefing, ...]


def share_briefings(sequences: Sequence[Sequence[Briefing]]) -> SharedBriefing:
    """What is asked of a writer of these rows; the passages of a row are read one by one."""
    joined = [batch_briefing(row) for row in sequences]
    first, *others = joined
    if not others:
        return SharedBriefing(
            common=first, sequences=(SequenceBriefing(own=first, passages=tuple(sequences[0])),)
        )
    entities = _merge_entities(joined)
    knowledge = [each.knowledge for each in joined]
    common = evolve(
        first,
        entities=tuple(entities.values()),
        continuity=tuple(dict.fromkeys(name for each in joined for name in each.continuity)),
        absent=_intersect([each.absent for each in joined]),
        certain=_intersect([each.certain for each in joined]),
        pending_effects=_intersect([each.pending_effects for each in joined]),
        conditional_facts=_intersect([each.conditional_facts for each in joined]),
        entity_states=_intersect([each.entity_states for each in joined]),
        optional_events=_intersect([each.optional_events for each in joined]),
        knowledge=Knowledge(
            known=_intersect([each.known for each in knowledge]),
            some=_intersect([each.some for each in knowledge]),
            unknown=_intersect([each.unknown for each in knowledge]),
        ),
        before=_find_common_prose(joined),
    )
    alone = [
        SequenceBriefing(
            own=_drop_common(briefing, common),
            passages=tuple(row),
            after=_find_sources_in_batch(briefing),
        )
        for briefing, row in zip(joined, sequences, strict=True)
    ]
    return SharedBriefing(common=common, sequences=tuple(_quote_once(_state_once(alone))))


def _find_sources_in_batch(briefing: Briefing) -> tuple[str, ...]:
    """The passages in the same answer from which players come here."""
    if not _follows_in_batch(briefing):
        return ()
    return (briefing.before[-1].title, *(each.title for each in briefing.origins if not each.text))


def _state_once(sequences: Iterable[SequenceBriefing]) -> Iterator[SequenceBriefing]:
    """The rows without what is said of all those whose players go on to them: it still holds."""
    said: dict[str, frozenset[object]] = {}
    for row in sequences:
        known = [said.get(title, frozenset()) for title in row.after]
        before = frozenset[object].intersection(*known) if known else frozenset[object]()
        yield evolve(row, own=_drop_stated(row.own, before)) if row.after else row
        after = before.union(_list_statements(row.own))
        said |= {each.title: after for each in row.passages}


def _quote_once(sequences: Iterable[SequenceBriefing]) -> Iterator[SequenceBriefing]:
    """The rows; what some have read in an insert is quoted in the first that tells of it alone."""
    quoted = set[tuple[str, str]]()

    def once(name: str, read: str) -> str:
        is_new = (name, read) not in quoted
        quoted.add((name, read))
        return read if is_new else ""

    for row in sequences:
        own = row.own
        done = tuple(evolve(each, read=once(each.name, each.read)) for each in own.optional_events)
        unsettled = tuple(
            evolve(each, read=once(each.name, each.read)) for each in own.conditional_facts
        )
        yield evolve(row, own=evolve(own, optional_events=done, conditional_facts=unsettled))


def _list_statements(own: Briefing) -> Iterator[object]:
    yield from (*own.certain, *own.optional_events, *own.knowledge.known, *own.knowledge.unknown)
    yield from (BriefedCondition(name=name, answer="", consequences=()) for name in own.inserts)
    yield from (BriefedEntityState(name=each.name) for each in own.entity_states)


def _drop_stated(own: Briefing, stated: AbstractSet[object]) -> Briefing:
    """The briefing without that; of an answer that is told already, the name only.

    The hour that was noted last is that before the answer: what is written there goes on from it.
    """
    names = {each.name for each in stated if isinstance(each, BriefedCondition)}
    stands = {each.name for each in stated if isinstance(each, BriefedEntityState)}
    return evolve(
        own,
        certain=tuple(each for each in own.certain if each not in stated),
        optional_events=tuple(each for each in own.optional_events if each not in stated),
        conditional_facts=tuple(
            evolve(each, answer="", consequences=(), read="") if each.name in names else each
            for each in own.conditional_facts
        ),
        entity_states=tuple(
            each for each in own.entity_states if each.name not in stands and not is_hour(each.name)
        ),
        knowledge=evolve(
            own.knowledge,
            known=tuple(each for each in own.knowledge.known if each not in stated),
            unknown=tuple(each for each in own.knowledge.unknown if each not in stated),
        ),
    )


def _intersect(items: Sequence[tuple[Told, ...]]) -> tuple[Told, ...]:
    first, *others = items
    return tuple(each for each in first if all(each in other for other in others))


def _subtract(items: tuple[Told, ...], common: tuple[Told, ...]) -> tuple[Told, ...]:
    return tuple(each for each in items if each not in common)


def _drop_common(own: Briefing, common: Briefing) -> Briefing:
    """The briefing without what is true of all."""
    return evolve(
        own,
        entities=tuple(_drop_common_facts(own.entities, common.entities)),
        absent=_subtract(own.absent, common.absent),
        certain=_subtract(own.certain, common.certain),
        pending_effects=_subtract(own.pending_effects, common.pending_effects),
        conditional_facts=_subtract(own.conditional_facts, common.conditional_facts),
        entity_states=_subtract(own.entity_states, common.entity_states),
        optional_events=_subtract(own.optional_events, common.optional_events),
        knowledge=Knowledge(
            known=_subtract(own.knowledge.known, common.knowledge.known),
            some=_subtract(own.knowledge.some, common.knowledge.some),
            unknown=_subtract(own.knowledge.unknown, common.knowledge.unknown),
        ),
        before=tuple(_find_own_prose(own, common)),
    )


def _merge_entities(briefings: Sequence[Briefing]) -> Mapping[str, BriefedEntity]:
    """Whoever is in a row, with what is true of them in every row that has them."""
    found: dict[str, BriefedEntity] = {}
    for each in (entity for briefing in briefings for entity in briefing.entities):
        one = found.setdefault(each.id, each)
        found[each.id] = evolve(
            one,
            facts=tuple(fact for fact in one.facts if fact in each.facts),
            now=one.now if one.now == each.now else "",
            joined=one.joined and each.joined,
        )
    return found


def _drop_common_facts(
    own: Iterable[BriefedEntity], common: Iterable[BriefedEntity]
) -> Iterator[BriefedEntity]:
    """Those of whom more is true in one row, with that alone."""
    of_all = {each.id: each for each in common}
    for each in own:
        facts = _subtract(each.facts, of_all[each.id].facts)
        now = "" if each.now == of_all[each.id].now else each.now
        if facts or now:
            yield evolve(each, concept="", facts=facts, now=now)


def _find_common_prose(briefings: Sequence[Briefing]) -> tuple[BriefedProse, ...]:
    """What the players of all rows have read before, without what only some have read of it.

    What stands in the same answer is not there, and where a choice parts them, that choice.
    """
    behind = [each.before for each in briefings if not _follows_in_batch(each)]
    if not behind:
        return ()
    shared = []
    for each in behind[0]:
        same = [one for before in behind for one in before if one.title == each.title]
        if len(same) == len(behind):
            parted = len({one.chosen for one in same}) > 1
            texts = [one.text.split(_GAP) for one in same]
            text = _GAP.join(part for part in texts[0] if all(part in other for other in texts))
            shared.append(evolve(each, text=text, chosen="" if parted else each.chosen))
    return tuple(shared)


def _find_own_prose(own: Briefing, common: Briefing) -> Iterator[BriefedProse]:
    """What they have read since what all rows have read, and what else of that or chosen there."""
    if _follows_in_batch(own):
        yield own.before[-1]
        return
    shared = {each.title: each for each in common.before}
    last = max((at for at, each in enumerate(own.before) if each.title in shared), default=-1)
    if last == len(own.before) - 1 and own.before:
        nearest = own.before[last]
        known = shared[nearest.title].text.split(_GAP)
        text = _GAP.join(part for part in nearest.text.split(_GAP) if part not in known)
        if text or nearest.chosen != shared[nearest.title].chosen:
            yield evolve(nearest, text=text)
    yield from own.before[last + 1 :]


def _follows_in_batch(briefing: Briefing) -> bool:
    """Whether what is read before the row stands in the same answer."""
    return bool(briefing.before) and not briefing.before[-1].text
