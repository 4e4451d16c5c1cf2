"""The form of what is asked for, where the prompt says of each field what it is.

A field that is described twice is paid for twice. What a prompt leaves unsaid is left here: how the
fields lie in each other, how long a text may be, how many entries a list has.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.outline import collect_fields, describe_widest
from questfoundry.domain.answer.schema import Schema, alternatives
from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.wording import phrase


def sketch_fields(schema: Schema, wording: Mapping[str, Any], *, ids: Collection[str]) -> str:
    """Every field with its form, those of one object in a line.

    Fields below a list, or below one of ``ids``, are named as in an outline. An object with the
    fields of one before it names that one.
    """
    fields = collect_fields(schema, schema, "", ids)
    lines: list[str] = []
    before: dict[str, str] = {}
    for holder in ("", *fields):
        own = {name: nodes for name, nodes in fields.items() if name.rpartition(".")[0] == holder}
        leaves = [
            phrase(wording, "forms.field", field=name.rpartition(".")[2], wanted=asked)
            for name, nodes in own.items()
            if (asked := _describe_value(nodes, schema, wording)) and not _has_fields(name, fields)
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
    """The field, and how many it holds of what is said behind it."""
    lists = [each for node in nodes for each in alternatives(node, root) if "items" in each]
    if not lists:
        return field
    wanted = describe_widest(nodes, root, wording)
    return phrase(wording, "forms.field", field=field, wanted=wanted)


def _has_fields(field: str, fields: Collection[str]) -> bool:
    return any(each.startswith(f"{field}.") for each in fields)


def _describe_value(nodes: Sequence[Schema], root: Schema, wording: Mapping[str, Any]) -> str:
    """What is asked of a field; which ids it may name stands in the prompt."""
    options = [each for node in nodes for each in alternatives(node, root)]
    values = [value for each in options for value in each.get("enum", ())]
    if not values or any(SEPARATOR not in str(value) for value in values if value):
        return describe_widest(nodes, root, wording)
    empty = ["forms.empty"] if "" in values else []
    nothing = ["wanted.type.null"] if any(each.get("type") == "null" for each in options) else []
    return phrase(wording, "wanted.or").join(
        phrase(wording, name) for name in ("forms.id", *empty, *nothing)
    )
