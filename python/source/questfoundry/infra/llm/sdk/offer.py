"""Which tools a request may offer to a model, and how firmly, given what the model can do."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.chat.exchange import AUTO, NONE, REQUIRED, ChatRequest
from questfoundry.domain.chat.tools import ToolDefinition


@frozen(kw_only=True)
class ToolOffer:
    """The tools that go out, and the choice: ``auto``, ``required``, ``none`` or a name."""

    tools: tuple[ToolDefinition, ...] = ()
    choice: str = AUTO

    @property
    def is_forced(self) -> bool:
        """Whether the model must call."""
        return self.choice not in {AUTO, NONE}

    @property
    def is_named(self) -> bool:
        """Whether the model must call one certain tool."""
        return self.choice not in {AUTO, NONE, REQUIRED}


def build_offer(request: ChatRequest, *, has_tools: bool, can_force: bool) -> ToolOffer:
    """The offer to a model that can call ``tools``, and can be ``forcing`` to do so.

    Where a call cannot be forced, a tool asked for by name is the only one offered and the
    model decides; whoever asked sees an answer without a call.
    """
    if not has_tools or not request.tools:
        return ToolOffer()
    if can_force or request.tool_choice in {AUTO, NONE}:
        return ToolOffer(tools=request.tools, choice=request.tool_choice)
    named = tuple(tool for tool in request.tools if tool.name == request.tool_choice)
    return ToolOffer(tools=named or request.tools)
