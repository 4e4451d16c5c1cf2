"""SEED: the raw material becomes a plan, a decision for everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from questfoundry.app.stages.brainstorm.stage import preset_of, size_of, vision_variables
from questfoundry.app.stages.gist import plan_gist
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.clues import QUESTIONS, entries, questions_section
from questfoundry.app.stages.seed.decided import DILEMMAS, ENTITIES, PATHS, beats_name
from questfoundry.app.stages.seed.residue import RESIDUE, rejoining, residue_section
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import (
    FRAME,
    beats_section,
    branching,
    dilemmas_section,
    entities_section,
    frame_section,
    keeping,
    paths_section,
    splitting,
)
from questfoundry.app.stages.stage import ArtifactStage, Made, Section
from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import SeedArtifact, SeedDilemmas, SeedQuestions
from questfoundry.domain.gist import Gist
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.size import PRESETS
from questfoundry.domain.story.story import Story


class SeedStage(ArtifactStage):
    """The third stage: decisions for all entities and dilemmas, then paths, then beats.

    Beats are serialized dilemma by dilemma, so that no schema grows with the story.
    """

    name = "seed"
    summary = "Commit to a plan: what stays, and how the story branches."
    needs = ("dream", "brainstorm")
    artifact = SeedArtifact
    settles_size = True

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = SeedRules(prompts)

    def ground(self, story: Story) -> object:
        """All but the names and the looks of who is in it, which the plan does not turn on."""
        return story.vision, story.size, [each.id for each in story.entities], story.dilemmas

    def next_section(self, story: Story, inputs: StageInputs, made: Made) -> Section | None:
        """The first section, in the order of the plan, that is not made yet."""
        preset = preset_of(story, inputs)
        if ENTITIES not in made:
            return entities_section(story, preset, self._rules)
        if DILEMMAS not in made:
            return dilemmas_section(story, preset, self._rules)
        if PATHS not in made:
            return paths_section(story, self._rules, made)
        for dilemma in cast(SeedDilemmas, made[DILEMMAS]).order:
            if beats_name(dilemma) not in made:
                return beats_section(story, preset, self._rules, made, dilemma)
        if FRAME not in made:
            return frame_section(story, preset, self._rules, made)
        size = size_of(story, inputs)
        found = rejoining(story, size, made)
        if found.places and RESIDUE not in made:
            return residue_section(found, size, self._rules)
        if inputs.questions and QUESTIONS not in made:
            return questions_section(found.plan, preset, self._rules)
        return None

    def assemble(self, story: Story, inputs: StageInputs, made: Made) -> Mapping[str, Any]:
        """All sections, and the size that they have; every question with its id."""
        whole = {"size": size_of(story, inputs).value, **super().assemble(story, inputs, made)}
        if QUESTIONS in made:
            asked = entries(cast(SeedQuestions, made[QUESTIONS]).questions)
            whole[QUESTIONS] = [each.model_dump(mode="json") for each in asked]
        return whole

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """As of any artifact; where nothing rejoins, nothing is felt later.

        Questions may be left out.
        """
        faults = super().faults_in(story, artifact, wording)
        seed = cast(SeedArtifact, artifact)
        rejoins = any(
            each.explore == "both" and each.weight is Weight.SOFT for each in seed.dilemmas.values()
        )
        if faults:
            return faults
        if not rejoins and seed.residue:
            return [self._rules.broken("never_rejoins", f"residue.{path}") for path in seed.residue]
        return self._questions(story, seed, wording)

    def _questions(
        self, story: Story, seed: SeedArtifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        planned = apply_seed(story, seed)
        section = questions_section(planned, PRESETS[seed.size], self._rules)
        part = SeedQuestions(questions=seed.questions)
        plain = part.model_dump(mode="json")
        manifest = evolve(section.manifest, counts={})
        return check_structural_completeness(plain, manifest, wording) or section.check(part)

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """The vision, and everything that needs a decision."""
        preset = preset_of(story, inputs)
        return {
            **vision_variables(story, inputs),
            "entities": story.entities,
            "dilemmas": story.dilemmas,
            "keep": keeping(story, preset),
            "branching": branching(story, preset),
            "hard": splitting(story, preset),
            "questions": inputs.questions,
        }

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """The story with its decisions, paths and beats; the paths are frozen from here on."""
        return apply_seed(story, cast(SeedArtifact, artifact))

    def gist(self, story: Story, artifact: Artifact) -> Gist:
        """The plan."""
        del artifact
        return plan_gist(story)
