"""Narrow the JSON schema of a request to the ids and values that a manifest allows."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.answer.schema import ID, Schema, add_used_definitions, resolve_reference
from questfoundry.domain.errors import UsageError
from questfoundry.domain.story.size import Range

_OPEN = ("additionalProperties", "propertyNames", "minProperties", "maxProperties")


def constrain_schema(schema: Schema, manifest: Manifest) -> dict[str, Any]:
    """Return ``schema`` restricted to the ids, counts and values that ``manifest`` allows.

    An object gets the ids as required properties. A list with ids gets a fixed length and an enum
    of ids. Raise ``UsageError`` if the manifest names a field that the schema lacks.
    """
    changes = [
        *(
            (name.split("."), partial(_set_length, count))
            for name, count in manifest.counts.items()
        ),
        *(
            (name.split("."), partial(_pin_values, values))
            for name, values in manifest.pins.items()
        ),
        *(
            (name.split(".")[:-1], partial(_add_numbers, name.rpartition(".")[2], most))
            for name, most in manifest.numbers.items()
        ),
    ]
    entry_changes = [each for each in changes if _targets_entry(each[0], manifest)]
    result: Schema = schema
    for steps, change in changes:
        if not _targets_entry(steps, manifest):
            result = _change_at(steps, change, result, schema)
    for name, ids in manifest.sections.items():
        result = _change_at(name.split("."), partial(_constrain_section, ids), result, schema)
    for steps, change in entry_changes:
        result = _change_at(steps, change, result, schema)
    return add_used_definitions(result, schema)


def _targets_entry(steps: Sequence[str], manifest: Manifest) -> bool:
    return len(steps) > 1 and steps[1] in manifest.sections.get(steps[0], ())


def _constrain_section(ids: Sequence[str], node: Schema, root: Schema) -> Schema:
    node = resolve_reference(node, root)
    if "items" in node:
        item = resolve_reference(node["items"], root)
        fields = {**item["properties"], ID: _build_enum(item["properties"][ID], ids)}
        item = {**item, "properties": fields}
        return {**node, "items": item, "minItems": len(ids), "maxItems": len(ids)}
    return {
        **{key: value for key, value in node.items() if key not in _OPEN},
        "properties": dict.fromkeys(ids, node["additionalProperties"]),
        "required": list(ids),
        "additionalProperties": False,
    }


def _change_at(
    steps: Sequence[str], change: Callable[[Schema, Schema], Schema], node: Schema, root: Schema
) -> Schema:
    """Apply ``change`` to the schema of one field, and return the changed schema.

    ``steps`` lead to the field by name; they contain neither list indices nor keys that are ids.
    """
    node = resolve_reference(node, root)
    if not steps:
        return change(node, root)
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            return {**node, key: _change_at(steps, change, node[key], root)}
    if "anyOf" in node:
        options = [
            option if option.get("type") == "null" else _change_at(steps, change, option, root)
            for option in node["anyOf"]
        ]
        return {**node, "anyOf": options}
    fields = node.get("properties", {})
    if steps[0] not in fields:
        raise UsageError(
            f"The manifest names the field {steps[0]!r}, which the artifact's schema does not "
            "have. Name a field of the artifact."
        )
    changed = _change_at(steps[1:], change, fields[steps[0]], root)
    return {**node, "properties": {**fields, steps[0]: changed}}


def _set_length(count: Range, node: Schema, _: Schema) -> Schema:
    return {**node, "minItems": count.least, "maxItems": count.most}


def _add_numbers(name: str, most: int, node: Schema, root: Schema) -> Schema:
    node = resolve_reference(node, root)
    if "items" in node:
        return {**node, "items": _add_numbers(name, most, node["items"], root)}
    number = {"type": "integer", "minimum": 1, "maximum": most}
    return {
        **node,
        "properties": {**node["properties"], name: {"type": "array", "items": number}},
        "required": [*node.get("required", ()), name],
    }


def _pin_values(values: Sequence[str], node: Schema, root: Schema) -> Schema:
    node = resolve_reference(node, root)
    if "items" in node:
        return {**node, "items": _pin_values(values, node["items"], root)}
    if "anyOf" in node:
        options = [
            option if option.get("type") == "null" else _pin_values(values, option, root)
            for option in node["anyOf"]
        ]
        return {**node, "anyOf": options}
    return _build_enum(node, values)


def _build_enum(node: Schema, values: Sequence[str]) -> Schema:
    words = {key: node[key] for key in ("title", "description") if key in node}
    return {**words, "type": "string", "enum": list(values)}
