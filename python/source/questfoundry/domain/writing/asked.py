"""What a request for several rows of passages says once, and what of each row alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve, frozen

from questfoundry.domain.writing.briefing import BriefedEntity, BriefedProse, Briefing
from questfoundry.domain.writing.knowledge import Knowledge
from questfoundry.domain.writing.together import written_together

_GAP = "\n\n"

Told = TypeVar("Told")


@frozen(kw_only=True)
class AskedRow:
    """A row in a request: what is true of it alone, where there are several, and its passages.

    ``own.before`` is what those have read last who come there, where others have read something
    else; its text is empty where they only chose otherwise, or where it stands in the same answer,
    and what they alone have read of it where the others have read the rest, too.
    Of ``own.entities`` only that is said which is not true of them in all rows.
    """

    own: Briefing
    passages: tuple[Briefing, ...]


@frozen(kw_only=True)
class Asked:
    """A request for passages: what is true of all of them, and the rows."""

    common: Briefing
    strands: tuple[AskedRow, ...]


def asked_together(rows: Sequence[Sequence[Briefing]]) -> Asked:
    """What is asked of a writer of these rows; the passages of a row are read one by one."""
    joined = [written_together(row) for row in rows]
    first, *others = joined
    if not others:
        return Asked(common=first, strands=(AskedRow(own=first, passages=tuple(rows[0])),))
    entities = _entities_of_all(joined)
    knowledge = [each.knowledge for each in joined]
    common = evolve(
        first,
        entities=tuple(entities.values()),
        noted=tuple(dict.fromkeys(name for each in joined for name in each.noted)),
        absent=_of_all([each.absent for each in joined]),
        certain=_of_all([each.certain for each in joined]),
        coming=_of_all([each.coming for each in joined]),
        unsettled=_of_all([each.unsettled for each in joined]),
        stands=_of_all([each.stands for each in joined]),
        found=_of_all([each.found for each in joined]),
        knowledge=Knowledge(
            known=_of_all([each.known for each in knowledge]),
            some=_of_all([each.some for each in knowledge]),
            unknown=_of_all([each.unknown for each in knowledge]),
        ),
        before=_read_by_all(joined),
    )
    return Asked(
        common=common,
        strands=tuple(
            AskedRow(own=_alone(briefing, common), passages=tuple(row))
            for briefing, row in zip(joined, rows, strict=True)
        ),
    )


def _of_all(told: Sequence[tuple[Told, ...]]) -> tuple[Told, ...]:
    first, *others = told
    return tuple(each for each in first if all(each in other for other in others))


def _beyond(told: tuple[Told, ...], common: tuple[Told, ...]) -> tuple[Told, ...]:
    return tuple(each for each in told if each not in common)


def _alone(own: Briefing, common: Briefing) -> Briefing:
    """The briefing without what is true of all."""
    return evolve(
        own,
        entities=tuple(_entities_alone(own.entities, common.entities)),
        absent=_beyond(own.absent, common.absent),
        certain=_beyond(own.certain, common.certain),
        coming=_beyond(own.coming, common.coming),
        unsettled=_beyond(own.unsettled, common.unsettled),
        stands=_beyond(own.stands, common.stands),
        found=_beyond(own.found, common.found),
        knowledge=Knowledge(
            known=_beyond(own.knowledge.known, common.knowledge.known),
            some=_beyond(own.knowledge.some, common.knowledge.some),
            unknown=_beyond(own.knowledge.unknown, common.knowledge.unknown),
        ),
        before=tuple(_otherwise(own.before[-1:], common.before[-1:])),
    )


def _entities_of_all(joined: Sequence[Briefing]) -> Mapping[str, BriefedEntity]:
    """Whoever is in a row, with what is true of them in every row that has them."""
    found: dict[str, BriefedEntity] = {}
    for each in (entity for briefing in joined for entity in briefing.entities):
        one = found.setdefault(each.id, each)
        found[each.id] = evolve(
            one,
            facts=tuple(fact for fact in one.facts if fact in each.facts),
            now=one.now if one.now == each.now else "",
            joined=one.joined and each.joined,
        )
    return found


def _entities_alone(
    own: Iterable[BriefedEntity], common: Iterable[BriefedEntity]
) -> Iterator[BriefedEntity]:
    """Those of whom more is true in one row, with that alone."""
    of_all = {each.id: each for each in common}
    for each in own:
        facts = _beyond(each.facts, of_all[each.id].facts)
        now = "" if each.now == of_all[each.id].now else each.now
        if facts or now:
            yield evolve(each, concept="", facts=facts, now=now)


def _read_by_all(joined: Sequence[Briefing]) -> tuple[BriefedProse, ...]:
    """What players have read before, of the nearest without what only some rows have read.

    Where the last choice parts them, it is not there.
    """
    before = joined[0].before
    if not before:
        return ()
    nearest = before[-1]
    beside = [each.before[-1] for each in joined if _is_same(each.before[-1:], (nearest,))]
    parted = len({each.chosen for each in beside}) > 1
    texts = [each.text.split(_GAP) for each in beside]
    text = _GAP.join(part for part in texts[0] if all(part in other for other in texts))
    return (*before[:-1], evolve(nearest, text=text, chosen="" if parted else nearest.chosen))


def _otherwise(
    own: Sequence[BriefedProse], common: Sequence[BriefedProse]
) -> Sequence[BriefedProse]:
    """What was read or chosen last, where that is another thing."""
    if own == common:
        return ()
    if not _is_same(own, common):
        return own
    [nearest], [shared] = own, common
    known = shared.text.split(_GAP)
    text = _GAP.join(part for part in nearest.text.split(_GAP) if part not in known)
    return (evolve(nearest, text=text),) if text or nearest.chosen != shared.chosen else ()


def _is_same(one: Sequence[BriefedProse], other: Sequence[BriefedProse]) -> bool:
    """Whether it is the same passage that was read, whatever was chosen there."""
    return [each.title for each in one] == [each.title for each in other]
