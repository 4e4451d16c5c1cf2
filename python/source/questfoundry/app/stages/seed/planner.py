"""The order of SEED's sections: decisions about the whole story, then chapter after chapter."""

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import chain
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.stages.brainstorm.sections import MOST_ENTITIES
from questfoundry.app.stages.brainstorm.stage import preset_of, size_of
from questfoundry.app.stages.section import Result, Section, request_section
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
    FollowingSections,
    build_delayed_effect_section,
    build_plot_section,
)
from questfoundry.app.stages.seed.outline.sections import OutlineAdapter
from questfoundry.app.stages.seed.partial_plan import (
    PATHS,
    add_part,
    begin_plan,
    chapter_dilemmas,
    chapter_section_name,
    find_planned_dilemmas,
    hard_in,
)
from questfoundry.app.stages.seed.residue import (
    RESIDUE,
    build_residue_section,
    find_rejoining_paths,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import (
    build_beats_section,
    build_dilemmas_section,
    build_entities_section,
    build_frame_section,
)
from questfoundry.domain.artifacts.seed import (
    SeedArtifact,
    SeedEntities,
    SeedQuestions,
    SeedResidue,
)
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.size import Preset, Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import MAX_HARD


@frozen(kw_only=True, slots=False)
class Planner:
    """A generator of the sections of a plan, which may extend the plan ``existing``.

    ``traits`` are those of the model; ``None`` means that a complete plan is checked.
    """

    story: Story
    inputs: StageInputs
    rules: SeedRules
    traits: ModelTraits | None
    existing: SeedArtifact | None = None

    @cached_property
    def _preset(self) -> Preset:
        preset = preset_of(self.story, self.inputs)
        if self.traits is not None:
            return preset
        # A complete plan may keep more entities than a model is asked to keep.
        return evolve(preset, entities=Range(preset.entities.least, MOST_ENTITIES))

    @cached_property
    def _outline(self) -> OutlineAdapter | None:
        if self.traits is None or not self.inputs.points:
            return None
        return OutlineAdapter(
            story=self.story, inputs=self.inputs, traits=self.traits, rules=self.rules
        )

    def plan_story(self) -> PlanFlow:
        """Yield all sections in order, and return the plan."""
        if self.existing:
            size = size_of(self.story, self.inputs)
            existing = self.existing.model_copy(update={"size": size, "questions": ()})
            return (yield from self._plan_chapters(existing))
        plan = begin_plan(size_of(self.story, self.inputs))
        plan = yield from self._request(plan, self._build_entities(plan))
        if not chapter_count_range(self.story, self._preset).most:
            return (yield from self._plan_whole(plan))
        chapters = build_chapters_section(self.story, self._preset, self.rules)
        plan = yield from self._request(plan, chapters)
        if self.traits is None:
            return (yield from self._check_chapters(plan))
        return (yield from self._plan_chapters(plan))

    def _plan_whole(self, plan: SeedArtifact) -> PlanFlow:
        given = self.story, self._preset, self.rules
        join = partial(build_branches_section, *given, plan)
        plan = yield from self._request(plan, evolve(build_dilemmas_section(*given), joined=join))
        if self.traits is None:
            plan = yield from self._request_paths(plan, PATHS, plan.order)
        number = 1
        while dilemmas := next_dilemmas(self.story, plan):
            name = chapter_section_name(PATHS, number if number > 1 else 0)
            plan = yield from self._request_paths(plan, name, dilemmas)
            number += 1
        plan = yield from self._request_beats(plan, plan.order)
        frame = build_frame_section(self.story, self._preset, self.rules, plan)
        plan = yield from self._request(plan, frame)
        plan = yield from self._request_effects(plan, 0)
        return (yield from self._request_questions(plan))

    def _plan_chapters(self, plan: SeedArtifact) -> PlanFlow:
        count = len(plan.chapters)
        last = min(count, self.inputs.chapter or count)
        for number in range(1 + len(plan.openings), 1 + last):
            name = chapter_section_name(PATHS, number)
            plan = yield from self._request_paths(plan, name, chapter_dilemmas(plan, number))
            plan = yield from self._request_chapter(plan, number)
            if number == count:
                plan = yield from self._request_epilogues(plan, BATCH_SIZE)
            plan = yield from self._request_effects(plan, number)
        return (yield from self._request_questions(plan)) if last == count else plan

    def _check_chapters(self, plan: SeedArtifact) -> PlanFlow:
        """Yield the sections to check the planned chapters; one section has all paths.

        The epilogues form one section, too, and so do the delayed effects.
        """
        count = len(plan.chapters)
        numbers = range(1, 1 + min(count, self.inputs.chapter or count))
        dilemmas = tuple(chain(*(chapter_dilemmas(plan, number) for number in numbers)))
        plan = yield from self._request_paths(plan, PATHS, dilemmas)
        for number in numbers:
            plan = yield from self._request_chapter(plan, number)
        if len(numbers) == count:
            plan = yield from self._request_epilogues(plan, 2**MAX_HARD)
        return (yield from self._request_effects(plan, *numbers))

    def _request(self, plan: SeedArtifact, section: Section[Any]) -> PlanFlow:
        part = yield from request_section(self._adapt(section, plan))
        planned = add_part(plan, section.name, part)
        return self._outline.place_points(section, plan, planned) if self._outline else planned

    def _adapt(self, section: Section[Result], plan: SeedArtifact) -> Section[Result]:
        outline, join = self._outline, section.joined
        if outline is None:
            return section

        def adapt_joined() -> Section[Any] | None:
            joined = join() if join else None
            return outline.adapt_section(joined, plan) if joined else None

        adapted: Section[Result] = outline.adapt_section(section, plan)
        return evolve(adapted, joined=adapt_joined)

    def _build_entities(self, plan: SeedArtifact) -> Section[SeedEntities]:
        story, preset, rules = self.story, self._preset, self.rules
        names = self.inputs.list_stated_names(story.names)

        def join() -> Section[Any] | None:
            if chapter_count_range(story, preset).most:
                return None
            branches = build_branches_section(story, preset, rules, plan, names)
            return branches or build_decisions_section(story, preset, rules, names)

        return evolve(build_entities_section(story, preset, rules, names), joined=join)

    def _request_paths(self, plan: SeedArtifact, name: str, dilemmas: Sequence[str]) -> PlanFlow:
        section = build_paths_section(self.story, self.rules, plan, name, dilemmas)
        return (yield from self._request(plan, section))

    def _request_chapter(self, plan: SeedArtifact, number: int) -> PlanFlow:
        plan = yield from self._request_beats(plan, chapter_dilemmas(plan, number))
        opening = build_opening_section(self.story, self._preset, self.rules, plan, number)
        return (yield from self._request(plan, opening))

    def _request_beats(self, plan: SeedArtifact, dilemmas: Sequence[str]) -> PlanFlow:
        for each in dilemmas:
            section = build_beats_section(self.story, self._preset, self.rules, plan, each)
            joined = evolve(section, joined=partial(self._join_beats, plan, each))
            plan = yield from self._request(plan, joined)
        return plan

    def _join_beats(self, plan: SeedArtifact, dilemma: str) -> Section[Any] | None:
        given = self.story, self._preset, self.rules, plan
        moments = build_moment_batch(*given, dilemma)
        if moments is None:
            return None
        return build_plot_section(*given, moments, self._following) or build_moments_section(
            moments
        )

    def _request_epilogues(self, plan: SeedArtifact, most: int) -> PlanFlow:
        while section := build_epilogues_section(self.story, self._preset, plan, most):
            plan = yield from self._request(plan, section)
        return plan

    def _request_effects(self, plan: SeedArtifact, *numbers: int) -> PlanFlow:
        section = self._build_effects(plan, *numbers)
        if section is None:
            return plan
        given = self._preset, self.rules
        if section.name == RESIDUE:
            section = evolve(
                section,
                joined=partial(
                    build_delayed_effect_section, section, self._following, *given, plan
                ),
            )
        return (yield from self._request(plan, section))

    def _build_effects(self, plan: SeedArtifact, *numbers: int) -> Section[SeedResidue] | None:
        name = RESIDUE if len(numbers) > 1 else chapter_section_name(RESIDUE, *numbers)
        found = find_rejoining_paths(apply_seed(self.story, plan), numbers)
        if not found.places:
            return None
        section = build_residue_section(found, self._preset.endings, self.rules, name)
        return evolve(section, settled_ids=hard_in(plan))

    def _request_questions(self, plan: SeedArtifact) -> PlanFlow:
        section = self._build_questions(plan)
        return (yield from self._request(plan, section)) if section else plan

    def _build_questions(self, plan: SeedArtifact) -> Section[SeedQuestions] | None:
        if not self.inputs.questions:
            return None
        planned, written = apply_seed(self.story, plan), frozenset[str]()
        if self.existing:
            before = apply_seed(self.story, self.existing)
            written = frozenset(each.id for each in before.beats)
        section = build_questions_section(planned, self._preset, self.rules, written)
        return evolve(section, settled_ids=find_planned_dilemmas(plan))

    @property
    def _following(self) -> FollowingSections:
        return FollowingSections(
            next_effects=lambda plan: self._build_effects(plan, 0),
            next_questions=self._build_questions,
        )
