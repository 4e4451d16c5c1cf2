"""Define the ports to the tools that a model may call."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.former_names import former_names


@former_names(once="at_most_once")
class Tool(Protocol):
    """A function that a model may call.

    ``effects``: whether a call changes something permanently; planning mode does not offer such
    tools.
    ``at_most_once``: whether a resumed run skips an interrupted call, because the call's effect may
    already have happened.
    """

    effects: bool = False
    at_most_once: bool = False

    @property
    @abstractmethod
    def definition(self) -> ToolDefinition:
        """The name, description and parameters that the model sees."""

    def problem(self, arguments: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Return why a call with ``arguments`` cannot succeed, or an empty string.

        The check runs before approval, so that no one is asked to approve an impossible call.
        """
        return ""

    @abstractmethod
    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Run the tool and return its result.

        The tool loop turns an exception into an error result.
        """


class ToolSource(Protocol):
    """A source of tools outside this program; it connects on first use."""

    @abstractmethod
    async def tools(self) -> Sequence[Tool]:
        """Return the tools currently available.

        A tool whose server is unreachable is included and answers with the reason.
        """

    @abstractmethod
    async def close(self) -> None:
        """Close processes and connections."""
