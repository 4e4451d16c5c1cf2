"""The fields of a schema in words, for a model that does not see the schema itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from questfoundry.domain.answer.diagnosis import wanted
from questfoundry.domain.answer.field_path import joined
from questfoundry.domain.answer.schema import Schema, alternatives
from questfoundry.domain.wording import phrase

DEEPEST = 6
"""How deep fields are named; a schema may hold itself."""


def outline(
    schema: Schema, guide: Mapping[str, Any], wording: Mapping[str, Any], *, ids: Collection[str]
) -> str:
    """Every field at any depth with what the guide says of it, one a line.

    A field below a list, or below one of ``ids``, is named as in the guide: ``beats.summary``.
    """
    lines = [
        phrase(
            wording,
            "outline.field" if description else "outline.bare_field",
            field=field,
            wanted=wanted(node, schema, wording, deep=False),
            description=description,
        )
        for field, node in _fields(schema, schema, "", ids).items()
        for description in [guide.get(field, {}).get("description", "")]
    ]
    return phrase(wording, "outline.all", fields="\n".join(lines))


def _fields(node: Schema, root: Schema, path: str, ids: Collection[str]) -> dict[str, Schema]:
    """The fields below a node by their dotted names, in their order."""
    found: dict[str, Schema] = {}
    if path.count(".") > DEEPEST:
        return found
    for option in alternatives(node, root):
        for name, inner in option.get("properties", {}).items():
            below = path if name in ids else joined(path, name)
            if name not in ids:
                found.setdefault(below, inner)
            found.update(_fields(inner, root, below, ids))
        for key in ("items", "additionalProperties"):
            if isinstance(option.get(key), Mapping):
                found.update(_fields(option[key], root, path, ids))
    return found
