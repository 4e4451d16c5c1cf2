"""Adapt a request's tools to the model's abilities, and build JSON that several APIs share."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.chat.exchange import AUTO, NONE, REQUIRED, ChatRequest
from questfoundry.domain.chat.messages import Role, ToolDefinition

ROLES = {
    Role.SYSTEM: "system",
    Role.USER: "user",
    Role.ASSISTANT: "assistant",
    Role.TOOL_RESULT: "tool",
}
"""A mapping from our roles of messages to the names of these roles in OpenAI's format."""


@frozen(kw_only=True)
class RequestTools:
    """The tools to send with a request, and the rule for choosing among them.

    ``choice`` is ``auto``, ``required``, ``none`` or the name of a tool.
    """

    tools: tuple[ToolDefinition, ...] = ()
    choice: str = AUTO

    @property
    def is_named(self) -> bool:
        """Return whether the model must call one particular tool."""
        return self.choice not in {AUTO, NONE, REQUIRED}


def build_offer(request: ChatRequest, *, has_tools: bool, can_force: bool) -> RequestTools:
    """Return the tools and the tool choice to send to a model.

    ``has_tools``: Whether the model supports tools.
    ``can_force``: Whether the API can force the model to call a tool. Otherwise a tool requested by
      name is the only tool sent. The model may still answer without a call, so the caller has to
      check the answer.
    """
    if not has_tools or not request.tools:
        return RequestTools()
    if can_force or request.tool_choice in {AUTO, NONE}:
        return RequestTools(tools=request.tools, choice=request.tool_choice)
    named = tuple(tool for tool in request.tools if tool.name == request.tool_choice)
    return RequestTools(tools=named or request.tools)


def function_tool(tool: ToolDefinition, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``tool`` as JSON in OpenAI's format."""
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": parameters},
    }
