"""Read JSON Schema, and paths to parts of an answer, such as ``entities.ada.name``.

Only the subset that pydantic generates for our artifacts is supported: draft 2020-12 with ``$defs``
and ``anyOf``. A list item appears in a path by its id if the id is unique in the list, else by its
index, because a model finds ``ada`` more reliably than ``7``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]
"""A JSON Schema, or a node of one; a node needs its ``root`` to resolve references."""


def resolve_reference(node: Schema, root: Schema) -> Schema:
    """Return the schema to which the ``$ref`` of ``node`` refers, with the keywords beside it."""
    while "$ref" in node:
        target = root["$defs"][node["$ref"].rpartition("/")[2]]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def alternatives(node: Schema, root: Schema) -> tuple[Schema, ...]:
    """Return the alternatives of ``node`` (its ``anyOf`` or ``oneOf``), or else ``node`` alone."""
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
    """Return the schema of the property, key or list item ``step`` of ``node``, or ``None``."""
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
    """Yield the names of the definitions to which ``value`` refers outside its own ``$defs``."""
    if isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for key, item in value.items():
            if key != "$defs":
                yield from find_references(item)
    elif isinstance(value, list):
        for item in value:
            yield from find_references(item)


ID = "id"  # The field with an item's id, in every artifact that has ids


def id_of(item: Any) -> str | None:
    """Return the id of the list item ``item``, or ``None`` if it is no object with an id."""
    found = item.get(ID) if isinstance(item, dict) else None
    return found if isinstance(found, str) and found else None


def item_names(items: Sequence[Any]) -> tuple[str, ...]:
    """Return the name of each item of ``items`` in a path: its id if unique, else its index."""
    ids = [id_of(item) for item in items]
    counts = Counter(ids)
    return tuple(
        str(index) if name is None or counts[name] > 1 else name for index, name in enumerate(ids)
    )


def item_positions(items: Sequence[Any]) -> Mapping[str, int]:
    """Map each name (id or index) by which a path may name an item of ``items`` to its position."""
    by_place = {str(place): place for place in range(len(items))}
    return {**by_place, **{name: place for place, name in enumerate(item_names(items))}}


def join_path(path: str, *steps: str) -> str:
    """Return ``path`` (empty for the whole value) and ``steps``, joined by dots."""
    names = (step or '""' for step in steps)
    return ".".join((path, *names) if path else names)


def find_steps(path: str, data: Any) -> tuple[str | int, ...]:
    """Return the keys and list positions in ``data`` along ``path``, up to an unknown step."""
    steps: Mapping[str, str | int] = {}
    if isinstance(data, dict):
        steps = {key or '""': key for key in data}
    elif isinstance(data, list):
        steps = item_positions(data)
    for name, step in steps.items():
        rest = strip_step(path, name)
        if rest is not None:
            return (step, *find_steps(rest, data[step]))
    return ()


def strip_step(path: str, step: str) -> str | None:
    """Return ``path`` without its first step ``step``; ``None`` for another first step."""
    step = step or '""'
    if path == step:
        return ""
    return path[len(step) + 1 :] if path.startswith(f"{step}.") else None


def strip_steps(paths: Iterable[str], *steps: str) -> tuple[str, ...]:
    """Return the rest of each path that begins with one of ``steps``, without this step."""
    found = (strip_step(path, step) for path in paths for step in dict.fromkeys(steps))
    return tuple(rest for rest in found if rest is not None)
