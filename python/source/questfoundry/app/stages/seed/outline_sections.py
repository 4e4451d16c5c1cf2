"""The sections of SEED for a story with an outline, adapted to the model's abilities."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from attrs import evolve

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.chapters import BATCH_SIZE
from questfoundry.app.stages.seed.partial_plan import PartialPlan, beats_name, opening_name
from questfoundry.app.stages.seed.point_to_beat import (
    EntityMentions,
    add_point_numbers,
    list_parts,
    set_point_sentences,
)
from questfoundry.app.stages.seed.sections import PlanInProgress
from questfoundry.domain.artifacts.seed import SeedBeats, SeedEpilogues, SeedFrame, SeedOpening
from questfoundry.domain.models.traits import ModelTraits, PromptStyle
from questfoundry.domain.outline.points import pick_evenly, pick_sentence
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.entity import Effect
from questfoundry.domain.story.size import Range
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.plan import Plan, Storyline, read_plan


def adapt_section(
    section: Section[Any], plan: PlanInProgress, traits: ModelTraits | None
) -> Section[Any]:
    """Return ``section`` adapted to the outline and to the model; ``plan`` precedes the section.

    A model that reads the outline states which points its beats tell. For a model without
    comprehension, code puts the points into beats. A model that comprehends, but gets short
    prompts, is asked as if there were no outline.
    """
    if traits is None or not plan.inputs.points:
        return section
    if not traits.capabilities.comprehension:
        return _make_room_for_points(section, plan)
    is_full = traits.profile.prompt_style is PromptStyle.FULL
    return add_point_numbers(section, plan) if is_full else section


def place_points(
    section: Section[Any], before: PlanInProgress, plan: PlanInProgress, traits: ModelTraits | None
) -> PlanInProgress:
    """Return ``plan`` with the outline's points in its beats, if ``section`` ends a chapter.

    ``before`` is the plan without the result of the section. For a model with comprehension,
    ``plan`` is returned unchanged.
    """
    if traits is None or traits.capabilities.comprehension or not _has_beats(section):
        return plan
    number = _find_chapter_number(section, before)
    points = select_points(plan.inputs.points, number, len(before.seed.chapters))
    if not points or not _is_last_section(section, before, number):
        return plan
    return assign_points(plan, number, points)


def _make_room_for_points(section: Section[Any], plan: PlanInProgress) -> Section[Any]:
    if not _has_beats(section):
        return section
    number = _find_chapter_number(section, plan)
    points = select_points(plan.inputs.points, number, len(plan.seed.chapters))
    return widen_beat_range(section, points, _count_beats(plan, number))


def _has_beats(section: Section[Any]) -> bool:
    return issubclass(section.model, SeedBeats | SeedFrame | SeedOpening | SeedEpilogues)


def _find_chapter_number(section: Section[Any], plan: PartialPlan) -> int:
    count = len(plan.seed.chapters)
    for number in range(1, count + 1):
        about = (opening_name(number), *map(beats_name, plan.list_dilemmas(number)))
        if section.name in about:
            return number
    return count


def _is_last_section(section: Section[Any], plan: PartialPlan, number: int) -> bool:
    if issubclass(section.model, SeedOpening):
        return number < len(plan.seed.chapters)
    if issubclass(section.model, SeedEpilogues):
        closed = {*plan.seed.epilogues, *section.manifest.sections["epilogues"]}
        return closed.issuperset(plan.endings)
    return issubclass(section.model, SeedFrame)


def _count_beats(plan: PlanInProgress, number: int) -> Range:
    preset, dilemmas = plan.preset, plan.list_dilemmas(number)
    counted = (
        (1, preset.setup_beats),
        (len(dilemmas), preset.shared_beats),
        (sum(len(plan.paths_of(each)) for each in dilemmas), preset.tail_beats),
        (len(plan.endings) if number == len(plan.seed.chapters) else 0, preset.epilogue_beats),
    )
    return Range(
        sum(many * each.least for many, each in counted),
        sum(many * each.most for many, each in counted),
    )


_POINT_LISTS = ("shared", "paths.tail", "setup", "epilogues.beats")
"""The beat lists that can tell a point."""


Points = Sequence[tuple[int, str]]
"""Points of an outline with their numbers, from 1."""


def select_points(points: Sequence[str], number: int, of: int) -> Points:
    """Return the points for chapter ``number`` (from 1) of ``of`` chapters, with their numbers.

    Each chapter gets an equal share. If ``number`` is 0, all points are returned.
    """
    numbered = tuple(enumerate(points, start=1))
    if not number:
        return numbered
    return numbered[(number - 1) * len(points) // of : number * len(points) // of]


def widen_beat_range(section: Section[Any], points: Points, beats: Range) -> Section[Any]:
    """Return ``section`` with the maximum number of beats, if there are points for them.

    The chapter has ``beats``. With more than ``beats.least`` points, the maximum is requested; with
    at least ``beats.most``, each beat must also have the sentence of a point.
    """
    names = [name for name in section.manifest.counts if name in _POINT_LISTS]
    lines = [line for _, each in points if (line := pick_sentence(each, lambda _: True))]
    if len(lines) <= beats.least:
        return section
    counts, pins = dict(section.manifest.counts), dict(section.manifest.pins)
    for name in names:
        counts[name] = Range(counts[name].most, counts[name].most)
        if len(lines) >= beats.most:
            pins[f"{name}.summary"] = tuple(dict.fromkeys(lines))
    return evolve(section, manifest=evolve(section.manifest, counts=counts, pins=pins))


def list_point_beats(plan: Plan) -> tuple[Beat, ...]:
    """Return the beats to which points of an outline can be assigned, in the order of the story.

    Beats in which the player decides are left out. Beats of parallel paths alternate.
    """
    *stretches, last = schedule_beats(plan)
    found: list[Beat] = []
    for storyline, stretch in zip(plan.rejoining_storylines, stretches, strict=True):
        found += (*stretch, *_list_arm_beats(storyline))
    found += last
    for storyline in plan.splitting_storylines:
        found += _list_arm_beats(storyline)
    for storyline in plan.nested_storylines.values():
        found += (*storyline.shared, *_list_arm_beats(storyline))
    found += _interleave([*plan.epilogues.values()])
    return tuple(each for each in found if each.role is not BeatRole.COMMIT)


def assign_points(plan: PlanInProgress, number: int, points: Points) -> PlanInProgress:
    """Return the plan with ``points``, and the entities they name, in the beats of a chapter.

    ``number`` is the number of the chapter, from 1; 0 means a story without chapters.
    """
    story = apply_seed(plan)
    named = EntityMentions.from_entities(plan.entities, plan.names)
    moments = list_point_beats(read_plan(story, max(0, number - 1)))
    chosen = pick_evenly(named.convert_points(points), len(moments))
    beats = (each.id for each in pick_evenly(moments, len(chosen)))
    stays = all(each.effect is Effect.NONE for path in story.paths for each in path.consequences)
    parts = list_parts(plan, BATCH_SIZE)
    placed = dict(zip(beats, chosen, strict=True))
    return set_point_sentences(plan, parts, placed, adds_entities=stays)


def _list_arm_beats(storyline: Storyline) -> Sequence[Beat]:
    return _interleave([arm.beats for arm in storyline.arms]) if storyline.has_fork else ()


def _interleave(rows: Sequence[Sequence[Beat]]) -> Sequence[Beat]:
    return [each for turn in zip_longest(*rows) for each in turn if each]
