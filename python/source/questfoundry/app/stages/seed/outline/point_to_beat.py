"""Beats that tell the points of an outline, by point number or with the point's sentence."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import getitem
from typing import Any, Self

from attrs import evolve, frozen

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.cast import count_appearances, is_place, walk_beats
from questfoundry.app.stages.seed.partial_plan import (
    BEATS,
    EPILOGUES,
    FRAME,
    QUESTIONS,
    add_part,
    beats_name,
    chapter_dilemmas,
    opening_name,
)
from questfoundry.app.stages.seed.residue import RESIDUE
from questfoundry.app.stages.seed.rules import ORDER_RULES, SeedRules
from questfoundry.domain.answer.schema import find_steps, join_path
from questfoundry.domain.artifacts.seed import BeatDraft, SeedArtifact, SeedEpilogues, SeedFrame
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits, PromptStyle
from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.outline.lines import pick_sentence
from questfoundry.domain.outline.points import shorten_points
from questfoundry.domain.story.chapter import chapter_id
from questfoundry.domain.story.entity import Entity, OutlineName
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.names.stated_names import has_name
from questfoundry.domain.text.names.word_classes import is_function_word, is_title

_STORYLINE_LISTS = ("shared", "paths.commit", "paths.tail")
_BEAT_LISTS: Mapping[str, Sequence[str]] = {
    "beats": tuple(f"beats.{each}" for each in _STORYLINE_LISTS),
    "shared": _STORYLINE_LISTS,
    "setup": ("setup",),
    "epilogues": ("epilogues.beats",),
}
"""The field paths of the lists of beats in a section, by top-level field."""


def can_read_outline(traits: ModelTraits) -> bool:
    """Return whether a model with ``traits`` gets full prompts and comprehends an outline."""
    full = traits.profile.prompt_style is PromptStyle.FULL
    return full and traits.capabilities.comprehension


def add_point_numbers(
    section: Section[Any],
    points: Sequence[str],
    story: Story,
    plan: SeedArtifact,
    rules: SeedRules,
    *,
    nested: bool,
) -> Section[Any]:
    """Return ``section`` with beats that state the numbers of the outline's points they tell.

    A section without beats stays unchanged. ``story`` is the story before SEED, and ``plan`` the
    plan before the section. ``nested`` says whether hard dilemmas can come up after answers to
    other dilemmas.
    """
    moments = [each for name in section.model.model_fields for each in _BEAT_LISTS.get(name, ())]
    if not moments:
        return section

    def check(part: Artifact) -> Sequence[Fault]:
        so_far, places = plan, dict[str, str]()
        for name, each in section.results_from(part).items():
            # The sections after the beats can have faults and contain no points: leave them out.
            if name not in (RESIDUE, QUESTIONS):
                so_far = add_part(so_far, name, each)
                at = name if section.split_answer and name.startswith(f"{BEATS}.") else ""
                places |= {beat: join_path(at, field) for field, beat, _ in walk_beats(name, each)}
        faults = _find_order_faults(places, points, apply_seed(story, so_far), rules)
        return (*section.check(part), *faults)

    shown = rules.prompts.render(
        "templates/seed/points", {"points": shorten_points(points), "nested": nested}
    )["told"]
    numbers = {f"{each}.points": len(points) for each in moments}
    return evolve(
        section,
        manifest=evolve(section.manifest, numbers=numbers),
        check=check,
        soft_rules=frozenset(f"{rules.stage}.{each}" for each in ORDER_RULES),
        variables={**section.variables, "points": shown},
    )


def _find_order_faults(
    places: Mapping[str, str], points: Sequence[str], story: Story, rules: SeedRules
) -> Iterable[Fault]:
    for pair in measure_coverage(points, story).displaced:
        early, late = story.beat(pair.early), story.beat(pair.late)
        for beat, point, other_point, other in (
            (early, pair.second, pair.first, late),
            (late, pair.first, pair.second, early),
        ):
            if field := places.get(beat.id):
                yield rules.make_point_order_fault(
                    field, beat.summary, point, other_point, other.summary
                )


_WORD = re.compile(r"[^\W\d_a-z][^\W\d_]*")
_PRONOUN = re.compile(r"\b(?:he|she|they|him|her|his|them|their)\b", re.IGNORECASE)
_MOST_ENTITIES = 8
"""The maximum number of participants of a beat."""


@frozen(kw_only=True)
class PlacedPoint:
    """A point of the outline: its number, a sentence that tells it, and the entities it names."""

    number: int
    line: str
    named: tuple[str, ...]


@frozen
class EntityMentions:
    """A lookup of entity ids by words that occur in the names of only one entity."""

    words: Mapping[str, str]

    @classmethod
    def from_entities(cls, entities: Iterable[Entity], names: Sequence[OutlineName]) -> Self:
        """Build the lookup; ``names`` supplies alternative forms of the entities' names."""
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
        """Return the points that have a usable sentence, with the entities that each point names.

        If a sentence names no person, but has a pronoun, the person who was named last is added.
        """
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


def list_parts(plan: SeedArtifact, epilogues: int) -> Iterator[tuple[str, Artifact]]:
    """Yield the section name and the result of each part of ``plan`` that has beats.

    Epilogues without a setup are yielded in parts of at most ``epilogues``.
    """
    for number in range(1, 1 + len(plan.chapters)) if plan.chapters else (0,):
        for dilemma in chapter_dilemmas(plan, number):
            if dilemma in plan.beats:
                yield beats_name(dilemma), plan.beats[dilemma]
        if number and chapter_id(number) in plan.openings:
            yield opening_name(number), plan.openings[chapter_id(number)]
    if plan.setup:
        yield FRAME, SeedFrame(setup=plan.setup, epilogues=plan.epilogues)
        return
    endings = tuple(plan.epilogues)
    for at in range(0, len(endings), epilogues):
        part = {each: plan.epilogues[each] for each in endings[at : at + epilogues]}
        yield EPILOGUES, SeedEpilogues(epilogues=part)


def set_point_sentences(
    plan: SeedArtifact,
    parts: Iterable[tuple[str, Artifact]],
    points: Mapping[str, PlacedPoint],
    *,
    adds_entities: bool,
) -> SeedArtifact:
    """Return ``plan`` with the sentences of ``points``, which are given by beat id, in its beats.

    ``parts`` are the parts of the plan with beats, in order. ``adds_entities`` also adds the named
    entities to the beats, without removing the only appearance of another entity.
    """
    met = set[str]()
    for name, part in parts:
        counts = count_appearances([part])
        data: Any = part.model_dump(mode="json")
        for field, beat, draft in walk_beats(name, part):
            if beat in points:
                point = points[beat]
                says = draft.model_copy(update={"summary": point.line, "points": (point.number,)})
                if adds_entities:
                    says = _add_named_entities(says, point.named, met, counts)
                *parents, last = find_steps(field, data)
                reduce(getitem, parents, data)[last] = says.model_dump(mode="json")
        found = type(part).model_validate(data)
        plan = add_part(plan, name, found)
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
