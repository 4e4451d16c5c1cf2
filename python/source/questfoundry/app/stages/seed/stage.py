"""SEED: the raw material becomes a plan, with a decision about everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, cast

from attrs import evolve

from questfoundry.app.stages.brainstorm.stage import preset_of, size_of, vision_variables
from questfoundry.app.stages.former_sections import FormerSections, SectionResults
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.assembly import assemble_sections
from questfoundry.app.stages.seed.batched_sections import (
    build_branches_section,
    build_decisions_section,
    build_moment_batch,
    build_moments_section,
)
from questfoundry.app.stages.seed.chapters import (
    build_chapters_section,
    build_epilogues_section,
    build_opening_section,
    chapter_count_range,
)
from questfoundry.app.stages.seed.clues import QUESTIONS, build_questions_section
from questfoundry.app.stages.seed.delayed_effects import (
    FollowingSections,
    build_delayed_effect_section,
    build_plot_section,
)
from questfoundry.app.stages.seed.edit import faults_of_edit, faults_of_form
from questfoundry.app.stages.seed.outline.sections import adapt_to_outline
from questfoundry.app.stages.seed.partial_plan import (
    BEATS,
    CHAPTERS,
    DILEMMAS,
    ENTITIES,
    PATHS,
    beats_name,
    chapter_dilemmas,
    chapter_section_name,
    chapters_in,
    decisions_in,
    find_planned_dilemmas,
    hard_in,
    opening_name,
)
from questfoundry.app.stages.seed.paths import build_paths_section, next_dilemmas, next_paths_name
from questfoundry.app.stages.seed.residue import (
    RESIDUE,
    build_residue_section,
    find_rejoining_paths,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import (
    FRAME,
    build_beats_section,
    build_dilemmas_section,
    build_entities_section,
    build_frame_section,
    plan_branching_range,
    plan_hard_range,
    plan_kept_range,
)
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.summary import summarize_plan
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import MAX_HARD


class SeedStage(FormerSections, ArtifactStage):
    """The third stage: decisions about all entities and dilemmas, then paths, then beats.

    In a story with chapters, the whole is planned first, then one chapter after the other. Beats
    are requested for each dilemma, so that no schema grows with the story.
    """

    name = "seed"
    summary = "Make the plan: what the story keeps, and how it branches."
    needs = ("dream", "brainstorm")
    artifact = SeedArtifact
    settles_size = True
    by_chapter = True

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = SeedRules(prompts)

    def fingerprint(self, story: Story) -> object:
        """Return the inputs of the plan: everything but names and appearances of entities."""
        return (
            story.vision,
            story.size,
            [(each.id, each.played) for each in story.entities],
            story.dilemmas,
        )

    def next_section(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return the next section of the plan.

        A story with chapters is planned up to the chapter in ``inputs``.
        """
        preset, rules = preset_of(story, inputs), self._rules
        if ENTITIES not in results:
            return build_entities_section(
                story, preset, rules, inputs.list_stated_names(story.names)
            )
        if chapter_count_range(story, preset).most:
            return self._next_chapter_section(story, inputs, results)
        if DILEMMAS not in results:
            return build_dilemmas_section(story, preset, rules)
        order = decisions_in(results).order
        if waiting := next_dilemmas(story, results):
            return build_paths_section(story, rules, results, next_paths_name(results), waiting)
        for dilemma in order:
            if beats_name(dilemma) not in results:
                return build_beats_section(story, preset, rules, results, dilemma)
        if FRAME not in results:
            return build_frame_section(story, preset, rules, results)
        return self._next_effects(story, inputs, results, 0) or self._next_questions(
            story, inputs, results
        )

    def batch_sections(
        self, following: Section[Any], story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return a joined section, or ``None``.

        Decisions are joined with paths, the beats of several dilemmas with each other, and delayed
        effects with questions.
        """
        name, preset, rules = following.name, preset_of(story, inputs), self._rules
        if following.preset is not None or (
            name == ENTITIES and chapter_count_range(story, preset).most
        ):
            return None
        if name == ENTITIES:
            names = inputs.list_stated_names(story.names)
            branches = build_branches_section(story, preset, rules, results, names)
            return branches or build_decisions_section(story, preset, rules, names)
        if name == DILEMMAS:
            return build_branches_section(story, preset, rules, results)
        later = FollowingSections(
            build_story=partial(self._build_story, story, inputs),
            next_effects=lambda so_far: self._next_effects(story, inputs, so_far, 0),
            next_questions=lambda so_far: self._next_questions(story, inputs, so_far),
        )
        if name.startswith(f"{BEATS}."):
            moments = build_moment_batch(story, preset, rules, results, name.partition(".")[2])
            if moments is None:
                return None
            plot = build_plot_section(story, preset, rules, results, moments, later)
            return plot or build_moments_section(moments)
        return (
            build_delayed_effect_section(following, later, preset, rules, results)
            if name == RESIDUE
            else None
        )

    def next_request_section(
        self, story: Story, inputs: StageInputs, results: SectionResults, traits: ModelTraits
    ) -> Section[Any] | None:
        """Return the next section to request; with an outline, beats name the points they tell."""
        section = super().next_request_section(story, inputs, results, traits)
        if section is None or not inputs.points:
            return section
        so_far = partial(self._build_story, story, inputs)
        return adapt_to_outline(section, story, inputs, results, so_far, self._rules, traits)

    def _next_chapter_section(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        preset, rules = preset_of(story, inputs), self._rules
        if CHAPTERS not in results:
            return build_chapters_section(story, preset, rules)
        count = len(chapters_in(results))
        for number in range(1, 1 + min(count, inputs.chapter or count)):
            dilemmas, paths = chapter_dilemmas(results, number), chapter_section_name(PATHS, number)
            if paths not in results:
                return build_paths_section(story, rules, results, paths, dilemmas)
            for dilemma in dilemmas:
                if beats_name(dilemma) not in results:
                    return build_beats_section(story, preset, rules, results, dilemma)
            if opening_name(number) not in results:
                return build_opening_section(story, preset, rules, results, number)
            closes = number == count and build_epilogues_section(story, preset, results)
            if section := closes or self._next_effects(story, inputs, results, number):
                return section
        return self._next_questions(story, inputs, results) if number == count else None

    def _next_questions(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return the section with the central questions once all beats are planned, or ``None``."""
        if not inputs.questions or QUESTIONS in results:
            return None
        planned, written = self._build_story(story, inputs, results), frozenset[str]()
        if inputs.settled:
            before = self.apply(story, self.read(inputs.settled))
            written = frozenset(each.id for each in before.beats)
        section = build_questions_section(planned, preset_of(story, inputs), self._rules, written)
        return evolve(section, settled_ids=find_planned_dilemmas(results))

    def _build_story(self, story: Story, inputs: StageInputs, results: SectionResults) -> Story:
        seed = SeedArtifact.model_validate(self.assemble(story, inputs, results))
        return self.apply(story, seed)

    def _next_effects(
        self, story: Story, inputs: StageInputs, results: SectionResults, *numbers: int
    ) -> Section[Any] | None:
        """Return the section with the delayed effects in the chapters ``numbers``, or ``None``.

        The number 0 stands for a story without chapters.
        """
        name = RESIDUE if len(numbers) > 1 else chapter_section_name(RESIDUE, *numbers)
        if name in results:
            return None
        found = find_rejoining_paths(self._build_story(story, inputs, results), numbers)
        endings = preset_of(story, inputs).endings
        if not found.places:
            return None
        return evolve(
            build_residue_section(found, endings, self._rules, name), settled_ids=hard_in(results)
        )

    def unmet(
        self, story: Story, inputs: StageInputs, *, reads: bool
    ) -> Iterable[tuple[UnmetKind, str]]:
        """Return the outline's points that a complete plan omits or tells in another order."""
        coverage = measure_coverage(inputs.points if story.is_planned else (), story, reads=reads)
        by_kind = {UnmetKind.POINT: coverage.left_out, UnmetKind.ORDER: coverage.moved}
        return ((kind, each) for kind, points in by_kind.items() for each in points)

    def can_extend(self, artifact: Artifact, before: Story, story: Story) -> bool:
        """Return whether chapters are left to plan and the material is still the same."""
        seed = cast(SeedArtifact, artifact)
        more = len(seed.openings) < len(seed.chapters)
        return more and self.fingerprint(before) == self.fingerprint(story)

    def read_existing_sections(self, story: Story, inputs: StageInputs) -> SectionResults:
        """Return the sections of the whole story and of the chapters planned before."""
        results: dict[str, Artifact] = {}
        if not inputs.settled:
            return results
        settled = self.inputs_of(self.read(inputs.settled))
        while section := self.next_section(story, settled, results):
            results[section.name] = section.model.model_validate(section.data_in(inputs.settled))
        return results

    def section_to_check(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return the next section to check.

        Paths and delayed effects of all chapters form one section.
        """
        if not chapters_in(results):
            if DILEMMAS not in results or PATHS in results:
                return self.next_section(story, inputs, results)
            return build_paths_section(
                story, self._rules, results, PATHS, decisions_in(results).order
            )
        preset, rules, count = preset_of(story, inputs), self._rules, len(chapters_in(results))
        numbers = range(1, 1 + min(count, inputs.chapter or count))
        if PATHS not in results:
            dilemmas = tuple(chain(*(chapter_dilemmas(results, number) for number in numbers)))
            return build_paths_section(story, rules, results, PATHS, dilemmas)
        for number in numbers:
            for dilemma in chapter_dilemmas(results, number):
                if beats_name(dilemma) not in results:
                    return build_beats_section(story, preset, rules, results, dilemma)
            if opening_name(number) not in results:
                return build_opening_section(story, preset, rules, results, number)
        closes = len(numbers) == count and build_epilogues_section(
            story, preset, results, most=2**MAX_HARD
        )
        return closes or self._next_effects(story, inputs, results, *numbers)

    def assemble(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Mapping[str, Any]:
        """Return the data of the plan with its size; each question has an id."""
        return {"size": size_of(story, inputs).value, **assemble_sections(results)}

    def inputs_of(self, artifact: Artifact) -> StageInputs:
        """Return the inputs with the size of the plan and the number of planned chapters."""
        seed = cast(SeedArtifact, artifact)
        return StageInputs(size=seed.size, chapter=len(seed.openings) or None)

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """Return the faults of the plan: of its form, of its sections, of effects and questions.

        Questions may be missing.
        """
        seed = cast(SeedArtifact, artifact)
        return (
            faults_of_form(seed, wording)
            or super().faults_in(story, artifact, wording)
            or faults_of_edit(story, seed, self._rules, wording)
        )

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """Return the vision and everything that needs a decision."""
        preset, names = preset_of(story, inputs), inputs.list_stated_names(story.names)
        return {
            **vision_variables(story, inputs),
            "entities": story.entities,
            "dilemmas": story.dilemmas,
            "keep": plan_kept_range(story, preset, names),
            "undecided": build_entities_section(story, preset, self._rules, names).preset is None,
            "chapters": chapter_count_range(story, preset),
            "branching": plan_branching_range(story, preset),
            "hard": plan_hard_range(story, preset),
            "questions": inputs.questions,
            "outline": bool(inputs.points),
            "points": "",
        }

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with its decisions, paths and beats.

        The paths do not change afterwards.
        """
        return apply_seed(story, cast(SeedArtifact, artifact))

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return the summary of the plan."""
        del artifact
        return summarize_plan(story)
