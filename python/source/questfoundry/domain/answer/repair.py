"""Repairing an answer: what was tried, and what to ask for next.

How a correction joins what was valid is in :mod:`questfoundry.domain.answer.merging`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.faults import Fault, FaultKind
from questfoundry.domain.answer.field_path import below
from questfoundry.domain.answer.schema import (
    Schema,
    child,
    resolved,
    types_of,
    with_used_definitions,
)
from questfoundry.domain.chat.codec import canonical


@frozen(kw_only=True)
class Attempt:
    """One attempt at an artifact; ``submitted`` is ``None`` where the model gave no payload."""

    number: int
    submitted: Mapping[str, Any] | None
    faults: tuple[Fault, ...]
    text: str = ""
    cut_off: bool = False


def same_answer(one: Attempt, other: Attempt) -> bool:
    """Whether two attempts are the same answer, so that asking on is useless."""
    if one.submitted is None or other.submitted is None:
        return one.submitted is other.submitted and one.text == other.text
    return canonical(one.submitted) == canonical(other.submitted)


def decode_once(value: Any, schema: Schema) -> Any:
    """The value with JSON texts decoded where the schema wants an object or a list.

    A decoded part is not decoded further; a text that does not decode to what is wanted
    stays as it is. An equal value comes back where nothing was encoded twice.
    """
    return _decoded(value, schema, schema)


def narrowed(schema: Schema, faults: Sequence[Fault]) -> dict[str, Any]:
    """The part of a schema that a correction of those faults needs, all of it required.

    What :func:`~questfoundry.domain.answer.merging.merge` leaves out needs no correction: unknown
    fields, invented ids. But an unknown field may have been meant for an optional one, so
    these are offered. A field whose only right value is known allows no other. The whole
    schema where a fault belongs to no field of it.
    """
    paths = [fault.field for fault in faults if fault.kind is not FaultKind.UNKNOWN]
    strays = [fault.field for fault in faults if fault.kind is FaultKind.UNKNOWN]
    is_tied = all(_is_in(path, schema["properties"]) for path in paths)
    part = _narrowed(schema, paths, strays, schema) if faults and is_tied else schema
    for fault in faults:
        if fault.settled is not None:
            part = _settled(part, fault.field, fault.settled)
    return with_used_definitions(part, schema)


def _decoded(value: Any, node: Schema, root: Schema) -> Any:
    if isinstance(value, str):
        return _parsed(value, types_of(node, root) - {"null"})
    if isinstance(value, dict):
        return {key: _decoded_part(item, node, key, root) for key, item in value.items()}
    if isinstance(value, list):
        return [_decoded_part(item, node, index, root) for index, item in enumerate(value)]
    return value


def _decoded_part(value: Any, node: Schema, step: str | int, root: Schema) -> Any:
    part = child(node, step, root)
    return value if part is None else _decoded(value, part, root)


def _parsed(text: str, types: frozenset[str]) -> Any:
    """What the text encodes where only that can be meant."""
    if not types or not types <= {"object", "array"}:
        return text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    is_meant = ("object" in types and isinstance(found, dict)) or (
        "array" in types and isinstance(found, list)
    )
    return found if is_meant else text


def _narrowed(node: Schema, paths: Sequence[str], strays: Sequence[str], root: Schema) -> Schema:
    node = resolved(node, root)
    fields: Mapping[str, Schema] = node.get("properties", {})
    if not fields:
        return node
    has_stray = not all(_is_in(stray, fields) for stray in strays)
    part: dict[str, Schema] = {}
    required = []
    for name, schema in fields.items():
        inside = _rests(paths, name)
        if inside:
            is_whole = "" in inside
            part[name] = (
                schema if is_whole else _narrowed(schema, inside, _rests(strays, name), root)
            )
            required.append(name)
        elif has_stray and name not in node.get("required", ()) and "const" not in schema:
            part[name] = schema
    return {**node, "properties": part, "required": required}


def _settled(node: Schema, path: str, value: str) -> Schema:
    """The node with one value allowed at the path; as it is where a list is on the way."""
    if not path:
        return {"type": "string", "enum": [value]}
    fields: Mapping[str, Schema] = node.get("properties", {})
    changed = {
        name: _settled(schema, rest, value)
        for name, schema in fields.items()
        if (rest := below(path, name)) is not None
    }
    return {**node, "properties": {**fields, **changed}} if changed else node


def _is_in(path: str, fields: Mapping[str, Schema]) -> bool:
    return any(below(path, name) is not None for name in fields)


def _rests(paths: Sequence[str], name: str) -> list[str]:
    return [rest for path in paths if (rest := below(path, name)) is not None]
