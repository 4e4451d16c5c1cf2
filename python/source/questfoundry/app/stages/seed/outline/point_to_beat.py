"""Points of an outline as beats: the sentence for each point, and the entities it names."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Self

from attrs import frozen

from questfoundry.app.stages.seed.cast import count_appearances, is_place
from questfoundry.app.stages.seed.partial_plan import (
    EPILOGUES,
    FRAME,
    add_part,
    beats_name,
    chapter_dilemmas,
    opening_name,
)
from questfoundry.domain.artifacts.seed import (
    BeatDraft,
    Epilogue,
    PathBeats,
    SeedArtifact,
    SeedBeats,
    SeedEpilogues,
    SeedFrame,
    SeedOpening,
)
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import slug_of
from questfoundry.domain.outline.lines import pick_sentence
from questfoundry.domain.story.chapter import chapter_id
from questfoundry.domain.story.entity import Entity, OutlineName
from questfoundry.domain.text.names.stated_names import has_name
from questfoundry.domain.text.names.word_classes import is_function_word, is_title

Change = Callable[[str, BeatDraft], BeatDraft]
"""Returns the changed beat for a beat's id and draft."""


def replace_beats(name: str, part: Artifact, change: Change) -> Artifact:
    """Return the result of section ``name`` with ``change`` applied to each beat."""

    def row(drafts: Sequence[BeatDraft], owner: str) -> tuple[BeatDraft, ...]:
        return tuple(
            change(f"beat::{owner}-{number}", each) for number, each in enumerate(drafts, start=1)
        )

    def arm(path: str, of: PathBeats) -> PathBeats:
        owner = slug_of(path)
        (commit,), tail = row((of.commit,), f"{owner}-commit"), row(of.tail, f"{owner}-tail")
        return PathBeats(commit=commit, tail=tail)

    match part:
        case SeedBeats():
            return SeedBeats(
                shared=row(part.shared, f"{slug_of(name.partition('.')[2])}-shared"),
                paths={path: arm(path, each) for path, each in part.paths.items()},
            )
        case SeedOpening():
            setup = row(part.setup, f"chapter-{slug_of(name.partition('.')[2])}-setup")
            return part.model_copy(update={"setup": setup})
        case SeedFrame() | SeedEpilogues():
            closed = {
                ending: Epilogue(beats=row(each.beats, f"{slug_of(ending)}-epilogue"))
                for ending, each in part.epilogues.items()
            }
            begun = {"setup": row(part.setup, "setup")} if isinstance(part, SeedFrame) else {}
            return part.model_copy(update={**begun, "epilogues": closed})
        case _:
            return part


_WORD = re.compile(r"[^\W\d_a-z][^\W\d_]*")
_PRONOUN = re.compile(r"\b(?:he|she|they|him|her|his|them|their)\b", re.IGNORECASE)
_MOST_ENTITIES = 8
"""The most participants of a beat."""


@frozen(kw_only=True)
class PlacedPoint:
    """A point with its number, the sentence that represents it, and the ids of named entities."""

    number: int
    line: str
    named: tuple[str, ...]


@frozen
class EntityMentions:
    """A lookup of entities by the words of their names that belong to one entity only."""

    words: Mapping[str, str]

    @classmethod
    def from_entities(cls, entities: Iterable[Entity], names: Sequence[OutlineName]) -> Self:
        """Build the lookup; ``names`` supplies the other forms of names in the outline."""
        found = dict[str, set[str]]()
        for each in entities:
            forms = [
                one for name in names if has_name(each.name, name.name) for one in name.all_names
            ]
            for word in _WORD.findall(" ".join((each.name, *forms))):
                if not (is_function_word(word) or is_title(word)):
                    found.setdefault(word, set()).add(each.id)
        return cls({word: next(iter(ids)) for word, ids in found.items() if len(ids) == 1})

    def find_ids(self, text: str) -> tuple[str, ...]:
        """Return the ids of the entities that ``text`` names, in order and with repetitions."""
        ids = (self.words.get(word, "") for word in _WORD.findall(text))
        return tuple(filter(None, ids))

    def has_mention(self, text: str) -> bool:
        """Return whether ``text`` names an entity."""
        return bool(self.find_ids(text))

    def convert_points(self, points: Sequence[tuple[int, str]]) -> tuple[PlacedPoint, ...]:
        """Return the points with a usable sentence; a pronoun alone is the last person."""
        found, last_person = list[PlacedPoint](), ""
        for number, point in points:
            line, mentioned = pick_sentence(point, self.has_mention), self.find_ids(point)
            people = [each for each in mentioned if not is_place(each)]
            if line:
                last = [last_person] if last_person and not people and _PRONOUN.search(line) else []
                named = tuple(dict.fromkeys((*self.find_ids(line), *mentioned, *last)))
                found.append(PlacedPoint(number=number, line=line, named=named))
            last_person = next(reversed(people), last_person)
        return tuple(found)


@frozen
class PlanPart:
    """A part of the plan, with the name of its section."""

    name: str
    result: Artifact


def list_parts(plan: SeedArtifact, epilogues: int) -> Iterator[PlanPart]:
    """Yield the parts of ``plan`` with beats, with at most ``epilogues`` epilogues in one."""
    for number in range(1, 1 + len(plan.chapters)) if plan.chapters else (0,):
        for dilemma in chapter_dilemmas(plan, number):
            if dilemma in plan.beats:
                yield PlanPart(beats_name(dilemma), plan.beats[dilemma])
        if number and chapter_id(number) in plan.openings:
            yield PlanPart(opening_name(number), plan.openings[chapter_id(number)])
    if plan.setup:
        yield PlanPart(FRAME, SeedFrame(setup=plan.setup, epilogues=plan.epilogues))
        return
    endings = tuple(plan.epilogues)
    for at in range(0, len(endings), epilogues):
        part = {each: plan.epilogues[each] for each in endings[at : at + epilogues]}
        yield PlanPart(EPILOGUES, SeedEpilogues(epilogues=part))


def set_point_sentences(
    plan: SeedArtifact,
    parts: Iterable[PlanPart],
    points: Mapping[str, PlacedPoint],
    *,
    adds_entities: bool,
) -> SeedArtifact:
    """Return ``plan`` in which beats have the sentences of ``points``, by beat id.

    ``parts`` are the parts of the plan with beats, in order. ``adds_entities`` also adds the named
    entities to the beats, without removing the only appearance of another entity.
    """
    met = set[str]()
    for part in parts:
        counts = count_appearances([part.result])

        def set_sentence(
            beat: str,
            draft: BeatDraft,
            met: Collection[str] = met,
            counts: Counter[str] = counts,
        ) -> BeatDraft:
            if beat not in points:
                return draft
            point = points[beat]
            says = draft.model_copy(update={"summary": point.line, "points": (point.number,)})
            return _add_named_entities(says, point.named, met, counts) if adds_entities else says

        found = replace_beats(part.name, part.result, set_sentence)
        plan = add_part(plan, part.name, found)
        met = met | count_appearances([found]).keys()
    return plan


def _add_named_entities(
    draft: BeatDraft, named: Sequence[str], met: Collection[str], counts: Counter[str]
) -> BeatDraft:

    def can_leave(each: str) -> bool:
        return counts[each] > 1 or each in met

    place = next((each for each in named if is_place(each)), "")
    location = place if place and can_leave(draft.location) else draft.location
    cast = [each for each in named if not is_place(each)]
    stay = [each for each in draft.entities if each in cast or not (cast and can_leave(each))]
    room = _MOST_ENTITIES - sum(each not in cast for each in stay)
    entities = tuple(dict.fromkeys((*cast[:room], *stay)))
    counts.subtract((draft.location, *draft.entities))
    counts.update((location, *entities))
    return draft.model_copy(update={"location": location, "entities": entities})
