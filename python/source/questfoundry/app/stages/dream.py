"""DREAM: turn the author's idea into a vision."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.stages.brief_facts import find_size, list_missing_names
from questfoundry.app.stages.descriptions import DreamDescription
from questfoundry.app.stages.section import Rules, Section, SectionFlow, request_section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.summary import summarize_vision
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.errors import UsageError
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import DreamArtifact


@frozen
class DreamRules(Rules):
    """The rules of DREAM that compare the vision with the brief."""

    stage = "dream"

    def check_names(self, brief: str, vision: DreamArtifact) -> Sequence[Fault]:
        """Return a fault if ``vision`` lacks names that ``brief`` gives."""
        names = list_missing_names(brief, "\n".join(map(str, vision.to_values().values())))
        if not names:
            return ()
        return (self.make_fault("names", "creative_vision", names=", ".join(names)),)


class DreamStage(DreamDescription, ArtifactStage):
    """The first stage, DREAM; it needs only the author's idea."""

    artifact = DreamArtifact

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        """Yield the section for the vision; a chosen size or shape limits the possible sizes."""
        del story, traits
        sizes = (inputs.size,) if inputs.size else tuple(shape_of(inputs.shape).sizes)
        pins = {"size": tuple(map(str, sizes))} if len(sizes) < len(Size) else {}
        return (
            yield from request_section(
                Section(
                    name=self.name, model=DreamArtifact, in_brief=True, manifest=Manifest(pins=pins)
                )
            )
        )

    def follow_brief(
        self, section: Section[Any], brief: str, prompts: PromptRepository
    ) -> Section[Any]:
        """Return ``section`` with the size and the names that ``brief`` settles.

        The size becomes the only one allowed. Names that the vision lacks are reported once.
        """
        rules = DreamRules(prompts=prompts)
        size, pins = find_size(brief), section.manifest.pins
        if size and size in pins.get("size", tuple(Size)):
            pins = {**pins, "size": (size.value,)}
        return evolve(
            section,
            manifest=evolve(section.manifest, pins=pins),
            check=partial(rules.check_names, brief),
            soft_rules=frozenset({f"{rules.stage}.names"}),
        )

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with the vision."""
        if not isinstance(artifact, DreamArtifact):
            raise UsageError(f"DREAM cannot apply a {type(artifact).__name__}.")
        return evolve(story, vision=artifact, size=artifact.size)

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return the summary of the vision."""
        del artifact
        return summarize_vision(story)
