"""The subsets of JSON Schema that native structured output accepts.

OpenAI wants every property required, so an optional one becomes nullable on the way out
and its null is dropped on the way back. Both OpenAI and Anthropic want closed objects and
refuse keywords that they do not know; what is left out here, validation still checks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.schema import (
    Schema,
    child,
    resolved,
    types_of,
    with_used_definitions,
)
from questfoundry.domain.identity_key import IdentityKey
from questfoundry.infra.llm.sdk.json_schema import inline_references

_STRUCTURE = frozenset({"type", "enum", "const", "description", "title"})


@frozen(kw_only=True)
class Dialect:
    """What one provider accepts: keywords, and whether all properties must be required."""

    keywords: frozenset[str]
    all_required: bool


OPENAI = Dialect(
    keywords=_STRUCTURE
    | {"pattern", "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
    | {"minItems", "maxItems"},
    all_required=True,
)
ANTHROPIC = Dialect(keywords=_STRUCTURE, all_required=False)


def build_strict_schema(schema: Schema, dialect: Dialect) -> dict[str, Any] | None:
    """The schema in that dialect; ``None`` where it cannot be said so.

    What it defines once and refers to stays so: all of it is read, and paid for, with every
    request. Words beside a reference neither service takes, so that one is written out. It cannot
    be said so in the case of an object with free keys, of a definition that holds itself, and
    of anything but an object at the top. Made once for each schema, and not to be changed.
    """
    return _cached_strict_schema(IdentityKey(schema), IdentityKey(dialect))


@lru_cache(maxsize=128)
def _cached_strict_schema(
    schema_key: IdentityKey[Schema], dialect_key: IdentityKey[Dialect]
) -> dict[str, Any] | None:
    schema, dialect = with_used_definitions(schema_key.value, schema_key.value), dialect_key.value
    top = resolved(schema, schema)
    if "$defs" in inline_references(schema) or top.get("type") != "object":
        return None
    definitions: Schema = schema.get("$defs", {})
    try:
        document = _convert(top, dialect, schema)
        used = {name: _convert(each, dialect, schema) for name, each in definitions.items()}
    except _UnsupportedSchema:
        return None
    return with_used_definitions(document, {"$defs": used})


def drop_added_nulls(text: str, schema: Schema) -> str:
    """JSON text without the nulls that stand only because every property was required.

    What stands around it, such as a fence, stays.
    """
    begin, end = text.find("{"), text.rfind("}") + 1
    if "null" not in text:
        return text
    try:
        value = json.loads(text[begin:end])
    except ValueError:
        return text  # cut off; whoever reads the finish reason knows
    clean = json.dumps(_drop_nulls(value, schema, schema), ensure_ascii=False)
    return f"{text[:begin]}{clean}{text[end:]}"


class _UnsupportedSchema(Exception):  # noqa: N818
    """The dialect has no words for this schema."""


def _convert(schema: Schema, dialect: Dialect, root: Schema) -> dict[str, Any]:
    if schema.keys() == {"$ref"}:
        return dict(schema)
    schema = resolved(schema, root)
    document = {key: value for key, value in schema.items() if key in dialect.keywords}
    choices = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if choices:
        document["anyOf"] = [_convert(choice, dialect, root) for choice in choices]
    elif "allOf" in schema or not document.keys() & {"type", "enum", "const"}:
        raise _UnsupportedSchema
    if "items" in schema:
        document["items"] = _convert(schema["items"], dialect, root)
    if schema.get("type") == "object":
        document |= _convert_object(schema, dialect, root)
    return document


def _convert_object(schema: Schema, dialect: Dialect, root: Schema) -> dict[str, Any]:
    if not schema.get("properties") or schema.get("additionalProperties"):
        raise _UnsupportedSchema
    required = schema.get("required", ())
    fields = schema["properties"]
    inner = {name: _convert(value, dialect, root) for name, value in fields.items()}
    if dialect.all_required:
        inner = {
            name: value
            if name in required or "null" in types_of(fields[name], root)
            else _make_nullable(value)
            for name, value in inner.items()
        }
        required = inner
    return {"properties": inner, "required": list(required), "additionalProperties": False}


def _make_nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def _drop_nulls(value: Any, node: Schema, root: Schema) -> Any:
    if isinstance(value, list):
        return [_drop_nulls(item, child(node, 0, root) or {}, root) for item in value]
    if not isinstance(value, Mapping):
        return value
    parts = ((name, item, child(node, name, root)) for name, item in value.items())
    return {
        name: _drop_nulls(item, part or {}, root)
        for name, item, part in parts
        if item is not None or part is None or "null" in types_of(part, root)
    }
