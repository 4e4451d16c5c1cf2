"""A stage from another program, as a plug-in author would write it."""

from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.story import Story


class ToyArtifact(Artifact):
    word: str


class ToyStage(ArtifactStage):
    summary = "Choose a word."
    artifact = ToyArtifact

    def __init__(self, name: str, *, needs: tuple[str, ...]) -> None:
        self.name = name
        self.needs = needs

    def apply(self, story: Story, artifact: Artifact) -> Story:
        return story
