"""Adapt a request's tools and their schemas to what the model and its server support."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.schema import Schema, resolve_reference
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


_DEEPEST = 6
"""The levels of a schema that are kept; a recursive schema ends there."""


def build_parameters(tool: ToolDefinition, *, full: bool) -> Mapping[str, Any]:
    """Return the parameters of ``tool``; unless ``full``, only with keywords that all servers read.

    Gemini refuses a request with a keyword that it does not know, such as ``const``.
    """
    return tool.parameters if full else build_plain_schema(tool.parameters)


def build_plain_schema(schema: Schema) -> dict[str, Any]:
    """Return ``schema`` with types, descriptions, enumerations of strings, properties and items."""
    return _reduce(schema, schema, _DEEPEST)


def _reduce(node: Any, root: Schema, depth: int) -> dict[str, Any]:
    if not isinstance(node, Mapping) or not depth:
        return {"type": "string"}
    node = _choose_alternative(resolve_reference(node, root), root)
    kind = _choose_type(node)
    plain: dict[str, Any] = {"type": kind}
    if text := node.get("description"):
        plain["description"] = text
    values = [node["const"]] if "const" in node else node.get("enum", ())
    if kind == "string" and (words := [each for each in values if isinstance(each, str)]):
        plain["enum"] = words
    if kind == "array":
        plain["items"] = _reduce(node.get("items"), root, depth - 1)
    if kind == "object" and (fields := node.get("properties")):
        plain["properties"] = {key: _reduce(each, root, depth - 1) for key, each in fields.items()}
        plain["required"] = [key for key in node.get("required", ()) if key in fields]
    return plain


def _choose_alternative(node: Schema, root: Schema) -> Schema:
    """Return ``node`` with all parts of an ``allOf`` and the first alternative that is not null."""
    options = [*node.get("anyOf", ()), *node.get("oneOf", ())]
    found = [resolve_reference(each, root) for each in options if isinstance(each, Mapping)]
    chosen = [each for each in found if each.get("type") != "null"][:1]
    for part in (*node.get("allOf", ()), *chosen):
        part = _choose_alternative(resolve_reference(part, root), root)
        node = {**part, **{key: value for key, value in node.items() if key != "type"}}
    return node


def _choose_type(node: Schema) -> str:
    kinds = node.get("type")
    kinds = [kinds] if isinstance(kinds, str) else [each for each in kinds or () if each != "null"]
    guess = "object" if "properties" in node else "array" if "items" in node else "string"
    return str(kinds[0]) if kinds else guess
