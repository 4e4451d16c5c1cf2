"""Fit the name and the schema of a foreign tool to what every provider of models accepts.

Anthropic refuses keys of properties with other characters than letters, digits, ``_``, ``.`` and
``-``. Anthropic and OpenAI refuse alternatives at the top level, and OpenAI an array without
``items``. One refused tool makes the whole request fail.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from itertools import count
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.schema import Schema
from questfoundry.infra.llm.sdk.json_schema import inline_references

_LONGEST = 64
"""The most characters of a tool's name, and of a property's key."""

_UNFIT = re.compile(r"[^a-zA-Z0-9_-]")
_COMBINED = ("allOf", "anyOf", "oneOf")
_TOP_LEVEL = frozenset({*_COMBINED, "enum", "const", "not", "if", "then", "else"})
_DROPPED = frozenset({"$schema", "$id", "$anchor", "$comment", "$vocabulary", "definitions"}) | {
    *("patternProperties", "propertyNames", "dependentRequired", "dependentSchemas"),
    *("dependencies", "unevaluatedProperties", "unevaluatedItems", "prefixItems", "contains"),
}
"""Keywords that some provider refuses; the tool's own server checks them."""


def fit_name(name: str, taken: Collection[str] = ()) -> str:
    """Return ``name`` with allowed characters, at most 64 of them, and different from ``taken``.

    A name that is too long or taken ends with a hash of the whole name, so it is the same each
    time.
    """
    fitted = chosen = _UNFIT.sub("_", name)
    for number in count():
        if chosen and len(chosen) <= _LONGEST and chosen not in taken:
            return chosen
        end = f"_{sha256(f'{number}{name!r}'.encode()).hexdigest()[:8]}"
        chosen = fitted[: _LONGEST - len(end)] + end
    raise AssertionError  # the count never ends


@frozen
class FittedSchema:
    """The schema of a tool in the form that models get, and the schema of its server."""

    schema: Schema
    _original: Schema

    @classmethod
    def from_server(cls, schema: Schema) -> "FittedSchema":
        """Fit ``schema``, the parameters of a tool as its server lists them."""
        inlined = inline_references(_rename_definitions(schema))
        top = {key: value for key, value in inlined.items() if key not in _TOP_LEVEL}
        merged = {**top, "type": "object", **_merge_properties(inlined)}
        return cls(_fit(merged), merged)

    def restore(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``arguments`` of a model's call with the server's own keys."""
        restored: dict[str, Any] = _restore(arguments, self._original, self._original)
        return restored


def _rename_definitions(value: Any) -> Any:
    """Return the schema ``value`` with ``definitions``, the name in old drafts, as ``$defs``."""
    if isinstance(value, list):
        return [_rename_definitions(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    renamed = {key: _rename_definitions(item) for key, item in value.items()}
    if isinstance(reference := value.get("$ref"), str):
        renamed["$ref"] = reference.replace("#/definitions/", "#/$defs/")
    if isinstance(old := renamed.get("definitions"), Mapping):
        renamed["$defs"] = {**old, **renamed.get("$defs", {})}
    return renamed


def _merge_properties(schema: Schema) -> dict[str, Any]:
    """Return the properties of ``schema`` and of its alternatives.

    A property is required if ``schema`` itself, a part of ``allOf`` or every alternative requires
    the property.
    """
    properties: dict[str, Any] = {}
    for part in _list_parts(schema):
        properties |= part.get("properties", {})
    required = set(schema.get("required", ())).union(
        *(each.get("required", ()) for each in schema.get("allOf", ()) if isinstance(each, Mapping))
    )
    for key in ("anyOf", "oneOf"):
        options = [set(_merge_properties(each)["required"]) for each in _options(schema, key)]
        required |= set.intersection(*options) if options else set()
    return {"properties": properties, "required": [key for key in properties if key in required]}


def _list_parts(schema: Schema) -> Iterator[Schema]:
    for key in _COMBINED:
        for option in _options(schema, key):
            yield from _list_parts(option)
    yield schema


def _options(schema: Schema, key: str) -> list[Schema]:
    return [each for each in schema.get(key, ()) if isinstance(each, Mapping)]


def _name_keys(properties: Schema) -> dict[str, str]:
    """Return the key that models get for each of the server's keys in ``properties``."""
    named: dict[str, str] = {}
    for key in sorted(properties, key=lambda each: each != _UNFIT.sub("_", each)):
        named[key] = fit_name(key, named.values())
    return named


def _fit(schema: Any) -> Any:
    if isinstance(schema, bool):
        return {}
    fitted = {key: value for key, value in schema.items() if key not in _DROPPED}
    if isinstance(properties := schema.get("properties"), Mapping):
        named = _name_keys(properties)
        fitted["properties"] = {named[key]: _fit(value) for key, value in properties.items()}
        required = schema.get("required", ())
        fitted["required"] = [named[key] for key in properties if key in required]
    if "items" in schema or "array" in _list_types(schema):
        items = schema.get("items")
        fitted["items"] = _fit(items) if isinstance(items, Mapping) else {}
    for key in _COMBINED:
        if key in schema:
            fitted[key] = [_fit(option) for option in schema[key]]
    if isinstance(inner := schema.get("additionalProperties"), Mapping):
        fitted["additionalProperties"] = _fit(inner)
    if isinstance(definitions := schema.get("$defs"), Mapping):
        fitted["$defs"] = {name: _fit(value) for name, value in definitions.items()}
    return fitted


def _list_types(schema: Schema) -> list[Any]:
    kinds = schema.get("type")
    return kinds if isinstance(kinds, list) else [kinds]


def _restore(value: Any, node: Any, root: Schema) -> Any:
    if isinstance(node, Mapping) and "$ref" in node:
        node = root.get("$defs", {}).get(str(node["$ref"]).rpartition("/")[2])
    if not isinstance(node, Mapping):
        return value
    if isinstance(value, list):
        return [_restore(item, node.get("items"), root) for item in value]
    if not isinstance(value, Mapping):
        return value
    return _restore_object(value, node, root)


def _restore_object(value: Mapping[str, Any], node: Schema, root: Schema) -> dict[str, Any]:
    originals: dict[str, tuple[str, Any]] = {}
    for part in _list_parts(node):
        properties = part.get("properties", {})
        originals |= {sent: (key, properties[key]) for key, sent in _name_keys(properties).items()}
    unknown = node.get("additionalProperties")
    found = ((key, item, *originals.get(key, (key, unknown))) for key, item in value.items())
    return {original: _restore(item, inner, root) for _, item, original, inner in found}
