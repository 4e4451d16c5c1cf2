"""The sections of SEED for a story with an outline, adapted to the model's abilities."""

from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.stages.brainstorm.stage import preset_of
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.chapters import BATCH_SIZE
from questfoundry.app.stages.seed.outline.point_to_beat import (
    EntityMentions,
    add_point_numbers,
    can_read_outline,
    list_parts,
    set_point_sentences,
)
from questfoundry.app.stages.seed.partial_plan import (
    chapter_dilemmas,
    endings_in,
    opening_name,
    paths_of,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.domain.artifacts.seed import (
    SeedArtifact,
    SeedBeats,
    SeedEpilogues,
    SeedFrame,
    SeedOpening,
)
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.lines import pick_evenly, pick_sentence
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.entity import Effect, OutlineName
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.plan import Plan, Storyline, read_plan


@frozen(kw_only=True)
class OutlineAdapter:
    """An adapter of SEED's sections to the outline in ``inputs`` and to the model's ``traits``.

    A model that reads the outline states which points its beats tell. For a model without
    comprehension, code puts the points into beats. A model that comprehends, but gets short
    prompts, is asked as if there were no outline.
    """

    story: Story
    inputs: StageInputs
    traits: ModelTraits
    rules: SeedRules

    def adapt_section(self, section: Section[Any], plan: SeedArtifact) -> Section[Any]:
        """Return ``section`` adapted to the outline; ``plan`` is the plan before the section."""
        if not self.traits.capabilities.comprehension:
            return self._make_room_for_points(section, plan)
        if not can_read_outline(self.traits):
            return section
        nested = bool(shape_of(self.story.shape).continuing_answers)
        return add_point_numbers(
            section, self.inputs.points, self.story, plan, self.rules, nested=nested
        )

    def place_points(
        self, section: Section[Any], before: SeedArtifact, plan: SeedArtifact
    ) -> SeedArtifact:
        """Return ``plan`` with the outline's points in its beats, if ``section`` ends a chapter.

        ``before`` is the plan without the result of the section. For a model with comprehension,
        ``plan`` is returned unchanged.
        """
        if self.traits.capabilities.comprehension or not _has_beats(section):
            return plan
        number = _find_chapter_number(section, before)
        points = select_points(self.inputs.points, number, len(before.chapters))
        if not points or not _is_last_section(section, self.story, before, number):
            return plan
        planned = apply_seed(self.story, plan)
        names = self.inputs.list_stated_names(self.story.names)
        chapter = read_plan(planned, max(0, number - 1))
        return assign_points(plan, planned, chapter, points, names)

    def _make_room_for_points(self, section: Section[Any], plan: SeedArtifact) -> Section[Any]:
        if not _has_beats(section):
            return section
        number = _find_chapter_number(section, plan)
        points = select_points(self.inputs.points, number, len(plan.chapters))
        least, most = _count_beats(self.story, self.inputs, plan, number)
        return widen_beat_range(section, points, least=least, most=most)


def _has_beats(section: Section[Any]) -> bool:
    return issubclass(section.model, SeedBeats | SeedFrame | SeedOpening | SeedEpilogues)


def _find_chapter_number(section: Section[Any], plan: SeedArtifact) -> int:
    count = len(plan.chapters)
    for number in range(1, count + 1):
        about = (
            opening_name(number),
            *(f"beats.{each}" for each in chapter_dilemmas(plan, number)),
        )
        if section.name in about:
            return number
    return count


def _is_last_section(section: Section[Any], story: Story, plan: SeedArtifact, number: int) -> bool:
    if issubclass(section.model, SeedOpening):
        return number < len(plan.chapters)
    if issubclass(section.model, SeedEpilogues):
        closed = {*plan.epilogues}
        endings = endings_in(story, plan)
        return closed.union(section.manifest.sections["epilogues"]).issuperset(endings)
    return issubclass(section.model, SeedFrame)


def _count_beats(
    story: Story, inputs: StageInputs, plan: SeedArtifact, number: int
) -> tuple[int, int]:
    preset, decisions, chapters = (preset_of(story, inputs), plan.dilemma_decisions, plan.chapters)
    order = chapter_dilemmas(plan, number)
    arms = len([*chain(*(paths_of(story.dilemma(each), decisions) for each in order))])
    last = number == len(chapters)
    endings = len(endings_in(story, plan)) if last else 0
    counted = (
        (1, preset.setup_beats),
        (len(order), preset.shared_beats),
        (arms, preset.tail_beats),
        (endings, preset.epilogue_beats),
    )
    return (
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


def widen_beat_range(
    section: Section[Any], points: Points, *, least: int, most: int
) -> Section[Any]:
    """Return ``section`` with the maximum number of beats, if there are points for them.

    ``least`` and ``most`` limit the chapter's number of beats. With more than ``least`` points, the
    maximum is requested; with at least ``most``, each beat must also have the sentence of a point.
    """
    names = [name for name in section.manifest.counts if name in _POINT_LISTS]
    lines = [line for _, each in points if (line := pick_sentence(each, lambda _: True))]
    if len(lines) <= least:
        return section
    counts, pins = dict(section.manifest.counts), dict(section.manifest.pins)
    for name in names:
        counts[name] = Range(counts[name].most, counts[name].most)
        if len(lines) >= most:
            pins[f"{name}.summary"] = tuple(dict.fromkeys(lines))
    return evolve(section, manifest=evolve(section.manifest, counts=counts, pins=pins))


def order_moments(plan: Plan) -> tuple[Beat, ...]:
    """Return the beats that can tell a point, in order; beats of parallel paths alternate."""
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


def assign_points(
    seed: SeedArtifact, planned: Story, plan: Plan, points: Points, names: Sequence[OutlineName]
) -> SeedArtifact:
    """Return ``seed`` with ``points``, and the entities they name, in the beats of ``plan``."""
    named = EntityMentions.from_entities([each for each in planned.entities if each.is_kept], names)
    moments = order_moments(plan)
    chosen = pick_evenly(named.convert_points(points), len(moments))
    beats = (each.id for each in pick_evenly(moments, len(chosen)))
    stays = all(each.effect is Effect.NONE for path in planned.paths for each in path.consequences)
    parts = list_parts(seed, BATCH_SIZE)
    placed = dict(zip(beats, chosen, strict=True))
    return set_point_sentences(seed, parts, placed, adds_entities=stays)


def _list_arm_beats(storyline: Storyline) -> Sequence[Beat]:
    return _interleave([arm.beats for arm in storyline.arms]) if storyline.has_fork else ()


def _interleave(rows: Sequence[Sequence[Beat]]) -> Sequence[Beat]:
    return [each for turn in zip_longest(*rows) for each in turn if each]
