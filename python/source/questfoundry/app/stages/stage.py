"""What a stage is: which stages it needs, what it asks for, its own rules, what it adds.

A new stage is one class of this kind, its artifact, and its words in ``prompts/``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.run import StageInputs
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


class Stage:
    """One stage; it does no work itself.

    ``name`` is what it is called everywhere, ``summary`` what its command does, in a line.
    ``needs`` are the stages whose artifacts it is made from; one without any needs an idea.
    A stage from outside says in ``after`` which one it follows, and in ``prompts`` where its
    words are.
    """

    name: str
    summary: str
    needs: tuple[str, ...] = ()
    after: str = ""
    prompts: Path | None = None


class ArtifactStage(Stage, ABC):
    """A stage in which a model is asked for an artifact, which ``artifact`` describes.

    ``settles_size`` says that the size of the story can still be chosen in it, ``writes_prose``
    that it asks for the text of passages, many at once.
    """

    artifact: type[Artifact]
    settles_size: bool = False
    writes_prose: bool = False

    def require(self, story: Story) -> None:
        """``InputError`` where this stage can make nothing of the story; asked before any model.

        Nothing is required unless a stage says so.
        """
        del story

    @abstractmethod
    def next_section(self, story: Story, inputs: StageInputs, made: Made) -> Section | None:
        """What to serialize after ``made``; ``None`` where the artifact is whole."""

    @abstractmethod
    def assemble(self, story: Story, inputs: StageInputs, made: Made) -> Mapping[str, Any]:
        """The artifact's data from its sections."""

    @abstractmethod
    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """What is wrong with a whole artifact of valid form, such as an author's edit.

        ``wording`` is ``prompts/feedback.yaml``.
        """

    @abstractmethod
    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """What all of the stage's prompt templates may speak of."""

    @abstractmethod
    def apply(self, story: Story, artifact: Artifact) -> Story:
        """The story with the artifact's decisions in it; a pure function."""
