"""Narrow the JSON schema of a request to its manifest, or describe its fields in words.

A sketch is for prompts that already explain the fields, and for models that get no schema.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from questfoundry.domain.answer.diagnosis import describe_requirement
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.answer.schema import (
    ID,
    Schema,
    add_used_definitions,
    alternatives,
    join_path,
    resolve_reference,
)
from questfoundry.domain.errors import UsageError
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.story.size import Range
from questfoundry.domain.text.wording import phrase

_OPEN = ("additionalProperties", "propertyNames", "minProperties", "maxProperties")


def constrain_schema(schema: Schema, manifest: Manifest) -> dict[str, Any]:
    """Return ``schema`` restricted to the ids, counts and values that ``manifest`` allows.

    An object gets the ids as required properties. A list with ids gets a fixed length and an enum
    of ids. Raise ``UsageError`` if the manifest names a field that the schema lacks.
    """
    changes = [
        *(
            (name.split("."), partial(_set_length, count))
            for name, count in manifest.counts.items()
        ),
        *(
            (name.split("."), partial(_pin_values, values))
            for name, values in manifest.pins.items()
        ),
        *(
            (name.split(".")[:-1], partial(_add_field, name.rpartition(".")[2], added))
            for name, added in _list_added_fields(manifest)
        ),
    ]
    entry_changes = [each for each in changes if _targets_entry(each[0], manifest)]
    result: Schema = schema
    for steps, change in changes:
        if not _targets_entry(steps, manifest):
            result = _change_at(steps, change, result, schema)
    for name, ids in manifest.sections.items():
        result = _change_at(name.split("."), partial(_constrain_section, ids), result, schema)
    for steps, change in entry_changes:
        result = _change_at(steps, change, result, schema)
    return add_used_definitions(result, schema)


def _targets_entry(steps: Sequence[str], manifest: Manifest) -> bool:
    return len(steps) > 1 and steps[1] in manifest.sections.get(steps[0], ())


def _constrain_section(ids: Sequence[str], node: Schema, root: Schema) -> Schema:
    node = resolve_reference(node, root)
    if "items" in node:
        item = resolve_reference(node["items"], root)
        fields = {**item["properties"], ID: _build_enum(item["properties"][ID], ids)}
        item = {**item, "properties": fields}
        return {**node, "items": item, "minItems": len(ids), "maxItems": len(ids)}
    return {
        **{key: value for key, value in node.items() if key not in _OPEN},
        "properties": dict.fromkeys(ids, node["additionalProperties"]),
        "required": list(ids),
        "additionalProperties": False,
    }


def _change_at(
    steps: Sequence[str], change: Callable[[Schema, Schema], Schema], node: Schema, root: Schema
) -> Schema:
    """Apply ``change`` to the schema of one field, and return the changed schema.

    ``steps`` lead to the field by name; they contain neither list indices nor keys that are ids.
    """
    node = resolve_reference(node, root)
    if not steps:
        return change(node, root)
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            return {**node, key: _change_at(steps, change, node[key], root)}
    if "anyOf" in node:
        options = [
            option if option.get("type") == "null" else _change_at(steps, change, option, root)
            for option in node["anyOf"]
        ]
        return {**node, "anyOf": options}
    fields = node.get("properties", {})
    if steps[0] not in fields:
        raise UsageError(
            f"The manifest names the field {steps[0]!r}, which the artifact's schema does not "
            "have. Name a field of the artifact."
        )
    changed = _change_at(steps[1:], change, fields[steps[0]], root)
    return {**node, "properties": {**fields, steps[0]: changed}}


def _set_length(count: Range, node: Schema, _: Schema) -> Schema:
    return {**node, "minItems": count.least, "maxItems": count.most}


def _list_added_fields(manifest: Manifest) -> Iterator[tuple[str, Schema]]:
    for name, most in manifest.numbers.items():
        number = {"type": "integer", "minimum": 1, "maximum": most}
        yield name, {"type": "array", "items": number}
    for name, values in manifest.options.items():
        options = [{"type": "string", "enum": list(values)}, {"type": "null"}]
        yield name, {"anyOf": options, "default": None}


def _add_field(name: str, added: Schema, node: Schema, root: Schema) -> Schema:
    """Return ``node`` with the field ``name``, which is required unless ``added`` has a default."""
    node = resolve_reference(node, root)
    if "items" in node:
        return {**node, "items": _add_field(name, added, node["items"], root)}
    return {
        **node,
        "properties": {**node["properties"], name: added},
        "required": [*node.get("required", ()), *([] if "default" in added else [name])],
    }


def _pin_values(values: Sequence[str], node: Schema, root: Schema) -> Schema:
    node = resolve_reference(node, root)
    if "items" in node:
        return {**node, "items": _pin_values(values, node["items"], root)}
    if "anyOf" in node:
        options = [
            option if option.get("type") == "null" else _pin_values(values, option, root)
            for option in node["anyOf"]
        ]
        return {**node, "anyOf": options}
    return _build_enum(node, values)


def _build_enum(node: Schema, values: Sequence[str]) -> Schema:
    words = {key: node[key] for key in ("title", "description") if key in node}
    return {**words, "type": "string", "enum": list(values)}


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
