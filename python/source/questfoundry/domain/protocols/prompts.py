"""Define the interface to the prompt texts that models read."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol

from questfoundry.domain.models.traits import PromptStyle
from questfoundry.domain.prompt import Prompt


class PromptRepository(Protocol):
    """A source of prompts; a project's own prompt files replace those of the program."""

    @abstractmethod
    def render(
        self, name: str, variables: Mapping[str, Any], style: PromptStyle = PromptStyle.FULL
    ) -> Prompt:
        """Return the prompt ``name`` with all variables filled in.

        ``name`` is a path below ``prompts/`` without its suffix, such as
        ``templates/dream/discuss``. For the short style, ``<name>.short`` is used if it exists.
        Raise ``PromptError`` if a file or a variable is missing.
        """

    @abstractmethod
    def wording(self, name: str) -> Mapping[str, Any]:
        """Return the texts in ``prompts/<name>.yaml`` by key, such as explanations of fields."""
