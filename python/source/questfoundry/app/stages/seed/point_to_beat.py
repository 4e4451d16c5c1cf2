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
    PartialPlan,
    beats_name,
    opening_name,
)
from questfoundry.app.stages.seed.residue import RESIDUE
from questfoundry.app.stages.seed.rules import ORDER_RULES, SeedRules
from questfoundry.app.stages.seed.sections import PlanInProgress
from questfoundry.domain.answer.schema import find_steps, join_path
from questfoundry.domain.artifacts.seed import SeedEpilogues, SeedFrame
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.outline.points import pick_sentence, shorten_points
from questfoundry.domain.story.beat import BeatDraft, chapter_id
from questfoundry.domain.story.entity import Entity, OutlineName
from questfoundry.domain.story.shape import shape_of
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


def add_point_numbers(section: Section[Any], plan: PlanInProgress) -> Section[Any]:
    """Return ``section`` with beats that state the numbers of the outline's points they tell.

    A section without beats stays unchanged. ``plan`` is the plan before the section.
    """
    rules, points = plan.rules, plan.inputs.points
    moments = [each for name in section.model.model_fields for each in _BEAT_LISTS.get(name, ())]
    if not moments:
        return section

    def check(part: Artifact) -> Sequence[Fault]:
        so_far, places = plan, dict[str, str]()
        for name, each in section.results_from(part).items():
            # The sections after the beats can have faults and contain no points: leave them out.
            if name not in (RESIDUE, QUESTIONS):
                so_far = so_far.add_part(name, each)
                at = name if section.split_answer and name.startswith(f"{BEATS}.") else ""
                places |= {beat: join_path(at, field) for field, beat, _ in walk_beats(name, each)}
        faults = _find_order_faults(places, points, apply_seed(so_far), rules)
        return (*section.check(part), *faults)

    # Hard dilemmas can come up after answers to other dilemmas.
    nested = bool(shape_of(plan.story.shape).continuing_answers)
    shown = rules.prompts.render(
        "templates/seed/points", {"points": shorten_points(points), "nested": nested}
    )["told"]
    numbers = {f"{each}.points": len(points) for each in moments}
    return evolve(
        section,
        manifest=evolve(section.manifest, numbers=numbers),
        check=check,
        soft_rules=section.soft_rules.union(f"{rules.stage}.{each}" for each in ORDER_RULES),
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


def list_parts(plan: PartialPlan, epilogues: int) -> Iterator[tuple[str, Artifact]]:
    """Yield the section name and the result of each part of ``plan`` that has beats.

    Epilogues without a setup are yielded in parts of at most ``epilogues``.
    """
    seed = plan.seed
    for number in range(1, 1 + len(seed.chapters)) if seed.chapters else (0,):
        for dilemma in plan.list_dilemmas(number):
            if dilemma in seed.beats:
                yield beats_name(dilemma), seed.beats[dilemma]
        if number and chapter_id(number) in seed.openings:
            yield opening_name(number), seed.openings[chapter_id(number)]
    if seed.setup:
        yield FRAME, SeedFrame(setup=seed.setup, epilogues=seed.epilogues)
        return
    endings = tuple(seed.epilogues)
    for at in range(0, len(endings), epilogues):
        part = {each: seed.epilogues[each] for each in endings[at : at + epilogues]}
        yield EPILOGUES, SeedEpilogues(epilogues=part)


def set_point_sentences(
    plan: PlanInProgress,
    parts: Iterable[tuple[str, Artifact]],
    points: Mapping[str, PlacedPoint],
    *,
    adds_entities: bool,
) -> PlanInProgress:
    """Return ``plan`` with the sentences of ``points`` as the summaries of beats.

    ``points`` maps beat ids to points. ``parts`` are the parts of the plan with beats, in order.
    ``adds_entities`` also adds the named entities to the beats, but never replaces an entity that
    appears in no other beat.
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
        plan = plan.add_part(name, found)
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
