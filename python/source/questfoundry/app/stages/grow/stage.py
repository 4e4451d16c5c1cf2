"""GROW: code weaves the plan into passages and choices, and a model writes their texts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from questfoundry.app.stages.brainstorm.stage import vision_variables
from questfoundry.app.stages.descriptions import GrowDescription
from questfoundry.app.stages.grow.apply import ExistingChapters, apply_grow, take_prefix
from questfoundry.app.stages.grow.choice_sections import DARES
from questfoundry.app.stages.grow.edit import faults_of_edit, find_broken_laws
from questfoundry.app.stages.grow.gate_sections import GATES
from questfoundry.app.stages.grow.order import order_variables
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import Views, weave_story
from questfoundry.app.stages.grow.weaver import StructureWeaver
from questfoundry.app.stages.section import SectionFlow
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.summary import summarize_structure
from questfoundry.domain.artifacts.grow import GrowArtifact, GrowFrame, GrowScenes
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.errors import ConversationError, InputError
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.finding import Finding
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.story import Story

GROW = "grow"


class GrowStage(GrowDescription, ArtifactStage):
    """The fourth stage, GROW: code weaves and checks the structure, a model writes its texts."""

    artifact = GrowArtifact

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = GrowRules(prompts)

    def require(self, story: Story) -> None:
        """Raise ``InputError`` if the plan cannot be woven into a sound story."""
        _require_sound(weave_story(story, (), 0))

    def fingerprint(self, story: Story) -> object:
        """Return the parts of the plan that determine the structure, without words and actors."""
        return (
            story.size,
            [each.id for each in story.list_kept_entities()],
            [(each.id, each.anchors, each.course) for each in story.dilemmas],
            [
                (each.id, [(flag.flag, flag.effect, flag.entity) for flag in each.consequences])
                + (
                    (each.delayed_effect.beats, each.delayed_effect.residue)
                    if each.delayed_effect
                    else ()
                )
                for each in story.paths
            ],
            [evolve(each, summary="", points=(), actor="") for each in story.beats],
            [(each.id, each.teaching_beats, each.relying_beats) for each in story.clues],
        )

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        """Yield the sections for times, minor choices and texts; return the artifact.

        Chapters in ``inputs.settled`` stay unchanged. Raise ``ConversationError`` with the findings
        if the minor choices and texts make the structure unsound.
        """
        weaver = StructureWeaver(
            existing=self._read_existing(story, inputs),
            rules=self._rules,
            acts=inputs.acts,
            repairs=inputs.repairs and traits is not None and traits.capabilities.comprehension,
            scenes=inputs.played_scenes
            and traits is not None
            and traits.capabilities.comprehension,
            is_batching=traits is not None and traits.can_answer_many,
        )
        artifact = yield from weaver.weave()
        if broken := find_broken_laws(apply_grow(story, artifact)):
            raise ConversationError(
                "\n".join(("The options of GROW make no sound story:", *_list_findings(broken))),
                section=GATES if story.stats else DARES,
            )
        return artifact

    def _read_existing(self, story: Story, inputs: StageInputs) -> ExistingChapters:
        grow = cast(GrowArtifact, self.read(inputs.settled)) if inputs.settled else None
        return ExistingChapters(story=story, grow=grow)

    def can_extend(self, artifact: Artifact, before: Story, story: Story) -> bool:
        """Return whether the plan has only gained chapters since the structure was woven."""
        existing = ExistingChapters(story=story, grow=cast(GrowArtifact, artifact))
        if not existing.can_continue:
            return False
        count = existing.count
        return self.fingerprint(take_prefix(before, count)) == self.fingerprint(
            take_prefix(story, count)
        )

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """Return faults for unknown ids, bad texts and broken laws of a sound structure."""
        del wording
        return faults_of_edit(story, cast(GrowArtifact, artifact), self._rules)

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """Return the variables for templates, such as the beats that need times."""
        views = Views(weave_story(story, (), 0))
        return {
            # The plan fixes the size; only a new plan can change it.
            **vision_variables(story, inputs.model_copy(update={"size": None})),
            "entities": story.list_kept_entities(),
            "outline": views.build_outline(),
            "deeds": story.counts.interactions if inputs.acts else None,
            "played": story.counts.interactions.played_scenes
            if inputs.acts and inputs.played_scenes and story.stats
            else 0,
            **order_variables(self._read_existing(story, inputs)),
            "endings": views.list_endings(),
        }

    def unmet(
        self, story: Story, inputs: StageInputs, *, reads: bool
    ) -> Iterable[tuple[UnmetKind, str]]:
        """Return the outline's points that the story tells in another order."""
        return (
            (UnmetKind.ORDER, each)
            for each in measure_coverage(inputs.points, story, reads=reads).moved
        )

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with its structure, title, hook and endings."""
        return apply_grow(story, cast(GrowArtifact, artifact))

    def discussion_data(self, artifact: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the texts of the structure, with titles and labels by id."""
        passages = artifact.get("passages", ())
        choices = [choice for each in passages for choice in each.get("choices", ())]
        return {
            **{name: artifact[name] for name in GrowFrame.model_fields if name in artifact},
            **{name: artifact[name] for name in GrowScenes.model_fields if name in artifact},
            "titles": {each["id"]: {"title": each["title"]} for each in passages},
            "labels": {
                each["id"]: {"label": each["label"]} for each in choices if each.get("label")
            },
        }

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return the summary of the structure."""
        del artifact
        return summarize_structure(story)


def _require_sound(woven: Story) -> None:
    if broken := find_broken_laws(woven):
        raise InputError(
            "\n".join(
                (
                    "This plan cannot be woven into a sound story:",
                    *_list_findings(broken),
                    "Edit artifacts/seed.yaml, or run SEED again.",
                )
            ),
            remedies=(RunStage("seed"),),
        )


def _list_findings(findings: Iterable[Finding]) -> Iterator[str]:
    return (f"  {each.problem} {each.fix}" for each in findings)
