"""Which tools a request may offer to a model, and how firmly, given what the model can do."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.chat.exchange import AUTO, NONE, REQUIRED, ChatRequest
from questfoundry.domain.chat.tools import ToolDefinition


@frozen(kw_only=True)
class Offer:
    """The tools that go out, and the choice: ``auto``, ``required``, ``none`` or a name."""

    tools: tuple[ToolDefinition, ...] = ()
    choice: str = AUTO

    @property
    def forced(self) -> bool:
        """Whether the model must call."""
        return self.choice not in {AUTO, NONE}

    @property
    def named(self) -> bool:
        """Whether the model must call one certain tool."""
        return self.choice not in {AUTO, NONE, REQUIRED}


def offer(request: ChatRequest, *, tools: bool, forcing: bool) -> Offer:
    """The offer to a model that can call ``tools``, and can be ``forcing`` to do so.

    Where a call cannot be forced, a tool asked for by name is the only one offered and the
    model decides; whoever asked sees an answer without a call.
    """
    if not tools or not request.tools:
        return Offer()
    if forcing or request.tool_choice in {AUTO, NONE}:
        return Offer(tools=request.tools, choice=request.tool_choice)
    named = tuple(tool for tool in request.tools if tool.name == request.tool_choice)
    return Offer(tools=named or request.tools)
