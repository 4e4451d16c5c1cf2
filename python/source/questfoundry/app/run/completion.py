"""The interface for model calls that complete a stage's artifact after its conversation."""

from abc import abstractmethod
from typing import Protocol

from questfoundry.app.run.run import Run
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import Story


class Completion(Protocol):
    """Work that follows a stage's conversation and completes the artifact with model calls."""

    @abstractmethod
    def prepare_inputs(self, inputs: StageInputs, *, updates: bool, story: Story) -> StageInputs:
        """Return a copy of ``inputs`` with the data that a resumed run needs.

        ``updates`` says that the run only adds what the current artifact lacks for ``story``.
        """

    @abstractmethod
    def get_preset_artifact(self, inputs: StageInputs) -> Artifact | None:
        """Return the artifact that the conversation would give, if ``inputs`` determine it."""

    @abstractmethod
    async def complete(self, artifact: Artifact, *, story: Story, run: Run) -> Artifact:
        """Return ``artifact`` completed; ``story`` contains the results of earlier stages."""
