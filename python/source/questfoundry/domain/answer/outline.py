"""Describe the fields of a schema in words, for a model that does not get the schema itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any

from questfoundry.domain.answer.diagnosis import describe_requirement
from questfoundry.domain.answer.field_path import join_path
from questfoundry.domain.answer.schema import Schema, alternatives
from questfoundry.domain.text.wording import phrase

MAX_DEPTH = 6
"""The maximum depth of described fields, because a schema may be recursive."""

LONG_REQUIREMENT = 40
"""The length from which a repeated requirement becomes a reference, in characters."""


def describe_fields(
    schema: Schema, guide: Mapping[str, Any], wording: Mapping[str, Any], *, ids: Collection[str]
) -> str:
    """Return a text with one line per field at any depth: its name, requirement and description.

    The descriptions come from ``guide``. A field inside a list, or inside one of ``ids``, is named
    without the index or id: ``beats.summary``. If the schema of a field differs between ids, the
    line covers all variants. If an earlier field has the same long requirement, the line refers to
    that field.
    """
    listed: dict[str, str] = {}
    lines: list[str] = []
    for field, nodes in collect_fields(schema, schema, "", ids).items():
        requirement = describe_widest(nodes, schema, wording)
        first = (
            listed.setdefault(requirement, field) if len(requirement) > LONG_REQUIREMENT else field
        )
        description = guide.get(field, {}).get("description", "")
        lines.append(
            phrase(
                wording,
                "outline.field" if description else "outline.bare_field",
                field=field,
                wanted=requirement if first == field else phrase(wording, "as_before", field=first),
                description=description,
            )
        )
    return phrase(wording, "outline.all", fields="\n".join(lines))


def describe_widest(nodes: Sequence[Schema], root: Schema, wording: Mapping[str, Any]) -> str:
    """Return a text that says which values a field allows, over all places where the field occurs.

    ``nodes`` are the schemas of the field at these places. The text names the allowed values of all
    places together, or the widest limits of a list.
    """
    options = [option for node in nodes for option in alternatives(node, root)]
    choices = [option["enum"] for option in options if "enum" in option]
    lists = [option for option in options if option.get("type") == "array"]
    if len(choices) == len(options):
        widest: Schema = {**options[0], "enum": [*dict.fromkeys(chain(*choices))]}
    elif len(lists) == len(options):
        most = [each.get("maxItems") for each in lists]
        widest = {**lists[0], "minItems": min(each.get("minItems", 0) for each in lists)}
        widest = {**widest, "maxItems": None if None in most else max(filter(None, most))}
    else:
        widest = nodes[0]
    return describe_requirement(widest, root, wording, deep=False)


def collect_fields(
    node: Schema, root: Schema, path: str, ids: Collection[str]
) -> dict[str, list[Schema]]:
    """Return the fields below the schema ``node`` by dotted name.

    Each name is mapped to the schemas of the field at all places where it occurs. Keys in ``ids``
    are left out of the names.
    """
    found: dict[str, list[Schema]] = {}
    if path.count(".") > MAX_DEPTH:
        return found

    def add(more: Mapping[str, Sequence[Schema]]) -> None:
        for field, nodes in more.items():
            found.setdefault(field, []).extend(nodes)

    for option in alternatives(node, root):
        for name, inner in option.get("properties", {}).items():
            below = path if name in ids else join_path(path, name)
            if name not in ids:
                add({below: [inner]})
            add(collect_fields(inner, root, below, ids))
        for key in ("items", "additionalProperties"):
            if isinstance(option.get(key), Mapping):
                add(collect_fields(option[key], root, path, ids))
    return found
