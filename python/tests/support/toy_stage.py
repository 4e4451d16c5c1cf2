"""A stage that this program does not know, as somebody else would write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.app.stages.sectioned import SectionedStage
from questfoundry.app.stages.stage import Made, Section
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.story.story import Story


class ToyArtifact(Artifact):
    """One word."""

    word: str


class ToyStage(SectionedStage):
    """Asks for one word."""

    def __init__(self, name: str, *, needs: tuple[str, ...]) -> None:
        self._name = name
        self._needs = needs

    @property
    def name(self) -> str:
        return self._name

    @property
    def artifact(self) -> type[Artifact]:
        return ToyArtifact

    @property
    def needs(self) -> tuple[str, ...]:
        return self._needs

    def next_section(self, story: Story, inputs: Mapping[str, Any], made: Made) -> Section | None:
        if made:
            return None
        return Section(
            name=self._name,
            model=ToyArtifact,
            template=f"templates/{self._name}/serialize",
            guide=f"fields/{self._name}",
        )

    def assemble(self, story: Story, inputs: Mapping[str, Any], made: Made) -> Mapping[str, Any]:
        return made[self._name].model_dump()

    def variables(self, story: Story, inputs: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"size": None, "language": "en"}

    def parts(self, artifact: Artifact) -> Made:
        return {self._name: artifact}

    def apply(self, story: Story, artifact: Artifact) -> Story:
        return story
