"""The schema that a model gets, shaped by the manifest (ADR-011).

A constrained decoder cannot forget, double or invent an id in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from questfoundry.domain.errors import UsageError
from questfoundry.domain.field_path import ID
from questfoundry.domain.manifest import Manifest
from questfoundry.domain.schema import Schema, resolved, with_used_definitions

_OPEN = ("additionalProperties", "propertyNames", "minProperties", "maxProperties")


def shaped(schema: Schema, manifest: Manifest) -> dict[str, Any]:
    """The artifact's schema with the manifest's ids and settled values in it.

    A section that is an object gets the ids as its required properties; one that is a
    list gets its length and an enum of ids; a pinned field gets an enum. ``UsageError``
    where the manifest names what the schema has not.
    """
    result: Schema = schema
    for name, values in manifest.pins.items():
        result = _pinned(result, name.split("."), values, schema)
    fields = dict(result.get("properties", {}))
    for name, ids in manifest.sections.items():
        if name not in fields:
            raise _unknown(name)
        fields[name] = _section(fields[name], ids, schema)
    return with_used_definitions({**result, "properties": fields}, schema)


def _section(node: Schema, ids: Sequence[str], root: Schema) -> Schema:
    node = resolved(node, root)
    if "items" in node:
        item = resolved(node["items"], root)
        fields = {**item["properties"], ID: _closed(item["properties"][ID], ids)}
        item = {**item, "properties": fields}
        return {**node, "items": item, "minItems": len(ids), "maxItems": len(ids)}
    return {
        **{key: value for key, value in node.items() if key not in _OPEN},
        "properties": dict.fromkeys(ids, node["additionalProperties"]),
        "required": list(ids),
        "additionalProperties": False,
    }


def _pinned(node: Schema, steps: Sequence[str], values: Sequence[str], root: Schema) -> Schema:
    """The node with an enum at the end of the steps, through lists and objects by key."""
    node = resolved(node, root)
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            return {**node, key: _pinned(node[key], steps, values, root)}
    if "anyOf" in node:
        options = [
            option if option.get("type") == "null" else _pinned(option, steps, values, root)
            for option in node["anyOf"]
        ]
        return {**node, "anyOf": options}
    if not steps:
        return _closed(node, values)
    fields = node.get("properties", {})
    if steps[0] not in fields:
        raise _unknown(steps[0])
    changed = _pinned(fields[steps[0]], steps[1:], values, root)
    return {**node, "properties": {**fields, steps[0]: changed}}


def _closed(node: Schema, values: Sequence[str]) -> Schema:
    words = {key: node[key] for key in ("title", "description") if key in node}
    return {**words, "type": "string", "enum": list(values)}


def _unknown(name: str) -> UsageError:
    return UsageError(
        f"The manifest speaks of {name!r}, which the artifact's schema does not have. "
        "Name a field of the artifact."
    )
