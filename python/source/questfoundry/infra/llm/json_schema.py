"""Reading JSON Schemas: references resolved, and the types that a schema admits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

_DEFINITIONS = "#/$defs/"


def inlined(schema: Schema) -> dict[str, Any]:
    """The schema with each ``$ref`` into its ``$defs`` replaced by what it names.

    Words beside a reference, such as a description, stand above those of its target. A
    definition that holds itself keeps its reference, and then ``$defs`` stay.
    """
    definitions: Schema = schema.get("$defs", {})
    recursive: list[str] = []

    def resolved(value: Any, inside: tuple[str, ...]) -> Any:
        if isinstance(value, list):
            return [resolved(item, inside) for item in value]
        if not isinstance(value, Mapping):
            return value
        name = str(value.get("$ref", "")).removeprefix(_DEFINITIONS)
        beside = {
            key: resolved(item, inside)
            for key, item in value.items()
            if key not in {"$ref", "$defs"}
        }
        if name not in definitions:
            return {**beside, "$ref": value["$ref"]} if name else beside
        if name in inside:
            recursive.append(name)
            return dict(value)
        return {**resolved(definitions[name], (*inside, name)), **beside}

    document: dict[str, Any] = resolved(schema, ())
    if recursive:
        document["$defs"] = dict(definitions)
    return document


def admitted_types(schema: Schema) -> frozenset[str]:
    """The JSON types that an inlined schema names; empty where it says nothing."""
    named = schema.get("type", ())
    types = {named} if isinstance(named, str) else set(named)
    for branch in branches(schema):
        types |= admitted_types(branch)
    return frozenset(types)


def branches(schema: Schema) -> list[Schema]:
    """The alternatives that an inlined schema gives, or none."""
    return [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())]


def properties(schema: Schema) -> dict[str, Schema]:
    """The properties of an inlined schema, those of its alternatives included."""
    found: dict[str, Schema] = {}
    for branch in branches(schema):
        found |= properties(branch)
    return found | dict(schema.get("properties", {}))


def items(schema: Schema) -> Schema:
    """The schema of a list's items; an empty one where it is not given."""
    if isinstance(schema.get("items"), Mapping):
        return dict(schema["items"])
    return next((found for branch in branches(schema) if (found := items(branch))), {})
