"""Describe requested fields briefly, for prompts that already explain each field.

The sketch adds only what such a prompt leaves out: nesting, maximum lengths of texts, and numbers
of list entries. Describing each field a second time would cost tokens in each request.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.outline import collect_fields, describe_widest
from questfoundry.domain.answer.schema import Schema, alternatives
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.text.wording import phrase


def sketch_fields(schema: Schema, wording: Mapping[str, Any], *, ids: Collection[str]) -> str:
    """Return a text that lists every field with its type and limits; each object has one line.

    A field inside a list, or inside one of ``ids``, has its dotted name without the index or id. An
    object with the same fields as an earlier object only refers to the earlier object.
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
            and not _has_fields(name, fields)
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
    """Return the name of ``field``, which has subfields, and for a list its number of entries."""
    lists = [each for node in nodes for each in alternatives(node, root) if "items" in each]
    if not lists:
        return field
    requirement = describe_widest(nodes, root, wording)
    return phrase(wording, "forms.field", field=field, wanted=requirement)


def _has_fields(field: str, fields: Collection[str]) -> bool:
    return any(each.startswith(f"{field}.") for each in fields)


def _describe_value(nodes: Sequence[Schema], root: Schema, wording: Mapping[str, Any]) -> str:
    """Return a text that says which values the schemas ``nodes`` of a field allow.

    The text does not list allowed ids, because the prompt lists them.
    """
    options = [each for node in nodes for each in alternatives(node, root)]
    values = [value for each in options for value in each.get("enum", ())]
    if not values or any(SEPARATOR not in str(value) for value in values if value):
        return describe_widest(nodes, root, wording)
    empty = ["forms.empty"] if "" in values else []
    nothing = ["wanted.type.null"] if any(each.get("type") == "null" for each in options) else []
    return phrase(wording, "wanted.or").join(
        phrase(wording, name) for name in ("forms.id", *empty, *nothing)
    )
