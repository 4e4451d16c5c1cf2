"""The schema that a model gets, shaped by the manifest.

A constrained decoder cannot forget, double or invent an id in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from questfoundry.domain.answer.field_path import ID
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.answer.schema import Schema, resolved, with_used_definitions
from questfoundry.domain.errors import UsageError
from questfoundry.domain.story.size import Range

_OPEN = ("additionalProperties", "propertyNames", "minProperties", "maxProperties")


def shaped(schema: Schema, manifest: Manifest) -> dict[str, Any]:
    """The artifact's schema with the manifest's ids, counts and settled values in it.

    A section that is an object gets the ids as its required properties; one that is a
    list gets its length and an enum of ids; a counted list gets its bounds; a pinned field
    gets an enum; a list of numbers is added. ``UsageError`` where the manifest names what the
    schema has not.
    """
    changes = [
        *((name.split("."), partial(_counted, count)) for name, count in manifest.counts.items()),
        *((name.split("."), partial(_pinned, values)) for name, values in manifest.pins.items()),
        *(_adding(name.split("."), most) for name, most in manifest.numbers.items()),
    ]
    of_one_entry = [each for each in changes if _names_an_entry(each[0], manifest)]
    result: Schema = schema
    for steps, change in changes:
        if not _names_an_entry(steps, manifest):
            result = _at(steps, change, result, schema)
    for name, ids in manifest.sections.items():
        result = _at(name.split("."), partial(_section, ids), result, schema)
    for steps, change in of_one_entry:
        result = _at(steps, change, result, schema)
    return with_used_definitions(result, schema)


def _names_an_entry(steps: Sequence[str], manifest: Manifest) -> bool:
    """Whether the steps lead through one entry of a section, and not through all."""
    return len(steps) > 1 and steps[1] in manifest.sections.get(steps[0], ())


def _section(ids: Sequence[str], node: Schema, root: Schema) -> Schema:
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


def _at(
    steps: Sequence[str], change: Callable[[Schema, Schema], Schema], node: Schema, root: Schema
) -> Schema:
    """The node changed at the end of the steps; lists and objects by key need no step."""
    node = resolved(node, root)
    if not steps:
        return change(node, root)
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            return {**node, key: _at(steps, change, node[key], root)}
    if "anyOf" in node:
        options = [
            option if option.get("type") == "null" else _at(steps, change, option, root)
            for option in node["anyOf"]
        ]
        return {**node, "anyOf": options}
    fields = node.get("properties", {})
    if steps[0] not in fields:
        raise _unknown(steps[0])
    changed = _at(steps[1:], change, fields[steps[0]], root)
    return {**node, "properties": {**fields, steps[0]: changed}}


def _counted(count: Range, node: Schema, _: Schema) -> Schema:
    return {**node, "minItems": count.least, "maxItems": count.most}


def _adding(steps: Sequence[str], most: int) -> tuple[Sequence[str], partial[Schema]]:
    return steps[:-1], partial(_numbered, steps[-1], most)


def _numbered(name: str, most: int, node: Schema, root: Schema) -> Schema:
    """The object, or each of the list, with that list of numbers, which is asked for."""
    node = resolved(node, root)
    if "items" in node:
        return {**node, "items": _numbered(name, most, node["items"], root)}
    number = {"type": "integer", "minimum": 1, "maximum": most}
    return {
        **node,
        "properties": {**node["properties"], name: {"type": "array", "items": number}},
        "required": [*node.get("required", ()), name],
    }


def _pinned(values: Sequence[str], node: Schema, root: Schema) -> Schema:
    """The node with an enum, or with one in its items or its alternatives."""
    node = resolved(node, root)
    if "items" in node:
        return {**node, "items": _pinned(values, node["items"], root)}
    if "anyOf" in node:
        options = [
            option if option.get("type") == "null" else _pinned(values, option, root)
            for option in node["anyOf"]
        ]
        return {**node, "anyOf": options}
    return _closed(node, values)


def _closed(node: Schema, values: Sequence[str]) -> Schema:
    words = {key: node[key] for key in ("title", "description") if key in node}
    return {**words, "type": "string", "enum": list(values)}


def _unknown(name: str) -> UsageError:
    return UsageError(
        f"The manifest speaks of {name!r}, which the artifact's schema does not have. "
        "Name a field of the artifact."
    )
