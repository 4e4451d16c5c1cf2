"""The split of a batch's briefings into a context common to all sequences and the rest of each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from questfoundry.domain.writing.answer_format import is_hour
from questfoundry.domain.writing.briefing import BriefedEntity, BriefedProse, Briefing
from questfoundry.domain.writing.fact import BriefedFact, FactKind, drop_facts, merge_facts

_GAP = "\n\n"

Item = TypeVar("Item")


@frozen(kw_only=True)
class SequenceBriefing:
    """A sequence in a request: its passages, and the facts that hold for this sequence alone.

    ``after`` lists the titles of the passages in the same batch from which players come here.
    ``own`` is the rest of the briefing, without facts that the common part or the preceding
    sequences state. ``own.before`` is the latest passage that only the players of this sequence
    have read. Its text is empty if it is part of the same batch, or if these players have read no
    other text and only made a different choice.
    """

    own: Briefing
    passages: tuple[Briefing, ...]
    after: tuple[str, ...] = ()

    @property
    def is_topics(self) -> bool:
        """Return whether the passages are topics of a hub, which are read in any order."""
        hub = self.passages[0].hub
        return bool(hub and hub.own)


@frozen(kw_only=True)
class SharedBriefing:
    """A request for several passages: the common briefing, and the rest for each sequence."""

    common: Briefing
    sequences: tuple[SequenceBriefing, ...]

    @property
    def passages(self) -> tuple[Briefing, ...]:
        """The briefings of all passages, in the order of the request."""
        return tuple(each for sequence in self.sequences for each in sequence.passages)


def share_briefings(sequences: Sequence[Sequence[Briefing]]) -> SharedBriefing:
    """Split the briefings of several sequences into a common part and the rest of each."""
    merged = [merge_sequence(sequence) for sequence in sequences]
    first, *others = merged
    if not others:
        return SharedBriefing(
            common=first, sequences=(SequenceBriefing(own=first, passages=tuple(sequences[0])),)
        )
    common = evolve(
        first,
        entities=tuple(_merge_entities(merged).values()),
        continuity=_join_continuity(merged),
        facts=merge_facts([each.facts for each in merged]),
        entity_states=tuple(
            each
            for each in first.entity_states
            if all(each in other.entity_states for other in others)
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


def merge_sequence(briefings: Sequence[Briefing]) -> Briefing:
    """Return the first of ``briefings``, extended for a request that covers all of them.

    The result contains every entity of the briefings, in its state at the first passage where the
    entity occurs. The topics of a hub are read in any order, so only their common outcomes are
    certain.
    """
    first = briefings[0]
    entities = {each.id: each for briefing in reversed(briefings) for each in briefing.entities}
    order = dict.fromkeys(each.id for briefing in briefings for each in briefing.entities)
    is_topic = bool(first.hub and first.hub.own)
    common = merge_facts([each.facts for each in briefings])
    return evolve(
        first,
        facts=tuple(
            each
            for each in first.facts
            if each.kind is not FactKind.OUTCOME or not is_topic or each in common
        ),
        entities=tuple(entities[each] for each in order),
        continuity=_join_continuity(briefings),
    )


def _join_continuity(briefings: Iterable[Briefing]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in briefings for name in each.continuity))


def _find_sources_in_batch(briefing: Briefing) -> tuple[str, ...]:
    if not _follows_in_batch(briefing):
        return ()
    return (briefing.before[-1].title, *(each.title for each in briefing.origins if not each.text))


def _state_once(sequences: Iterable[SequenceBriefing]) -> Iterator[SequenceBriefing]:
    """Yield the sequences without the facts and states of sequences that players read before.

    The time of day is left out, too, because the latest note is older than the batch.
    """
    facts_by_title: dict[str, frozenset[BriefedFact]] = {}
    names_by_title: dict[str, frozenset[str]] = {}
    for sequence in sequences:
        own = sequence.own
        facts = _intersect([facts_by_title.get(each, frozenset()) for each in sequence.after])
        names = _intersect([names_by_title.get(each, frozenset()) for each in sequence.after])
        states = (each for each in own.entity_states if each.name not in names)
        reduced = evolve(
            own,
            facts=tuple(drop_facts(own.facts, facts)),
            entity_states=tuple(each for each in states if not is_hour(each.name)),
        )
        yield evolve(sequence, own=reduced) if sequence.after else sequence
        facts = facts.union(own.facts)
        names = names.union(each.name for each in own.entity_states)
        facts_by_title |= {each.title: facts for each in sequence.passages}
        names_by_title |= {each.title: names for each in sequence.passages}


def _intersect(sets: Sequence[frozenset[Item]]) -> frozenset[Item]:
    return sets[0].intersection(*sets) if sets else frozenset()


def _quote_once(sequences: Iterable[SequenceBriefing]) -> Iterator[SequenceBriefing]:
    quoted = set[tuple[str, str]]()
    for sequence in sequences:
        own, facts = sequence.own, list[BriefedFact]()
        for fact in own.facts:
            is_known = (fact.flag, fact.read) in quoted
            facts.append(evolve(fact, read="") if is_known else fact)
            quoted.add((fact.flag, fact.read))
        yield evolve(sequence, own=evolve(own, facts=tuple(facts)))


def _drop_common(own: Briefing, common: Briefing) -> Briefing:
    return evolve(
        own,
        entities=tuple(_drop_common_facts(own.entities, common.entities)),
        facts=tuple(each for each in own.facts if each not in common.facts),
        entity_states=tuple(each for each in own.entity_states if each not in common.entity_states),
        before=tuple(_find_own_prose(own, common)),
    )


def _merge_entities(briefings: Sequence[Briefing]) -> Mapping[str, BriefedEntity]:
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
    common_by_id = {each.id: each for each in common}
    for each in own:
        known = common_by_id[each.id]
        facts = tuple(fact for fact in each.facts if fact not in known.facts)
        now = "" if each.now == known.now else each.now
        if facts or now:
            yield evolve(each, concept="", facts=facts, now=now)


def _find_common_prose(briefings: Sequence[Briefing]) -> tuple[BriefedProse, ...]:
    """Return the earlier prose that the players of all ``briefings`` have read.

    ``chosen`` is empty for a passage after which players made different choices.
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
    """Yield the earlier prose of ``own`` after the last passage that ``common`` shows, too.

    If no prose follows this passage, yield the paragraphs of it that are not common.
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
    return bool(briefing.before) and not briefing.before[-1].text
