"""Who must take part where, so that in the end every entity that SEED keeps is in some beat.

What a dilemma is about is met in that dilemma's own beats. What no dilemma is about may wait
for as long as the sections to come have room for it, so that no section is asked for more
than it can hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import BeatDraft, SeedBeats, SeedFrame
from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.entity import EntityKind

_ROOM = {True: 1, False: 2}
"""How many locations, and how many others, each beat to come is counted on to bring in."""


def is_place(identifier: str) -> bool:
    """Whether beats happen there; all other entities take part in them."""
    return kind_of(identifier) == EntityKind.LOCATION.value


def times_met(sections: Iterable[Artifact]) -> Counter[str]:
    """In how many beats of those sections each entity is."""
    drafts = (draft for section in sections for draft in _drafts(section))
    return Counter(each for draft in drafts for each in (draft.location, *draft.entities))


def due(unmet: Sequence[str], anchors: Collection[str], beats_to_come: int) -> tuple[str, ...]:
    """The entities that must be met now: the anchors, and those too many to wait."""
    now: set[str] = set()
    for place, room in _ROOM.items():
        alike = [each for each in unmet if is_place(each) is place]
        alike.sort(key=lambda each: each not in anchors)
        about = sum(each in anchors for each in alike)
        now.update(alike[: max(about, len(alike) - room * beats_to_come)])
    return tuple(each for each in unmet if each in now)


def _drafts(section: Artifact) -> Iterator[BeatDraft]:
    match section:
        case SeedBeats():
            yield from section.shared
            for arm in section.paths.values():
                yield from (arm.commit, *arm.tail)
        case SeedFrame():
            yield from (*section.setup, *section.epilogue)
