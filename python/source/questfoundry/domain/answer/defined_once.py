"""What stands in a schema more than once is defined once, and referred to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from questfoundry.domain.answer.schema import Schema, with_used_definitions
from questfoundry.domain.wording import as_json

WORTH_A_NAME = 200
"""Characters of JSON that must be spared for a part that stands there often to be defined once."""


def defined_once(part: Schema, root: Schema) -> dict[str, Any]:
    """The part of ``root`` as a whole schema; what several places have in common stands once.

    A schema is read, and paid for, with every request.
    """
    # Each is asked for again below, with all that it holds.
    texts = {id(node): as_json(node) for node in _nodes(part)}
    times = Counter(texts[id(node)] for node in _nodes(part))
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
        if (times[text] - 1) * len(text) < WORTH_A_NAME:
            return inside(node)
        if text not in names:
            # No class of an artifact has such a name.
            names[text] = f"part-{len(names) + 1}"
            definitions[names[text]] = inside(node)
        return {"$ref": f"#/$defs/{names[text]}"}

    return with_used_definitions(inside(part), {"$defs": definitions})


def _nodes(node: Schema) -> Iterator[Schema]:
    """The schemas below a schema."""
    below_it = [*node.get("properties", {}).values(), *node.get("anyOf", ())]
    below_it += [node[key] for key in ("items", "additionalProperties") if key in node]
    for each in below_it:
        if isinstance(each, Mapping):
            yield each
            yield from _nodes(each)
