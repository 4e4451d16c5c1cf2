"""Shorten schemas: define each repeated part only once, and refer to the definition elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from questfoundry.domain.answer.schema import Schema, add_used_definitions, find_references
from questfoundry.domain.text.wording import as_json

MIN_SAVING = 200
"""The minimum number of JSON characters that a shared definition must save."""


def share_definitions(
    part: Schema, root: Schema, *, min_saving: int = MIN_SAVING
) -> dict[str, Any]:
    """Return ``part`` of ``root`` as a complete schema, in which repeated parts become definitions.

    This saves tokens, because every request pays for its schema. A repeated part that saves less
    than ``min_saving`` characters of JSON stays in its place.
    """
    # Hash consing by JSON text: equal nodes share a text. Texts are cached by the node's identity,
    # because every node is looked up again with each of its ancestors.
    texts = {id(node): as_json(node) for node in _iterate_nodes(part)}
    times = Counter(texts[id(node)] for node in _iterate_nodes(part))
    names: dict[str, str] = {}
    definitions: dict[str, Any] = dict(root.get("$defs", {}))

    def share_children(node: Any) -> Any:
        if isinstance(node, list):
            return [share_node(item) for item in node]
        if not isinstance(node, Mapping):
            return node
        return {
            key: {name: share_node(field) for name, field in value.items()}
            if key == "properties"
            else share_node(value)
            for key, value in node.items()
        }

    def share_node(node: Any) -> Any:
        if not isinstance(node, Mapping):
            return share_children(node)
        text = texts.get(id(node)) or as_json(node)
        if (times[text] - 1) * len(text) < min_saving:
            return share_children(node)
        if text not in names:
            # A hyphen cannot collide with the name of an artifact's class.
            names[text] = f"part-{len(names) + 1}"
            definitions[names[text]] = share_children(node)
        return _reference(names[text])

    return add_used_definitions(share_children(part), {"$defs": definitions})


def inline_rare_definitions(document: dict[str, Any]) -> dict[str, Any]:
    """Return the schema ``document`` without those definitions that save no characters.

    Each reference to such a definition is replaced by the schema in the definition.
    """
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
    """Return the number of characters that a definition saves; negative if it costs characters.

    ``node`` is the schema in the definition, ``times`` the number of references to the definition.
    """
    text, reference = len(as_json(node)), len(as_json(_reference(name)))
    return times * (text - reference) - text - len(as_json(name))


def _inline(value: Any, name: str, node: Schema) -> Any:
    """Return ``value`` with each reference to the definition ``name`` replaced by ``node``.

    ``node`` is the schema in the definition. Keywords beside a reference take precedence.
    """
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
    children = [*node.get("properties", {}).values(), *node.get("anyOf", ())]
    children += [node[key] for key in ("items", "additionalProperties") if key in node]
    for each in children:
        if isinstance(each, Mapping):
            yield each
            yield from _iterate_nodes(each)
