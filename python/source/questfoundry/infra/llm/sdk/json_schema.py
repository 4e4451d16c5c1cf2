"""Convert JSON Schemas to the subsets that providers accept.

OpenAI requires a value for every property. So optional properties may be null in the converted
schema, and these nulls are dropped from the answer. Our own validation checks the constraints that
the converted schema leaves out.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.schema import (
    Schema,
    add_used_definitions,
    child,
    resolve_reference,
    types_of,
)
from questfoundry.domain.chat.exchange import AUTO, NONE, REQUIRED, ChatRequest
from questfoundry.domain.chat.messages import Role, ToolDefinition
from questfoundry.domain.text.wording import IdentityKey


def inline_references(schema: Schema) -> dict[str, Any]:
    """Return ``schema`` with each ``$ref`` into its ``$defs`` replaced by the definition.

    Other keywords beside a ``$ref``, such as a description, override those of the definition.
    References to recursive definitions stay, and then ``$defs`` stays in the schema. References to
    anything else are dropped. The result is cached and must not be changed.
    """
    return _inline_references(IdentityKey(schema))


@lru_cache(maxsize=128)
def _inline_references(schema_key: IdentityKey[Schema]) -> dict[str, Any]:
    schema = schema_key.value
    definitions: Schema = schema.get("$defs", {})
    recursive: list[str] = []

    def resolved(value: Any, inside: tuple[str, ...]) -> Any:
        if isinstance(value, list):
            return [resolved(item, inside) for item in value]
        if not isinstance(value, Mapping):
            return value
        beside = {
            key: resolved(item, inside)
            for key, item in value.items()
            if key not in {"$ref", "$defs"}
        }
        name = str(value.get("$ref", "")).removeprefix("#/$defs/")
        if name not in definitions:
            return beside
        if name in inside:
            recursive.append(name)
            return dict(value)
        return {**resolved(definitions[name], (*inside, name)), **beside}

    document: dict[str, Any] = resolved(schema, ())
    if recursive:
        document["$defs"] = dict(definitions)
    return document


_STRUCTURE = frozenset({"type", "enum", "const", "description", "title"})


@frozen(kw_only=True)
class Dialect:
    """The subset of JSON Schema that one provider accepts."""

    keywords: frozenset[str]
    all_required: bool


OPENAI = Dialect(
    keywords=_STRUCTURE
    | {"pattern", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
    | {"minItems", "maxItems"},
    all_required=True,
)
ANTHROPIC = Dialect(keywords=_STRUCTURE, all_required=False)


def build_strict_schema(schema: Schema, dialect: Dialect) -> dict[str, Any] | None:
    """Return ``schema`` in ``dialect``, the subset of JSON Schema that a provider accepts.

    The result is ``None`` if this is impossible. Examples are an object with arbitrary keys, a
    recursive definition, and a top level that is not an object.

    References to definitions are kept, because repeated definitions cost input tokens. A reference
    with other keywords beside it is replaced by its definition, because the providers reject such
    keywords. The result is cached and must not be changed.
    """
    return _cached_strict_schema(IdentityKey(schema), IdentityKey(dialect))


@lru_cache(maxsize=128)
def _cached_strict_schema(
    schema_key: IdentityKey[Schema], dialect_key: IdentityKey[Dialect]
) -> dict[str, Any] | None:
    schema, dialect = add_used_definitions(schema_key.value, schema_key.value), dialect_key.value
    top = resolve_reference(schema, schema)
    if "$defs" in inline_references(schema) or top.get("type") != "object":
        return None
    definitions: Schema = schema.get("$defs", {})
    try:
        document = _convert(top, dialect, schema)
        used = {name: _convert(each, dialect, schema) for name, each in definitions.items()}
    except _UnsupportedSchema:
        return None
    return add_used_definitions(document, {"$defs": used})


def drop_added_nulls(text: str, schema: Schema) -> str:
    """Return the JSON ``text`` without the nulls that the model wrote for optional properties.

    ``schema`` is the schema before its conversion by ``build_strict_schema``. Text around the JSON
    object, such as a code fence, is kept.
    """
    begin, end = text.find("{"), text.rfind("}") + 1
    if "null" not in text:
        return text
    try:
        value = json.loads(text[begin:end])
    except ValueError:
        return text  # truncated JSON; the finish reason tells the caller
    clean = json.dumps(_drop_nulls(value, schema, schema), ensure_ascii=False)
    return f"{text[:begin]}{clean}{text[end:]}"


class _UnsupportedSchema(Exception):  # noqa: N818
    """An error for a schema that a provider's subset of JSON Schema cannot express."""


def _convert(schema: Schema, dialect: Dialect, root: Schema) -> dict[str, Any]:
    if schema.keys() == {"$ref"}:
        return dict(schema)
    schema = resolve_reference(schema, root)
    document = {key: value for key, value in schema.items() if key in dialect.keywords}
    choices = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if choices:
        document["anyOf"] = [_convert(choice, dialect, root) for choice in choices]
    elif "allOf" in schema or not document.keys() & {"type", "enum", "const"}:
        raise _UnsupportedSchema
    if "items" in schema:
        document["items"] = _convert(schema["items"], dialect, root)
    if schema.get("type") == "object":
        document |= _convert_object(schema, dialect, root)
    return document


def _convert_object(schema: Schema, dialect: Dialect, root: Schema) -> dict[str, Any]:
    if not schema.get("properties") or schema.get("additionalProperties"):
        raise _UnsupportedSchema
    required = schema.get("required", ())
    fields = schema["properties"]
    inner = {name: _convert(value, dialect, root) for name, value in fields.items()}
    if dialect.all_required:
        inner = {
            name: value
            if name in required or "null" in types_of(fields[name], root)
            else {"anyOf": [value, {"type": "null"}]}
            for name, value in inner.items()
        }
        required = inner
    return {"properties": inner, "required": list(required), "additionalProperties": False}


def _drop_nulls(value: Any, node: Schema, root: Schema) -> Any:
    if isinstance(value, list):
        return [_drop_nulls(item, child(node, 0, root) or {}, root) for item in value]
    if not isinstance(value, Mapping):
        return value
    parts = ((name, item, child(node, name, root)) for name, item in value.items())
    return {
        name: _drop_nulls(item, part or {}, root)
        for name, item, part in parts
        if item is not None or part is None or "null" in types_of(part, root)
    }


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
