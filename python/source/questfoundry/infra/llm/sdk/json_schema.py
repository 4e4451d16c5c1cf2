"""Remove references from JSON Schemas, for servers that do not resolve them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from questfoundry.domain.answer.schema import Schema
from questfoundry.domain.text.identity_key import IdentityKey


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
