"""What a stage is: which stages it needs, what it asks for, its own rules, what it adds.

A new stage is one class of this kind, its artifact, and its words in ``prompts/``
(S1.53, S3.13).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.errors import InputError
from questfoundry.domain.faults import Fault
from questfoundry.domain.manifest import Manifest
from questfoundry.domain.story.story import Story


class Stage(Protocol):
    """The rules of one stage; it does no work itself."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The stage's name, as in ``qf <name>``."""

    @property
    @abstractmethod
    def artifact(self) -> type[Artifact]:
        """The artifact that the model must fill."""

    @property
    @abstractmethod
    def needs(self) -> tuple[str, ...]:
        """The stages whose artifacts it is made from."""

    @abstractmethod
    def manifest(self, story: Story, inputs: Mapping[str, Any]) -> Manifest:
        """The ids that need a decision, and the values that are already fixed."""

    @abstractmethod
    def variables(self, story: Story, inputs: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the stage's prompt templates may speak of."""

    @abstractmethod
    def check(self, artifact: Artifact, story: Story) -> Sequence[Fault]:
        """The rules that the artifact's schema cannot say."""

    @abstractmethod
    def apply(self, story: Story, artifact: Artifact) -> Story:
        """The story with the artifact's decisions in it; a pure function."""


class StageRegistry:
    """The stages that this program knows, in the order of the pipeline."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._stages = {stage.name: stage for stage in stages}

    @property
    def names(self) -> tuple[str, ...]:
        """The stages' names in order."""
        return tuple(self._stages)

    def get(self, name: str) -> Stage:
        """The stage of that name, or ``InputError`` with the names there are."""
        stage = self._stages.get(name)
        if stage is None:
            raise InputError(
                f"There is no stage {name!r}. The stages are {', '.join(self._stages)}."
            )
        return stage
