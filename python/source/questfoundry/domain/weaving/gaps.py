"""Gaps: neighbouring beats between which the prose must take the reader elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.weaving.woven import Woven


@frozen(kw_only=True)
class Gap:
    """Two beats, by id, of which one follows the other and that share no place and no entity."""

    before: str
    after: str


def gaps(woven: Woven) -> tuple[Gap, ...]:
    """All gaps, inside passages and from one to the next, in the order of the story."""
    beats = {beat.id: beat for beat in woven.beats}
    place = {identifier: number for number, identifier in enumerate(beats)}
    found = {
        Gap(before=before, after=after)
        for before, after in _neighbours(woven)
        if not _share(beats[before], beats[after])
    }
    return tuple(sorted(found, key=lambda gap: (place[gap.before], place[gap.after])))


def _neighbours(woven: Woven) -> Iterator[tuple[str, str]]:
    held = {passage.id: passage.beats for passage in woven.structure.passages}
    for beats in held.values():
        yield from pairwise(beats)
    for choice in woven.structure.choices:
        yield held[choice.source][-1], held[choice.target][0]


def _share(one: Beat, other: Beat) -> bool:
    return one.location == other.location or not set(one.entities).isdisjoint(other.entities)
