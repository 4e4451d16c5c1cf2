"""Who must take part where, so that in the end nobody is kept whom the story has no use for.

Whom a dilemma is about may be dead, or away, and only talked of, unless they leave the story by
it. All else that a dilemma is about is met in that dilemma's own beats. What no dilemma is about
may wait for as long as the sections to come have room for it, so that no section is asked for more
than it can hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import (
    BeatDraft,
    SeedBeats,
    SeedEpilogues,
    SeedFrame,
    SeedOpening,
)
from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.dilemma import Dilemma
from questfoundry.domain.story.entity import Entity, EntityKind

_INTRODUCED_PER_BEAT = {True: 1, False: 2}
"""How many locations, and how many others, each beat to come is counted on to bring in."""


def is_place(identifier: str) -> bool:
    """Whether beats happen there; all other entities take part in them."""
    return kind_of(identifier) == EntityKind.LOCATION.value


def count_appearances(sections: Iterable[Artifact]) -> Counter[str]:
    """In how many beats of those sections each entity is."""
    drafts = (draft for section in sections for draft in _list_beat_drafts(section))
    return Counter(each for draft in drafts for each in (draft.location, *draft.entities))


def find_due_entities(
    unmet: Sequence[str], first: Collection[str], absent: Collection[str], beats_to_come: int
) -> tuple[str, ...]:
    """The entities that must be met now: the ``first``, and those too many to wait.

    Those who may be ``absent`` here are met where they are not.
    """
    due: set[str] = set()
    for place, room in _INTRODUCED_PER_BEAT.items():
        alike = [each for each in unmet if is_place(each) is place]
        here = [each for each in alike if each not in absent]
        here.sort(key=lambda each: each not in first)
        about = sum(each in first for each in here)
        due.update(here[: max(about, len(alike) - room * beats_to_come)])
    return tuple(each for each in unmet if each in due)


def find_lead(dilemmas: Iterable[Dilemma], kept: Iterable[Entity]) -> str:
    """Who is played, or whom most dilemmas are about, the first of several: always in the story."""
    about = Counter(anchor for dilemma in dilemmas for anchor in dilemma.anchors)
    characters = [each for each in kept if each.kind is EntityKind.CHARACTER]
    lead = max(characters, key=lambda each: (each.played, about[each.id]), default=None)
    return lead.id if lead else ""


def _list_beat_drafts(section: Artifact) -> Iterator[BeatDraft]:
    match section:
        case SeedBeats():
            yield from section.shared
            for arm in section.paths.values():
                yield from (arm.commit, *arm.tail)
        case SeedOpening():
            yield from section.setup
        case SeedFrame() | SeedEpilogues():
            yield from getattr(section, "setup", ())
            for epilogue in section.epilogues.values():
                yield from epilogue.beats
