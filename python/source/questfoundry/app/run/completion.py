"""What a stage still does when its conversation is over."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from questfoundry.app.run.run import Run
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.run_inputs import StageInputs
from questfoundry.domain.story.story import Story


class Completion(Protocol):
    """Completes the artifact that a conversation came to, with models of its own asking."""

    @abstractmethod
    def prepare_inputs(
        self, inputs: StageInputs, *, before: Story | None, story: Story
    ) -> StageInputs:
        """The inputs with what a new run must remember from its beginning on.

        ``before`` is the story that the artifact was made from which is brought up to date;
        ``None`` where it is made anew.
        """

    @abstractmethod
    def get_preset_artifact(self, inputs: StageInputs) -> Artifact | None:
        """What a conversation would come to, where the inputs say so already."""

    @abstractmethod
    async def complete(
        self,
        artifact: Artifact,
        *,
        story: Story,
        run: Run,
    ) -> Artifact:
        """The whole artifact; ``story`` is the one before the stage."""
