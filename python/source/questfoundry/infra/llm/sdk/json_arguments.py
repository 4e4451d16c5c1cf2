"""Decode the arguments of tool calls, including arguments that a model encoded as JSON twice."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from questfoundry.domain.answer.schema import Schema, child, types_of
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.infra.llm.sdk.json_schema import inline_references
from questfoundry.infra.llm.sdk.sanitise import clean_json, clean_text


def parse_tool_call(
    id: str,  # noqa: A002
    name: str,
    raw: str | Mapping[str, Any],
    parameters: Schema,
) -> ToolCall:
    """Return a tool call whose arguments are decoded from ``raw``, a JSON object or its text.

    If ``raw`` cannot be decoded, the tool call contains the raw text in the field ``malformed``. An
    empty text means no arguments, because some models send it for tools without parameters.
    """
    decoded: Any = raw
    if isinstance(raw, str):
        decoded = decode_json(raw) if raw.strip() else {}
    if isinstance(decoded, str):
        decoded = decode_json(decoded)
    with suppress(ValueError):
        if isinstance(decoded, Mapping):
            schema = inline_references(parameters)
            return ToolCall(
                id=id, name=name, arguments=_decode_nested(clean_json(decoded), schema, schema)
            )
    return ToolCall(
        id=id, name=name, malformed=clean_text(raw if isinstance(raw, str) else repr(raw))
    )


def decode_json(text: str) -> Any:
    """Return the value of the JSON ``text``, or ``text`` itself if it is not valid JSON."""
    try:
        return clean_json(json.loads(text, parse_constant=_reject_constant))
    except (ValueError, RecursionError):
        return text


def _decode_nested(value: Any, node: Schema, root: Schema) -> Any:
    types = types_of(node, root)
    if isinstance(value, str) and types & {"object", "array"} and "string" not in types:
        decoded = decode_json(value)
        return _decode_nested(decoded, node, root) if isinstance(decoded, dict | list) else value
    if isinstance(value, Mapping):
        return {
            key: _decode_nested(item, child(node, key, root) or {}, root)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_decode_nested(item, child(node, 0, root) or {}, root) for item in value]
    return value


def _reject_constant(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
