"""The port to tools that a model may call."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.tools import ToolDefinition


class Tool(Protocol):
    """Something that a model may call.

    ``effects`` says that a call changes something that stays: where a model only plans, such a
    tool is not offered. A call of one that is to be made ``once`` is not made again where it was
    cut off: whether it took effect is not known.
    """

    effects: bool = False
    once: bool = False

    @property
    @abstractmethod
    def definition(self) -> ToolDefinition:
        """Name, description and parameters, as the model sees them."""

    def problem(self, arguments: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Why it cannot be called like that, as far as it shows beforehand; mostly empty.

        Nobody is asked to approve what cannot be.
        """
        return ""

    @abstractmethod
    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Do the work; an exception becomes an error result in the tool loop."""


class ToolSource(Protocol):
    """Tools that others serve: found when they are first asked for, given back at the end."""

    @abstractmethod
    async def tools(self) -> Sequence[Tool]:
        """What they offer now; one that cannot be reached is there all the same, and says why."""

    @abstractmethod
    async def close(self) -> None:
        """Give back processes and connections."""
