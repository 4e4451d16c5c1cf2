"""The cast of beats: which entities must take part where, so that the story uses all it keeps.

People that a dilemma is about may be dead or away and only mentioned, unless they leave the story
through that dilemma. Places and things that a dilemma is about must appear in its own beats. Other
entities may wait while the coming sections have room for them, so that no section has to introduce
more than it can hold.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from questfoundry.domain.artifacts.seed import (
    SeedArtifact,
    SeedBeats,
    SeedEpilogues,
    SeedFrame,
    SeedOpening,
)
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.beat import BeatDraft
from questfoundry.domain.story.dilemma import Dilemma
from questfoundry.domain.story.entity import Entity, EntityKind

_INTRODUCED_PER_BEAT = {True: 1, False: 2}
"""The maximum number of new locations (``True``) and other new entities (``False``) in a beat."""


def is_place(identifier: str) -> bool:
    """Return whether the id belongs to a location, where beats happen, and not to a participant."""
    return kind_of(identifier) == EntityKind.LOCATION.value


def count_appearances(sections: Iterable[Artifact]) -> Counter[str]:
    """Return for each entity the number of beats of ``sections`` in which it appears."""
    drafts = (draft for section in sections for _, _, draft in walk_beats("", section))
    return Counter(each for draft in drafts for each in (draft.location, *draft.entities))


def find_due_entities(
    unmet: Sequence[str], first: Collection[str], absent: Collection[str], beats_to_come: int
) -> tuple[str, ...]:
    """Return the ``unmet`` entities that must appear now.

    These are the entities in ``first``, and the entities for which the ``beats_to_come`` later
    beats have no room. Entities in ``absent`` may be out of the story here, so they appear
    elsewhere.
    """
    due: set[str] = set()
    for place, room in _INTRODUCED_PER_BEAT.items():
        alike = [each for each in unmet if is_place(each) is place]
        here = [each for each in alike if each not in absent]
        here.sort(key=lambda each: each not in first)
        # Whatever exceeds the capacity of the coming beats cannot wait.
        about = sum(each in first for each in here)
        due.update(here[: max(about, len(alike) - room * beats_to_come)])
    return tuple(each for each in unmet if each in due)


def find_lead(dilemmas: Iterable[Dilemma], kept: Iterable[Entity]) -> str:
    """Return the id of the leading character, or "" if no character is kept.

    The lead is the character that the player plays, or else the character with the most dilemmas.
    """
    about = Counter(anchor for dilemma in dilemmas for anchor in dilemma.anchors)
    characters = [each for each in kept if each.kind is EntityKind.CHARACTER]
    lead = max(characters, key=lambda each: (each.played, about[each.id]), default=None)
    return lead.id if lead else ""


def walk_beats(name: str, part: Artifact) -> Iterator[tuple[str, str, BeatDraft]]:
    """Yield the field path, the id and the draft of each beat in the result of section ``name``.

    If ``part`` is a whole plan, the field paths start at the sections of the beats.
    """
    owner = slug_of(name)
    rows: list[tuple[str, str, Sequence[BeatDraft]]] = []
    if isinstance(part, SeedArtifact):
        for identifier, each in {**part.beats, **part.openings}.items():
            yield from walk_beats(identifier, each)
    if isinstance(part, SeedArtifact | SeedFrame | SeedOpening):
        chapter = f"chapter-{owner}-" if isinstance(part, SeedOpening) else ""
        rows.append(("setup", f"{chapter}setup", part.setup))
    if isinstance(part, SeedArtifact | SeedFrame | SeedEpilogues):
        rows += (
            (f"epilogues.{ending}.beats", f"{slug_of(ending)}-epilogue", each.beats)
            for ending, each in part.epilogues.items()
        )
    if isinstance(part, SeedBeats):
        rows.append(("shared", f"{owner}-shared", part.shared))
        for path, arm in part.paths.items():
            yield f"paths.{path}.commit", f"beat::{slug_of(path)}-commit-1", arm.commit
            rows.append((f"paths.{path}.tail", f"{slug_of(path)}-tail", arm.tail))
    for field, of, drafts in rows:
        for number, draft in enumerate(drafts):
            yield f"{field}.{number}", f"beat::{of}-{number + 1}", draft
