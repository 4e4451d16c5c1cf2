"""How a correction joins the answer before it, so that nothing valid is asked for twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.faults import Fault, FaultKind
from questfoundry.domain.answer.field_path import ID, below, id_of, item_names, joined
from questfoundry.domain.answer.schema import Schema, alternatives, child


def merge(
    previous: Mapping[str, Any],
    correction: Mapping[str, Any],
    faults: Sequence[Fault],
    schema: Schema,
) -> dict[str, Any]:
    """The previous answer with the correction in it; ``faults`` are those of the previous.

    A correction that is whole, and says more than it was asked for, is a full
    resubmission and stands alone. Else objects are joined by key and lists of objects by
    id; another list, or one that was itself at fault, is replaced. Of the previous answer
    is left out what the schema does not know, and a map's entry that was itself at fault.
    """
    at_fault = frozenset(fault.field for fault in faults if fault.kind is not FaultKind.UNKNOWN)
    unasked = [name for name in correction if not _is_asked(name, at_fault)]
    if unasked and _is_whole(correction, schema, schema):
        return dict(correction)
    base = _known(dict(previous), schema, schema, at_fault)
    joint: dict[str, Any] = _joined(base, dict(correction), at_fault)
    return joint


def _is_asked(name: str, at_fault: frozenset[str]) -> bool:
    return any(below(path, name) is not None for path in at_fault)


def _is_whole(value: Any, node: Schema, root: Schema) -> bool:
    """Whether no required field is missing at any depth, and no list is too short."""
    return any(_fills(value, option, root) for option in alternatives(node, root))


def _fills(value: Any, node: Schema, root: Schema) -> bool:
    if isinstance(value, Mapping):
        parts = [(item, child(node, key, root)) for key, item in value.items()]
        filled = all(name in value for name in node.get("required", ()))
    elif isinstance(value, list):
        parts = [(item, child(node, index, root)) for index, item in enumerate(value)]
        filled = len(value) >= node.get("minItems", 0)
    else:
        return True
    return filled and all(part is None or _is_whole(item, part, root) for item, part in parts)


def _known(
    value: Any, node: Schema | None, root: Schema, at_fault: frozenset[str], path: str = ""
) -> Any:
    """The value without what the schema closes out, and without keys of a map that are at fault."""
    if node is None:
        return value
    if isinstance(value, dict):
        options = alternatives(node, root)
        fields = {name for option in options for name in option.get("properties", ())}
        is_open = any(option.get("additionalProperties") is not False for option in options)
        return {
            key: _known(item, child(node, key, root), root, at_fault, joined(path, key))
            for key, item in value.items()
            if key in fields or (is_open and joined(path, key) not in at_fault)
        }
    if isinstance(value, list):
        return [
            _known(item, child(node, index, root), root, at_fault, joined(path, name))
            for index, (name, item) in enumerate(zip(item_names(value), value, strict=True))
            if _may_stand(item, child(node, index, root), root)
        ]
    return value


def _may_stand(item: Any, node: Schema | None, root: Schema) -> bool:
    """Whether a list's item has an id that the schema allows, where it lists the ids."""
    name = id_of(item)
    if name is None or node is None:
        return True
    return name in (child(node, ID, root) or {}).get("enum", (name,))


def _joined(base: Any, correction: Any, at_fault: frozenset[str], path: str = "") -> Any:
    if isinstance(base, dict) and isinstance(correction, dict):
        changed = {
            key: _joined(base[key], item, at_fault, joined(path, key)) if key in base else item
            for key, item in correction.items()
        }
        return {**base, **changed}
    if isinstance(base, list) and isinstance(correction, list) and path not in at_fault:
        ids = [id_of(item) for item in correction]
        are_distinct = None not in ids and len(set(ids)) == len(ids)
        if are_distinct and any(id_of(item) is not None for item in base):
            return _joined_by_id(base, correction, at_fault, path)
    return correction


def _joined_by_id(
    base: Sequence[Any], correction: Sequence[Any], at_fault: frozenset[str], path: str
) -> list[Any]:
    """The base's items in their order, corrected, then new ones; an item without id is left out."""
    new = {id_of(item): item for item in correction}
    joint: list[Any] = []
    taken: set[str] = set()
    for item in base:
        name = id_of(item)
        if name is None or name in taken:
            continue
        if name in new:
            taken.add(name)
            item = _joined(item, new[name], at_fault, joined(path, name))
        joint.append(item)
    return [*joint, *(item for name, item in new.items() if name not in taken)]
