"""The sections of SEED for a story with an outline, adapted to the model's abilities."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from attrs import frozen

from questfoundry.app.stages.brainstorm.stage import preset_of
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.outline.coverage import add_point_numbers, can_read_outline
from questfoundry.app.stages.seed.outline.fallback_plan import (
    assign_points,
    select_points,
    widen_beat_range,
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
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import read_plan


@frozen(kw_only=True)
class OutlineAdapter:
    """The adaptation of SEED's sections to the outline in ``inputs`` and to the model's ``traits``.

    A model that reads the outline gives the points that beats tell. Without comprehension, code
    puts the points into beats. A model that comprehends, but gets short prompts, is asked as
    without an outline. ``build_story`` returns the story with a plan.
    """

    story: Story
    inputs: StageInputs
    traits: ModelTraits
    rules: SeedRules
    build_story: Callable[[SeedArtifact], Story]

    def adapt_section(self, section: Section[Any], plan: SeedArtifact) -> Section[Any]:
        """Return ``section``, which follows ``plan``, adapted to the outline."""
        if not self.traits.capabilities.comprehension:
            return self._make_room_for_points(section, plan)
        if not can_read_outline(self.traits):
            return section
        nested = bool(shape_of(self.story.shape).continuing_answers)
        return add_point_numbers(
            section, self.inputs.points, plan, self.build_story, self.rules, nested=nested
        )

    def place_points(
        self, section: Section[Any], before: SeedArtifact, plan: SeedArtifact
    ) -> SeedArtifact:
        """Return ``plan`` with points in its beats if ``section`` completes a plan or chapter.

        ``before`` is the plan without the result of ``section``. A model that comprehends has put
        the points into the beats already.
        """
        if self.traits.capabilities.comprehension or not _has_beats(section):
            return plan
        number = _find_chapter_number(section, before)
        points = select_points(self.inputs.points, number, len(before.chapters))
        if not points or not _is_last_section(section, self.story, before, number):
            return plan
        planned = self.build_story(plan)
        names = self.inputs.list_stated_names(self.story.names)
        chapter = read_plan(planned, max(0, number - 1))
        return assign_points(plan, planned, chapter, points, names)

    def _make_room_for_points(self, section: Section[Any], plan: SeedArtifact) -> Section[Any]:
        """Return ``section`` with enough beats for the outline's points."""
        if not _has_beats(section):
            return section
        number = _find_chapter_number(section, plan)
        points = select_points(self.inputs.points, number, len(plan.chapters))
        least, most = _count_beats(self.story, self.inputs, plan, number)
        return widen_beat_range(section, points, least=least, most=most)


def _has_beats(section: Section[Any]) -> bool:
    return issubclass(section.model, SeedBeats | SeedFrame | SeedOpening | SeedEpilogues)


def _find_chapter_number(section: Section[Any], plan: SeedArtifact) -> int:
    """Return the number of the section's chapter, from 1; 0 without chapters."""
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
    """Return whether ``section`` has the last beats of the plan, or of chapter ``number``."""
    if issubclass(section.model, SeedOpening):
        return number < len(plan.chapters)
    if issubclass(section.model, SeedEpilogues):
        closed = {*plan.epilogues}
        endings = endings_in(story, plan.dilemma_decisions, plan.chapters)
        return closed.union(section.manifest.sections["epilogues"]).issuperset(endings)
    return issubclass(section.model, SeedFrame)


def _count_beats(
    story: Story, inputs: StageInputs, plan: SeedArtifact, number: int
) -> tuple[int, int]:
    """Return the least and the most beats that can tell a point, in the plan or its chapter."""
    preset, decisions, chapters = (
        preset_of(story, inputs),
        plan.dilemma_decisions,
        plan.chapters,
    )
    order = chapter_dilemmas(plan, number)
    arms = len([*chain(*(paths_of(story.dilemma(each), decisions) for each in order))])
    last = number == len(chapters)
    endings = len(endings_in(story, decisions, chapters)) if last else 0
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
