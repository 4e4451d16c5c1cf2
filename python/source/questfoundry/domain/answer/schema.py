"""Read JSON Schema: follow references, list alternatives, and find the schema of part of a value.

Only the subset that pydantic generates for our artifacts is supported: draft 2020-12 with ``$defs``
and ``anyOf``.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from questfoundry.domain.answer.field_path import ID

Schema = Mapping[str, Any]
"""A JSON Schema, or a node of one; a node needs its ``root`` to resolve references."""


def resolve_reference(node: Schema, root: Schema) -> Schema:
    """Return the schema to which the ``$ref`` of ``node`` refers; without a reference, ``node``.

    Keywords beside the reference are added and take precedence. ``root`` holds the definitions.
    """
    while "$ref" in node:
        target = root["$defs"][node["$ref"].rpartition("/")[2]]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def alternatives(node: Schema, root: Schema) -> tuple[Schema, ...]:
    """Return the schemas that ``node`` offers as alternatives, with references resolved.

    Without ``anyOf`` or ``oneOf``, the result is ``node`` alone.
    """
    node = resolve_reference(node, root)
    options = [*node.get("anyOf", ()), *node.get("oneOf", ())]
    if not options:
        return (node,)
    return tuple(found for option in options for found in alternatives(option, root))


def types_of(node: Schema, root: Schema) -> frozenset[str]:
    """Return the JSON types that ``node`` allows; empty if it allows any type."""
    found = [option.get("type") for option in alternatives(node, root)]
    return frozenset() if None in found else frozenset(str(name) for name in found)


def child(node: Schema, step: str | int, root: Schema) -> Schema | None:
    """Return the schema of the property, key or list item ``step`` of ``node``.

    Return ``None`` if ``node`` has no such schema.
    """
    for option in alternatives(node, root):
        if isinstance(step, int):
            found = option.get("items")
        else:
            found = option.get("properties", {}).get(step, option.get("additionalProperties"))
        if isinstance(found, Mapping):
            return found
    return None


def list_allowed_ids(node: Schema, root: Schema) -> tuple[str, ...]:
    """Return the ids that an object with the schema ``node`` may have; empty if any is allowed."""
    return tuple((child(node, ID, root) or {}).get("enum", ()))


def add_used_definitions(node: Schema, root: Schema) -> dict[str, Any]:
    """Return ``node`` as a complete schema, with the definitions of ``root`` that are needed."""
    definitions: Schema = root.get("$defs", {})
    used: set[str] = set()
    waiting = [name for name in find_references(node) if name in definitions]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting.extend(find_references(definitions[name]))
    bare = {key: value for key, value in node.items() if key != "$defs"}
    kept = {name: value for name, value in definitions.items() if name in used}
    return {"$defs": kept, **bare} if kept else bare


def find_references(value: Any) -> Iterator[str]:
    """Yield the name of the definition to which each ``$ref`` in ``value`` refers.

    References inside ``$defs`` are ignored.
    """
    if isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for key, item in value.items():
            if key != "$defs":
                yield from find_references(item)
    elif isinstance(value, list):
        for item in value:
            yield from find_references(item)
