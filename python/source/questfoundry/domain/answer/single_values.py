"""Leave required fields with one legal value out of a request, and fill them in afterwards."""

from collections.abc import Mapping
from typing import Any

from questfoundry.domain.answer.schema import Schema, resolve_reference


def omit_single_values(schema: Schema) -> dict[str, Any]:
    """Return ``schema`` without the required texts that have one legal value.

    An object without any other field keeps them.
    """
    found: dict[str, Any] = {name: _omit(each) for name, each in schema.items()}
    single = _find_single_values(schema)
    if single and len(single) < len(schema["properties"]):
        fields = found["properties"]
        found["properties"] = {name: fields[name] for name in fields if name not in single}
        found["required"] = [name for name in schema["required"] if name not in single]
    return found


def _omit(value: Any) -> Any:
    if isinstance(value, Mapping):
        return omit_single_values(value)
    return [_omit(each) for each in value] if isinstance(value, list) else value


def fill_single_values(data: Any, schema: Schema, root: Schema | None = None) -> Any:
    """Return ``data`` with the values of ``schema`` that ``omit_single_values`` leaves out."""
    root = schema if root is None else root
    node = resolve_reference(schema, root)
    if isinstance(data, list) and isinstance(node.get("items"), Mapping):
        return [fill_single_values(each, node["items"], root) for each in data]
    if not isinstance(data, Mapping):
        return data
    fields, other = node.get("properties", {}), node.get("additionalProperties")
    other = other if isinstance(other, Mapping) else {}
    filled = {
        name: fill_single_values(each, fields.get(name, other), root) for name, each in data.items()
    }
    single = _find_single_values(node)
    return {**filled, **(single if len(single) < len(fields) else {})}


def _find_single_values(node: Schema) -> Mapping[str, str]:
    fields = node.get("properties")
    if not isinstance(fields, Mapping):
        return {}
    required = node.get("required", ())
    return {
        name: each["enum"][0]
        for name, each in fields.items()
        if name in required and each.get("type") == "string" and len(each.get("enum", ())) == 1
    }
