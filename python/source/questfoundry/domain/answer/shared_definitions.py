"""What stands in a schema more than once is defined once, and referred to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from questfoundry.domain.answer.schema import Schema, add_used_definitions, find_references
from questfoundry.domain.wording import as_json

MIN_SAVING = 200
"""Characters of JSON that must be spared for a part that stands there often to be defined once."""


def share_definitions(
    part: Schema, root: Schema, *, min_saving: int = MIN_SAVING
) -> dict[str, Any]:
    """The part of ``root`` as a whole schema; what several places have in common stands once.

    A schema is read, and paid for, with every request. A part that spares less than ``worth``
    characters of JSON stays where it is.
    """
    # Each is asked for again below, with all that it holds.
    texts = {id(node): as_json(node) for node in _iterate_nodes(part)}
    times = Counter(texts[id(node)] for node in _iterate_nodes(part))
    names: dict[str, str] = {}
    definitions: dict[str, Any] = dict(root.get("$defs", {}))

    def inside(node: Any) -> Any:
        if isinstance(node, list):
            return [shared(item) for item in node]
        if not isinstance(node, Mapping):
            return node
        return {
            key: {name: shared(field) for name, field in value.items()}
            if key == "properties"
            else shared(value)
            for key, value in node.items()
        }

    def shared(node: Any) -> Any:
        if not isinstance(node, Mapping):
            return inside(node)
        text = texts.get(id(node)) or as_json(node)
        if (times[text] - 1) * len(text) < min_saving:
            return inside(node)
        if text not in names:
            # No class of an artifact has such a name.
            names[text] = f"part-{len(names) + 1}"
            definitions[names[text]] = inside(node)
        return _reference(names[text])

    return add_used_definitions(inside(part), {"$defs": definitions})


def inline_rare_definitions(document: dict[str, Any]) -> dict[str, Any]:
    """The schema without definitions that spare nothing: what one place refers to stands there."""
    while True:
        definitions: Schema = document.get("$defs", {})
        times = Counter(find_references([{**document, "$defs": None}, *definitions.values()]))
        name = next(
            (
                name
                for name, node in definitions.items()
                if _count_saved(name, node, times[name]) <= 0
                and name not in {*find_references(node)}
            ),
            None,
        )
        if name is None:
            return document
        left = {each: node for each, node in definitions.items() if each != name}
        document = _inline({**document, "$defs": left}, name, definitions[name])
        if not left:
            del document["$defs"]


def _count_saved(name: str, node: Schema, times: int) -> int:
    """Characters that so many references to a definition spare, below 0 where they cost some."""
    text, reference = len(as_json(node)), len(as_json(_reference(name)))
    return times * (text - reference) - text - len(as_json(name))


def _inline(value: Any, name: str, node: Schema) -> Any:
    """The value with the node wherever it is referred to; what stands beside a reference wins."""
    if isinstance(value, list):
        return [_inline(item, name, node) for item in value]
    if not isinstance(value, Mapping):
        return value
    found = {key: _inline(item, name, node) for key, item in value.items()}
    if found.get("$ref") != _reference(name)["$ref"]:
        return found
    del found["$ref"]
    return {**node, **found}


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _iterate_nodes(node: Schema) -> Iterator[Schema]:
    """The schemas below a schema."""
    children = [*node.get("properties", {}).values(), *node.get("anyOf", ())]
    children += [node[key] for key in ("items", "additionalProperties") if key in node]
    for each in children:
        if isinstance(each, Mapping):
            yield each
            yield from _iterate_nodes(each)
