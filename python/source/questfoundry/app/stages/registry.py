"""The registry of all stages in pipeline order, from which help, commands and status derive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.text.suggestion import suggest_words

if TYPE_CHECKING:
    from questfoundry.app.stages.descriptions import Stage
    from questfoundry.app.stages.stage import ArtifactStage
    from questfoundry.domain.field_types import Artifact
    from questfoundry.domain.protocols.artifacts import ArtifactRepository
    from questfoundry.domain.story.story import Story


class StageRegistry:
    """The stages that this program knows, in the order of the pipeline.

    ``load`` returns the stage that a description describes; each stage is loaded when it is first
    used. Without ``load``, the given stages are already loaded.
    """

    def __init__(
        self, stages: Sequence[Stage], load: Callable[[Stage], Stage] = lambda stage: stage
    ) -> None:
        self._descriptions = {stage.name: stage for stage in stages}
        self._load = load
        self._loaded: dict[str, Stage] = {}
        # Cache of the last result, one step a stage: the state of a project is needed many times
        # between two changes. A step is valid while its stage, data and preceding story are equal.
        self._cached_steps: list[_CachedStep] = []

    @property
    def descriptions(self) -> tuple[Stage, ...]:
        """The description of each stage, in pipeline order; this loads no stage."""
        return tuple(self._descriptions.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all stages in pipeline order."""
        return tuple(self._descriptions)

    @property
    def artifact_names(self) -> tuple[str, ...]:
        """The names of the stages that make an artifact, in pipeline order."""
        return tuple(each.name for each in self.descriptions if each.makes_artifact)

    @property
    def artifacts(self) -> tuple[ArtifactStage, ...]:
        """The stages that make an artifact, in pipeline order; this loads all of them."""
        return tuple(map(self.get, self.artifact_names))

    def find(self, name: str) -> Stage:
        """Return the stage ``name``, or raise ``InputError`` that lists the known names."""
        description = self._descriptions.get(name)
        if description is None:
            raise InputError(
                f"There is no stage {name!r}.{suggest_words(name, self._descriptions)} "
                f"The stages are {', '.join(self._descriptions)}."
            )
        if name not in self._loaded:
            self._loaded[name] = self._load(description)
        return self._loaded[name]

    def get(self, name: str) -> ArtifactStage:
        """Return the stage ``name`` that makes an artifact, or raise ``InputError``."""
        stage = self.find(name)
        if not stage.makes_artifact:
            raise InputError(f"The stage {name!r} makes files, not an artifact.")
        return cast("ArtifactStage", stage)

    def story(
        self,
        artifacts: ArtifactRepository,
        *,
        before: str | None = None,
        of: Mapping[str, int] | None = None,
        changed: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Story:
        """Return the story that results from applying the current artifacts in order.

        ``before`` ends with the artifact before this stage. ``of`` selects other versions by stage
        name, and ``changed`` replaces the data of artifacts. Raise ``KeyError`` if a selected
        version is missing.
        """
        from questfoundry.domain.story.story import EMPTY_STORY

        story, place = EMPTY_STORY, 0
        for name in self.artifact_names:
            if name == before:
                break
            version = artifacts.current(name)
            if of and name in of and (not version or version.version != of[name]):
                versions = {each.version: each for each in artifacts.versions(name)}
                version = versions[of[name]]
            data = (changed or {}).get(name) or (version.data if version else None)
            if data is not None:
                story = self._apply_stage(self.get(name), data, story, place)
                place += 1
        return story

    def story_with(self, artifacts: ArtifactRepository, stage: str) -> Story:
        """Return the story of the current artifacts up to and including ``stage``."""
        names = self.artifact_names
        following = names[names.index(stage) + 1 :]
        return self.story(artifacts, before=next(iter(following), None))

    def _apply_stage(
        self, stage: ArtifactStage, data: Mapping[str, Any], before: Story, place: int
    ) -> Story:
        """Return the story ``before`` with the artifact ``data`` applied, cached if possible.

        ``place`` is the index of this step in the cache.
        """
        cached = self._cached_steps[place] if place < len(self._cached_steps) else None
        if cached and cached.stage is stage and cached.before is before and cached.data == data:
            return cached.story
        artifact = self.read(stage, data)
        story = stage.apply(before, artifact)
        self._cached_steps[place:] = [
            _CachedStep(stage=stage, data=data, artifact=artifact, before=before, story=story)
        ]
        return story

    def read(self, stage: ArtifactStage, data: Mapping[str, Any]) -> Artifact:
        """Return ``data`` as an artifact of ``stage``; an equal artifact in the cache is reused."""
        same = (
            each.artifact
            for each in self._cached_steps
            if each.stage is stage and each.data == data
        )
        return next(same, None) or stage.read(data)

    def load_woven_story(self, artifacts: ArtifactRepository) -> Story:
        """Return the story with its passages, or raise ``InputError`` if it has none yet."""
        story = self.story(artifacts)
        _ = story.existing_structure
        return story


@frozen(kw_only=True)
class _CachedStep:
    stage: ArtifactStage
    data: Mapping[str, Any]
    artifact: Artifact
    before: Story
    story: Story
