"""What a stage is: which stages it needs, what it asks for, its own rules, what it adds.

A new stage is one class of this kind, its artifact, and its words in ``prompts/``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from attrs import field, frozen

from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.story import Story

Check = Callable[[Artifact], Sequence[Fault]]
"""The rules that a schema cannot say; empty where all hold."""

Made = Mapping[str, Artifact]
"""The sections of an artifact that are valid already, by name, in order."""


def no_further_rules(_: Artifact) -> Sequence[Fault]:
    """The check of a section whose schema says everything."""
    return ()


@frozen(kw_only=True)
class Section:
    """A part of an artifact that is serialized by itself; a small stage has only one.

    ``template`` and ``guide`` are its words below ``prompts/``; ``variables`` are what only
    that template may speak of. ``at`` is where the section stands in the artifact, empty
    where its fields are the artifact's own.
    """

    name: str
    model: type[Artifact]
    template: str
    guide: str
    manifest: Manifest = field(factory=Manifest)
    check: Check = field(default=no_further_rules)
    variables: Mapping[str, Any] = field(factory=dict[str, Any])
    at: str = ""


class Stage(Protocol):
    """The rules of one stage; it does no work itself."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The stage's name, in lower case."""

    @property
    @abstractmethod
    def artifact(self) -> type[Artifact]:
        """The artifact that the model must fill."""

    @property
    @abstractmethod
    def needs(self) -> tuple[str, ...]:
        """The stages whose artifacts it is made from; a stage without any needs an idea."""

    def require(self, story: Story) -> None:
        """``InputError`` where this stage can make nothing of the story; asked before any model.

        Nothing is required unless a stage says so.
        """
        del story

    @abstractmethod
    def next_section(self, story: Story, inputs: Mapping[str, Any], made: Made) -> Section | None:
        """What to serialize after ``made``; ``None`` where the artifact is whole."""

    @abstractmethod
    def assemble(self, story: Story, inputs: Mapping[str, Any], made: Made) -> Mapping[str, Any]:
        """The artifact's data from its sections."""

    @abstractmethod
    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """What is wrong with a whole artifact of valid form, such as an author's edit.

        ``wording`` is ``prompts/feedback.yaml``.
        """

    @abstractmethod
    def variables(self, story: Story, inputs: Mapping[str, Any]) -> Mapping[str, Any]:
        """What all of the stage's prompt templates may speak of."""

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
