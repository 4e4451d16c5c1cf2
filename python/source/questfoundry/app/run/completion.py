"""The interface of the work that a stage does after its conversation with the model."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from questfoundry.app.run.run import Run
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.run_inputs import StageInputs
from questfoundry.domain.story.story import Story


class Completion(Protocol):
    """Work that completes a stage's artifact after the conversation, with further model calls."""

    @abstractmethod
    def prepare_inputs(
        self, inputs: StageInputs, *, before: Story | None, story: Story
    ) -> StageInputs:
        """Return ``inputs`` with the data that a new run must store when it begins.

        ``before`` is the story from which the current artifact was made, if this artifact is
        updated. It is ``None`` if the artifact is made from scratch.
        """

    @abstractmethod
    def get_preset_artifact(self, inputs: StageInputs) -> Artifact | None:
        """Return the conversation's artifact if ``inputs`` already determine it, else ``None``."""

    @abstractmethod
    async def complete(
        self,
        artifact: Artifact,
        *,
        story: Story,
        run: Run,
    ) -> Artifact:
        """Return the complete artifact.

        ``artifact`` comes from the conversation; ``story`` holds the results of earlier stages.
        """
