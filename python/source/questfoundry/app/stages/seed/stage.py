"""SEED: turn entities and dilemmas into a plan, with a decision about each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from questfoundry.app.stages.brainstorm.stage import preset_of, size_of, vision_variables
from questfoundry.app.stages.descriptions import SeedDescription
from questfoundry.app.stages.section import SectionFlow
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.chapters import chapter_count_range
from questfoundry.app.stages.seed.clues import build_questions_section
from questfoundry.app.stages.seed.partial_plan import PartialPlan
from questfoundry.app.stages.seed.planner import Planner
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import (
    PlanInProgress,
    find_fixed_entities,
    plan_branching_range,
    plan_hard_range,
    plan_kept_range,
)
from questfoundry.app.stages.stage import MISSING, UNKNOWN, ArtifactStage, build_misplaced_fault
from questfoundry.app.stages.summary import summarize_plan
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.artifacts.seed import SeedArtifact, SeedQuestions
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story


class SeedStage(SeedDescription, ArtifactStage):
    """The third stage, SEED: decisions about all material, then paths, then beats, by chapter."""

    artifact = SeedArtifact

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = SeedRules(prompts)

    def fingerprint(self, story: Story) -> object:
        """Return the inputs of the plan, such as the dilemmas and the ids of entities.

        Names and appearances of entities are left out.
        """
        return (
            story.vision,
            story.size,
            [(each.id, each.played) for each in story.entities],
            story.dilemmas,
        )

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        """Yield the sections of the plan up to the chapter in ``inputs``; return the plan.

        Chapters in ``inputs.settled`` stay unchanged.
        """
        existing = cast(SeedArtifact, self.read(inputs.settled)) if inputs.settled else None
        plan = yield from Planner(traits).plan_story(story, inputs, self._rules, existing)
        return SeedArtifact.model_validate(plan.seed.model_dump(mode="json"))

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

    def inputs_of(self, artifact: Artifact) -> StageInputs:
        """Return the inputs with the size and the number of planned chapters of ``artifact``.

        Stats count as wanted if the artifact has some. Without minor choices, no section requests
        stats: other rules check those of a plan.
        """
        seed = cast(SeedArtifact, artifact)
        chapter = len(seed.openings) or None
        return StageInputs(size=seed.size, chapter=chapter, stats=bool(seed.stats))

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """Return the faults of the first check that finds some.

        The checks are, in this order: the form, the sections, the delayed effects and questions. A
        plan without questions is accepted.
        """
        seed = cast(SeedArtifact, artifact)
        return (
            faults_of_form(seed, wording)
            or super().faults_in(story, artifact, wording)
            or faults_of_edit(story, seed, self._rules, wording)
        )

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """Return the variables for templates: the vision and everything that needs a decision."""
        preset, names = preset_of(story, inputs), inputs.list_stated_names(story.names)
        return {
            **vision_variables(story, inputs),
            "entities": story.entities,
            "dilemmas": story.dilemmas,
            "keep": plan_kept_range(story, preset, names),
            "undecided": len(find_fixed_entities(story, preset, names)) < len(story.entities),
            "chapters": chapter_count_range(story, preset),
            "branching": plan_branching_range(story, preset),
            "hard": plan_hard_range(story, preset),
            "questions": inputs.questions,
            "stats": inputs.stats and inputs.acts,
            "third": inputs.stats and inputs.acts and size_of(story, inputs) is not Size.MICRO,
            "outline": bool(inputs.points),
            "points": "",
        }

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with the decisions, paths and beats of ``artifact``."""
        return apply_seed(PartialPlan(story=story, seed=cast(SeedArtifact, artifact)))

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return the summary of the plan."""
        del artifact
        return summarize_plan(story)


_WHOLE, _CHAPTERED = ("dilemmas", "order", "setup", "epilogues"), ("chapters", "openings")
"""The fields that a plan must have without and with chapters."""


def faults_of_form(seed: SeedArtifact, wording: Mapping[str, Any]) -> Sequence[Fault]:
    """Return a fault for the first field that is missing from the plan or does not belong there.

    A plan with chapters has other fields than a plan without chapters.
    """
    form = set(_WHOLE)
    if seed.chapters:
        ends = len(seed.openings) >= len(seed.chapters)
        form = {*_CHAPTERED, *(("epilogues",) if ends else ())}
    has = {name for name in (*_WHOLE, *_CHAPTERED) if getattr(seed, name)}
    if missing := sorted(form - has):
        return [build_misplaced_fault(MISSING, FaultKind.MISSING, missing[0], wording)]
    if unknown := sorted(has - form):
        return [build_misplaced_fault(UNKNOWN, FaultKind.UNKNOWN, unknown[0], wording)]
    return ()


def faults_of_edit(
    story: Story, seed: SeedArtifact, rules: SeedRules, wording: Mapping[str, Any]
) -> Sequence[Fault]:
    """Return faults for effects on paths that never rejoin, or else the faults of the questions."""
    rejoins = any(
        each.explore == "both" and each.weight is Weight.SOFT
        for each in seed.dilemma_decisions.dilemmas.values()
    )
    if not rejoins and seed.residue:
        return [rules.make_fault("never_rejoins", f"residue.{path}") for path in seed.residue]
    return _faults_of_questions(story, seed, rules, wording)


def _faults_of_questions(
    story: Story, seed: SeedArtifact, rules: SeedRules, wording: Mapping[str, Any]
) -> Sequence[Fault]:
    inputs = StageInputs(questions=True)
    plan = PlanInProgress(
        story=story, seed=seed, inputs=inputs, rules=rules, preset=story.counts.preset
    )
    section = build_questions_section(plan) if seed.questions else None
    if section is None:
        return ()
    part = SeedQuestions(questions=seed.questions)
    plain = part.model_dump(mode="json")
    # An author may use any beat and any number of questions that the artifact allows.
    beats = tuple(beat.id for beat in apply_seed(plan).beats)
    pins = {name: beats for name in section.manifest.pins if "clues" in name}
    manifest = evolve(section.manifest, counts={}, pins={**section.manifest.pins, **pins})
    return check_structural_completeness(plain, manifest, wording) or section.check(part)
