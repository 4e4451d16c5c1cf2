"""A stage from another program, as a plug-in author would write it."""

from collections.abc import Mapping
from typing import Any

from questfoundry.app.stages.section import Section, SectionFlow, request_section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story


class ToyArtifact(Artifact):
    word: str


class ToyStage(ArtifactStage):
    summary = "Choose a word."
    artifact = ToyArtifact

    def __init__(self, name: str, *, needs: tuple[str, ...]) -> None:
        self.name = name
        self.needs = needs

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        return (
            yield from request_section(
                Section(
                    name=self.name,
                    model=ToyArtifact,
                    template=f"templates/{self.name}/serialize",
                    guide=f"fields/{self.name}",
                )
            )
        )

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        return {"size": None, "language": "en"}

    def apply(self, story: Story, artifact: Artifact) -> Story:
        return story
