"""The split of a batch's briefings into a context common to all sequences and the rest of each."""

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

Item = TypeVar("Item")


@frozen(kw_only=True)
class SequenceBriefing:
    """A sequence in a request: its passages, and the facts that hold for this sequence alone.

    ``after`` lists the titles of the passages in the same batch from which players come here.
    ``own`` is the rest of the briefing, without facts that the common part or the preceding
    sequences state. ``own.before`` is the prose that only the players of this sequence have read
    last. Its text is empty if the players only made a different choice, or if the prose is part of
    the same batch.
    """

    own: Briefing
    passages: tuple[Briefing, ...]
    after: tuple[str, ...] = ()


@frozen(kw_only=True)
class SharedBriefing:
    """A request for several passages: the common briefing, and the sequences."""

    common: Briefing
    sequences: tuple[SequenceBriefing, ...]


def share_briefings(sequences: Sequence[Sequence[Briefing]]) -> SharedBriefing:
    """Split the briefings of several sequences into a common part and the rest of each."""
    merged = [batch_briefing(sequence) for sequence in sequences]
    first, *others = merged
    if not others:
        return SharedBriefing(
            common=first, sequences=(SequenceBriefing(own=first, passages=tuple(sequences[0])),)
        )
    entities = _merge_entities(merged)
    knowledge = [each.knowledge for each in merged]
    common = evolve(
        first,
        entities=tuple(entities.values()),
        continuity=tuple(dict.fromkeys(name for each in merged for name in each.continuity)),
        absent=_intersect([each.absent for each in merged]),
        certain=_intersect([each.certain for each in merged]),
        pending_effects=_intersect([each.pending_effects for each in merged]),
        conditional_facts=_intersect([each.conditional_facts for each in merged]),
        entity_states=_intersect([each.entity_states for each in merged]),
        optional_events=_intersect([each.optional_events for each in merged]),
        knowledge=Knowledge(
            known=_intersect([each.known for each in knowledge]),
            some=_intersect([each.some for each in knowledge]),
            unknown=_intersect([each.unknown for each in knowledge]),
        ),
        before=_find_common_prose(merged),
    )
    parts = [
        SequenceBriefing(
            own=_drop_common(briefing, common),
            passages=tuple(sequence),
            after=_find_sources_in_batch(briefing),
        )
        for briefing, sequence in zip(merged, sequences, strict=True)
    ]
    return SharedBriefing(common=common, sequences=tuple(_quote_once(_state_once(parts))))


def _find_sources_in_batch(briefing: Briefing) -> tuple[str, ...]:
    """Return the titles of the passages in the same batch from which players come here."""
    if not _follows_in_batch(briefing):
        return ()
    return (briefing.before[-1].title, *(each.title for each in briefing.origins if not each.text))


def _state_once(sequences: Iterable[SequenceBriefing]) -> Iterator[SequenceBriefing]:
    """Yield the sequences without facts that all their preceding sequences already state."""
    stated_by_title: dict[str, frozenset[object]] = {}
    for sequence in sequences:
        stated_before = [stated_by_title.get(title, frozenset()) for title in sequence.after]
        common = (
            frozenset[object].intersection(*stated_before) if stated_before else frozenset[object]()
        )
        yield (
            evolve(sequence, own=_drop_stated(sequence.own, common)) if sequence.after else sequence
        )
        stated = common.union(_list_statements(sequence.own))
        stated_by_title |= {each.title: stated for each in sequence.passages}


def _quote_once(sequences: Iterable[SequenceBriefing]) -> Iterator[SequenceBriefing]:
    """Yield the sequences; only the first that mentions a conditional text quotes its excerpt."""
    quoted = set[tuple[str, str]]()

    def once(name: str, read: str) -> str:
        is_new = (name, read) not in quoted
        quoted.add((name, read))
        return read if is_new else ""

    for sequence in sequences:
        own = sequence.own
        optional_events = tuple(
            evolve(each, read=once(each.name, each.read)) for each in own.optional_events
        )
        conditional_facts = tuple(
            evolve(each, read=once(each.name, each.read)) for each in own.conditional_facts
        )
        yield evolve(
            sequence,
            own=evolve(own, optional_events=optional_events, conditional_facts=conditional_facts),
        )


def _list_statements(own: Briefing) -> Iterator[object]:
    """Yield the facts that a briefing states, in a form that can be compared."""
    yield from (*own.certain, *own.optional_events, *own.knowledge.known, *own.knowledge.unknown)
    yield from (BriefedCondition(name=name, answer="", consequences=()) for name in own.inserts)
    yield from (BriefedEntityState(name=each.name) for each in own.entity_states)


def _drop_stated(own: Briefing, stated: AbstractSet[object]) -> Briefing:
    """Return the briefing without the facts in ``stated``.

    A conditional fact keeps its name. The time of day is always dropped, because the latest note is
    older than the prose that precedes the sequence in the same batch.
    """
    names = {each.name for each in stated if isinstance(each, BriefedCondition)}
    state_names = {each.name for each in stated if isinstance(each, BriefedEntityState)}
    return evolve(
        own,
        certain=tuple(each for each in own.certain if each not in stated),
        optional_events=tuple(each for each in own.optional_events if each not in stated),
        conditional_facts=tuple(
            evolve(each, answer="", consequences=(), read="") if each.name in names else each
            for each in own.conditional_facts
        ),
        entity_states=tuple(
            each
            for each in own.entity_states
            if each.name not in state_names and not is_hour(each.name)
        ),
        knowledge=evolve(
            own.knowledge,
            known=tuple(each for each in own.knowledge.known if each not in stated),
            unknown=tuple(each for each in own.knowledge.unknown if each not in stated),
        ),
    )


def _intersect(items: Sequence[tuple[Item, ...]]) -> tuple[Item, ...]:
    first, *others = items
    return tuple(each for each in first if all(each in other for other in others))


def _subtract(items: tuple[Item, ...], common: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(each for each in items if each not in common)


def _drop_common(own: Briefing, common: Briefing) -> Briefing:
    """Return the briefing without the facts of the common briefing."""
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
    """Return each entity of the briefings, by id, with the facts common to its briefings."""
    found: dict[str, BriefedEntity] = {}
    for each in (entity for briefing in briefings for entity in briefing.entities):
        previous = found.setdefault(each.id, each)
        found[each.id] = evolve(
            previous,
            facts=tuple(fact for fact in previous.facts if fact in each.facts),
            now=previous.now if previous.now == each.now else "",
            joined=previous.joined and each.joined,
        )
    return found


def _drop_common_facts(
    own: Iterable[BriefedEntity], common: Iterable[BriefedEntity]
) -> Iterator[BriefedEntity]:
    """Yield the entities with facts that hold in only this sequence, and those facts."""
    common_by_id = {each.id: each for each in common}
    for each in own:
        facts = _subtract(each.facts, common_by_id[each.id].facts)
        now = "" if each.now == common_by_id[each.id].now else each.now
        if facts or now:
            yield evolve(each, concept="", facts=facts, now=now)


def _find_common_prose(briefings: Sequence[Briefing]) -> tuple[BriefedProse, ...]:
    """Return the prose that the players of all sequences have read, reduced to common paragraphs.

    Prose that is part of the same batch is left out. If players made different choices after a
    passage, its choice is empty.
    """
    readings = [each.before for each in briefings if not _follows_in_batch(each)]
    if not readings:
        return ()
    shared = []
    for each in readings[0]:
        same = [reading for before in readings for reading in before if reading.title == each.title]
        if len(same) == len(readings):
            chose_differently = len({reading.chosen for reading in same}) > 1
            texts = [reading.text.split(_GAP) for reading in same]
            text = _GAP.join(part for part in texts[0] if all(part in other for other in texts))
            shared.append(evolve(each, text=text, chosen="" if chose_differently else each.chosen))
    return tuple(shared)


def _find_own_prose(own: Briefing, common: Briefing) -> Iterator[BriefedProse]:
    """Yield the prose that the players of this sequence have read after the last common passage.

    If nothing follows, yield the paragraphs or the choice of that passage that are not common.
    """
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
    """Return whether the preceding passage is in the same batch and thus has no text yet."""
    return bool(briefing.before) and not briefing.before[-1].text
