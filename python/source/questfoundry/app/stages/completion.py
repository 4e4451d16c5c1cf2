"""What a stage still does when its conversation is over."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol

from questfoundry.app.run.models import RecordedModels
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.story.story import Story


class Completion(Protocol):
    """Completes the artifact that a conversation came to, with models of its own asking."""

    @abstractmethod
    def inputs(self) -> Mapping[str, Any]:
        """What a new run must remember from its beginning on, as plain values."""

    @abstractmethod
    async def complete(
        self,
        artifact: Artifact,
        *,
        story: Story,
        inputs: Mapping[str, Any],
        models: RecordedModels,
    ) -> Artifact:
        """The whole artifact; ``story`` is the one before the stage, ``inputs`` the run's."""
