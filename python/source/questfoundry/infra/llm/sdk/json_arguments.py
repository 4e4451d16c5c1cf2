"""Tool arguments as models write them, decoded; what was encoded twice is decoded twice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from questfoundry.domain.answer.schema import Schema, child, types_of
from questfoundry.domain.chat.tools import ToolCall
from questfoundry.infra.llm.sdk.json_schema import inlined
from questfoundry.infra.llm.sdk.sanitise import clean, cleaned


def tool_call(id: str, name: str, raw: str | Mapping[str, Any], parameters: Schema) -> ToolCall:  # noqa: A002
    """The call with its arguments as a JSON object, or with the raw text as ``malformed``.

    No text at all means no arguments: that is how some models call a tool that needs none.
    """
    decoded: Any = raw
    if isinstance(raw, str):
        decoded = decoded_once(raw) if raw.strip() else {}
    if isinstance(decoded, str):
        decoded = decoded_once(decoded)
    with suppress(ValueError):
        if isinstance(decoded, Mapping):
            schema = inlined(parameters)
            return ToolCall(
                id=id, name=name, arguments=_unwrapped(cleaned(decoded), schema, schema)
            )
    return ToolCall(id=id, name=name, malformed=clean(raw if isinstance(raw, str) else repr(raw)))


def decoded_once(text: str) -> Any:
    """What the JSON text says, or the text itself where it is not JSON that can be used."""
    try:
        return cleaned(json.loads(text, parse_constant=_refuse))
    except (ValueError, RecursionError):
        return text


def _unwrapped(value: Any, node: Schema, root: Schema) -> Any:
    types = types_of(node, root)
    if isinstance(value, str) and types & {"object", "array"} and "string" not in types:
        decoded = decoded_once(value)
        return _unwrapped(decoded, node, root) if isinstance(decoded, dict | list) else value
    if isinstance(value, Mapping):
        return {
            key: _unwrapped(item, child(node, key, root) or {}, root) for key, item in value.items()
        }
    if isinstance(value, list):
        return [_unwrapped(item, child(node, 0, root) or {}, root) for item in value]
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
