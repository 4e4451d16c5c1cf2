"""The port to the words that models read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol

from questfoundry.domain.models.traits import PromptStyle
from questfoundry.domain.prompt import Prompt


class PromptRepository(Protocol):
    """Finds and renders prompts; a project's own files stand before the shipped ones."""

    @abstractmethod
    def render(
        self, name: str, variables: Mapping[str, Any], style: PromptStyle = PromptStyle.FULL
    ) -> Prompt:
        """The prompt, every variable filled; ``PromptError`` where a file or variable is missing.

        ``name`` is a path below ``prompts/`` without its ending, as ``templates/dream/discuss``.
        The short style takes ``<name>.short`` where that file exists.
        """

    @abstractmethod
    def wording(self, name: str) -> Mapping[str, Any]:
        """The structured words in ``prompts/<name>.yaml``: field guides, feedback, stems."""
