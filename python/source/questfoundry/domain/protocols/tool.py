"""Define the interfaces to the tools that a model may call."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.former_names import former_names


@former_names(once="at_most_once")
class Tool(Protocol):
    """A function that a model may call.

    ``effects`` is true if a call has lasting effects. Planning mode does not offer such tools.

    ``at_most_once`` is true if an interrupted call must not be repeated when the run is resumed.
    Such a call may already have had its effect.
    """

    effects: bool = False
    at_most_once: bool = False

    @property
    @abstractmethod
    def definition(self) -> ToolDefinition:
        """The name, description and parameters of the tool, as sent to the model."""

    def problem(self, arguments: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Return why a call with ``arguments`` cannot succeed; an empty text if no reason is known.

        The check runs before approval, so that no person is asked to approve an impossible call.
        """
        return ""

    @abstractmethod
    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Run the tool with ``arguments`` and return its result.

        If the method raises an exception, the model receives an error result.
        """


class ToolSource(Protocol):
    """A source of tools outside this program; it connects on first use."""

    @abstractmethod
    async def tools(self) -> Sequence[Tool]:
        """Return the tools that are currently available.

        A tool whose server is unreachable is included. A call of this tool returns why the server
        is unreachable.
        """

    @abstractmethod
    async def close(self) -> None:
        """Close the processes and connections of the source."""
