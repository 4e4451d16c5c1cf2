"""The stages that there are, in their order: names, help, commands and status derive from here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from questfoundry.app.stages.stage import ArtifactStage, Stage
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ArtifactRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.story import EMPTY_STORY, Story


class StageRegistry:
    """The stages that this program knows, in the order of the pipeline."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._stages = {stage.name: stage for stage in stages}

    def __iter__(self) -> Iterator[Stage]:
        return iter(self._stages.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all stages in order."""
        return tuple(self._stages)

    @property
    def artifacts(self) -> tuple[ArtifactStage, ...]:
        """The stages that make an artifact, in order."""
        return tuple(each for each in self._stages.values() if isinstance(each, ArtifactStage))

    def find(self, name: str) -> Stage:
        """The stage of that name, or ``InputError`` with the names there are."""
        stage = self._stages.get(name)
        if stage is None:
            raise InputError(
                f"There is no stage {name!r}. The stages are {', '.join(self._stages)}."
            )
        return stage

    def get(self, name: str) -> ArtifactStage:
        """The stage of that name, which makes an artifact; else ``InputError``."""
        stage = self.find(name)
        if stage not in self.artifacts:
            raise InputError(f"{name} makes files and no artifact.")
        return stage

    def story(
        self,
        artifacts: ArtifactRepository,
        *,
        before: str | None = None,
        of: Mapping[str, int] | None = None,
    ) -> Story:
        """The story: the fold of the current artifacts, of all or of those ``before`` a stage.

        ``of`` names versions that are taken instead; ``KeyError`` where one is not there.
        """
        story = EMPTY_STORY
        for stage in self.artifacts:
            if stage.name == before:
                break
            version = artifacts.current(stage.name)
            if of and stage.name in of and (not version or version.version != of[stage.name]):
                versions = {each.version: each for each in artifacts.versions(stage.name)}
                version = versions[of[stage.name]]
            if version is not None:
                story = stage.apply(story, stage.read(version.data))
        return story

    def woven_story(self, artifacts: ArtifactRepository) -> Story:
        """The story; ``InputError`` where GROW has not woven it yet."""
        story = self.story(artifacts)
        if story.structure is None:
            raise InputError("The story has no passages yet.", remedies=(RunStage("grow"),))
        return story
