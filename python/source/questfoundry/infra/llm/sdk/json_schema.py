"""JSON Schemas without references, for those who do not follow them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.identity_key import IdentityKey


def inline_references(schema: Schema) -> dict[str, Any]:
    """The schema with each ``$ref`` into its ``$defs`` replaced by what it names.

    Words beside a reference, such as a description, stand above those of its target. A
    definition that holds itself keeps its reference, and then ``$defs`` stay; a reference
    to anything else says nothing and goes. Made once for each schema, and not to be changed.
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
