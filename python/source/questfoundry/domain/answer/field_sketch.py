"""Describe the fields of a schema in words, for a model that does not get the schema itself.

A sketch is for prompts that already explain each field: it adds only nesting and limits.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any

from questfoundry.domain.answer.diagnosis import describe_requirement
from questfoundry.domain.answer.schema import Schema, alternatives, join_path
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.text.wording import phrase

MAX_DEPTH = 6  # The maximum depth of described fields, because a schema may be recursive

LONG_REQUIREMENT = 40
"""The minimum length, in characters, of a repeated requirement that is replaced by a reference."""


def sketch_fields(schema: Schema, wording: Mapping[str, Any], *, ids: Collection[str]) -> str:
    """Return a text that lists every field with its type and limits; each object has one line.

    Fields have dotted names, in which ``ids`` and list indices are left out. An object with the
    same fields as an earlier object only refers to that object.
    """
    fields = collect_fields(schema, schema, "", ids)
    lines: list[str] = []
    before: dict[str, str] = {}
    for holder in ("", *fields):
        own = {name: nodes for name, nodes in fields.items() if name.rpartition(".")[0] == holder}
        leaves = [
            phrase(wording, "forms.field", field=name.rpartition(".")[2], wanted=requirement)
            for name, nodes in own.items()
            if (requirement := _describe_value(nodes, schema, wording))
            and not any(each.startswith(f"{name}.") for each in fields)
        ]
        if not leaves:
            continue
        text = phrase(wording, "forms.fields").join(leaves)
        first = before.setdefault(text, holder) if len(own) == len(leaves) > 1 else holder
        lines.append(
            phrase(
                wording,
                "forms.object" if holder else "forms.whole",
                object=_describe_holder(holder, fields.get(holder, ()), schema, wording),
                fields=text if first == holder else phrase(wording, "as_before", field=first),
            )
        )
    name = "forms.all_by_id" if ids else "forms.all"
    return phrase(wording, name, objects="\n".join(lines))


def _describe_holder(
    field: str, nodes: Sequence[Schema], root: Schema, wording: Mapping[str, Any]
) -> str:
    lists = [each for node in nodes for each in alternatives(node, root) if "items" in each]
    if not lists:
        return field
    requirement = describe_widest(nodes, root, wording)
    return phrase(wording, "forms.field", field=field, wanted=requirement)


def _describe_value(nodes: Sequence[Schema], root: Schema, wording: Mapping[str, Any]) -> str:
    """Return a text about the allowed values, but not about ids, which the prompt lists."""
    options = [each for node in nodes for each in alternatives(node, root)]
    values = [value for each in options for value in each.get("enum", ())]
    if not values or any(SEPARATOR not in str(value) for value in values if value):
        return describe_widest(nodes, root, wording)
    empty = ["forms.empty"] if "" in values else []
    nothing = ["wanted.type.null"] if any(each.get("type") == "null" for each in options) else []
    return phrase(wording, "wanted.or").join(
        phrase(wording, name) for name in ("forms.id", *empty, *nothing)
    )


def describe_fields(
    schema: Schema, guide: Mapping[str, Any], wording: Mapping[str, Any], *, ids: Collection[str]
) -> str:
    """Return a text with one line per field at any depth: its name, requirement and description.

    The descriptions come from ``guide``. Fields have dotted names, in which ``ids`` and list
    indices are left out. If an earlier field has the same long requirement, the line refers to that
    field.
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
    """Return a description of all values that a field allows in any of its schemas, ``nodes``."""
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
    """Map the dotted name of each field below ``node`` to its schemas; names omit ``ids``."""
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
