"""The order of SEED's sections: decisions about the whole story, then chapter after chapter."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.stages.brainstorm.sections import MOST_ENTITIES
from questfoundry.app.stages.brainstorm.stage import preset_of, size_of
from questfoundry.app.stages.section import Section, request_section
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.batched_sections import (
    PlanFlow,
    build_branches_section,
    build_decisions_section,
    build_moment_batch,
    build_moments_section,
    build_paths_section,
    next_dilemmas,
)
from questfoundry.app.stages.seed.chapters import (
    BATCH_SIZE,
    build_chapters_section,
    build_epilogues_section,
    build_opening_section,
    chapter_count_range,
)
from questfoundry.app.stages.seed.clues import build_questions_section
from questfoundry.app.stages.seed.delayed_effects import (
    build_delayed_effect_section,
    build_plot_section,
)
from questfoundry.app.stages.seed.outline_sections import adapt_section, place_points
from questfoundry.app.stages.seed.partial_plan import PATHS, begin_plan, chapter_section_name
from questfoundry.app.stages.seed.residue import RESIDUE, build_residue_section
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import (
    PlanInProgress,
    build_beats_section,
    build_dilemmas_section,
    build_entities_section,
    build_frame_section,
)
from questfoundry.app.stages.seed.stats import build_stats_section
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import MAX_HARD


@frozen
class Planner:
    """A generator of the sections of a plan.

    ``traits`` are those of the model; ``None`` means that a complete plan is checked.
    """

    traits: ModelTraits | None

    def plan_story(
        self, story: Story, inputs: StageInputs, rules: SeedRules, existing: SeedArtifact | None
    ) -> PlanFlow:
        """Yield all sections in order, and return the plan, which extends ``existing``."""
        size, preset = size_of(story, inputs), preset_of(story, inputs)
        if self.traits is None:
            # A complete plan may keep more entities than a model is asked to keep.
            preset = evolve(preset, entities=Range(preset.entities.least, MOST_ENTITIES))
        plan = PlanInProgress(
            story=story,
            seed=begin_plan(size),
            inputs=inputs,
            rules=rules,
            preset=preset,
            reads=self.traits is None or self.traits.capabilities.comprehension,
        )
        if existing:
            seed = existing.model_copy(update={"size": size, "questions": ()})
            written = apply_seed(evolve(plan, seed=existing)).beats
            plan = evolve(plan, seed=seed, written_beats=frozenset(each.id for each in written))
            return (yield from self._plan_chapters(plan))
        plan = yield from self._request_entities(plan)
        if not chapter_count_range(story, preset).most:
            return (yield from self._plan_whole(plan))
        plan = yield from self._request(plan, build_chapters_section(plan))
        if self.traits is None:
            return (yield from self._check_chapters(plan))
        return (yield from self._plan_chapters(plan))

    def _plan_whole(self, plan: PlanInProgress) -> PlanFlow:
        join = partial(build_branches_section, plan)
        plan = yield from self._request(plan, evolve(build_dilemmas_section(plan), joined=join))
        if self.traits is None:
            plan = yield from self._request_paths(plan, PATHS, plan.seed.order)
        number = 1
        while dilemmas := next_dilemmas(plan):
            name = chapter_section_name(PATHS, number if number > 1 else 0)
            plan = yield from self._request_paths(plan, name, dilemmas)
            number += 1
        plan = yield from self._request_beats(plan, plan.seed.order)
        plan = yield from self._request(plan, build_frame_section(plan))
        plan = yield from self._request_effects(plan, 0)
        plan = yield from self._request_questions(plan)
        return (yield from self._request_stats(plan))

    def _plan_chapters(self, plan: PlanInProgress) -> PlanFlow:
        count = len(plan.seed.chapters)
        last = min(count, plan.inputs.chapter or count)
        for number in range(1 + len(plan.seed.openings), 1 + last):
            name = chapter_section_name(PATHS, number)
            plan = yield from self._request_paths(plan, name, plan.list_dilemmas(number))
            plan = yield from self._request_chapter(plan, number)
            if number == count:
                plan = yield from self._request_epilogues(plan, BATCH_SIZE)
            plan = yield from self._request_effects(plan, number)
        plan = (yield from self._request_questions(plan)) if last == count else plan
        return (yield from self._request_stats(plan))

    def _check_chapters(self, plan: PlanInProgress) -> PlanFlow:
        """Yield the sections to check the planned chapters; one section has all paths.

        The epilogues form one section, too, and so do the delayed effects.
        """
        count = len(plan.seed.chapters)
        numbers = range(1, 1 + min(count, plan.inputs.chapter or count))
        dilemmas = tuple(chain(*map(plan.list_dilemmas, numbers)))
        plan = yield from self._request_paths(plan, PATHS, dilemmas)
        for number in numbers:
            plan = yield from self._request_chapter(plan, number)
        if len(numbers) == count:
            plan = yield from self._request_epilogues(plan, 2**MAX_HARD)
        return (yield from self._request_effects(plan, *numbers))

    def _request(self, plan: PlanInProgress, section: Section[Any]) -> PlanFlow:
        adapted = section.adapt(lambda each: adapt_section(each, plan, self.traits))
        part = yield from request_section(adapted)
        return place_points(section, plan, plan.add_part(section.name, part), self.traits)

    def _request_entities(self, plan: PlanInProgress) -> PlanFlow:
        def join() -> Section[Any] | None:
            if chapter_count_range(plan.story, plan.preset).most:
                return None
            return build_branches_section(plan) or build_decisions_section(plan)

        return (yield from self._request(plan, evolve(build_entities_section(plan), joined=join)))

    def _request_paths(self, plan: PlanInProgress, name: str, dilemmas: Sequence[str]) -> PlanFlow:
        return (yield from self._request(plan, build_paths_section(plan, name, dilemmas)))

    def _request_chapter(self, plan: PlanInProgress, number: int) -> PlanFlow:
        plan = yield from self._request_beats(plan, plan.list_dilemmas(number))
        return (yield from self._request(plan, build_opening_section(plan, number)))

    def _request_beats(self, plan: PlanInProgress, dilemmas: Sequence[str]) -> PlanFlow:
        for each in dilemmas:
            section = build_beats_section(plan, each)
            joined = evolve(section, joined=partial(_join_beats, plan, each))
            plan = yield from self._request(plan, joined)
        return plan

    def _request_epilogues(self, plan: PlanInProgress, most: int) -> PlanFlow:
        while section := build_epilogues_section(plan, most):
            plan = yield from self._request(plan, section)
        return plan

    def _request_effects(self, plan: PlanInProgress, *numbers: int) -> PlanFlow:
        section = build_residue_section(plan, *numbers)
        if section is None:
            return plan
        if section.name == RESIDUE:
            join = partial(build_delayed_effect_section, section, plan)
            section = evolve(section, joined=join)
        return (yield from self._request(plan, section))

    def _request_questions(self, plan: PlanInProgress) -> PlanFlow:
        section = build_questions_section(plan)
        return (yield from self._request(plan, section)) if section else plan

    def _request_stats(self, plan: PlanInProgress) -> PlanFlow:
        if self.traits is None or not self.traits.capabilities.comprehension:
            return plan
        section = build_stats_section(plan)
        return (yield from self._request(plan, section)) if section else plan


def _join_beats(plan: PlanInProgress, dilemma: str) -> Section[Any] | None:
    moments = build_moment_batch(plan, dilemma)
    if moments is None:
        return None
    return build_plot_section(plan, moments) or build_moments_section(moments)
