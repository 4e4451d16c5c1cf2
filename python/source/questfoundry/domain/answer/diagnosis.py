"""From pydantic's errors to faults: where, what, and what is wanted instead.

All words come from ``prompts/feedback.yaml`` (``wording``) and ``prompts/fields/``
(``guide``: description and example by dotted field).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import Any

from attrs import frozen
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from questfoundry.domain.answer.faults import Fault, FaultKind
from questfoundry.domain.answer.field_path import item_names, joined
from questfoundry.domain.answer.requirements import NO_EXAMPLE, wanted, with_example
from questfoundry.domain.answer.schema import Schema, alternatives, child
from questfoundry.domain.artifacts.base import json_schema_of
from questfoundry.domain.wording import phrase

_KINDS = {"missing": FaultKind.MISSING, "extra_forbidden": FaultKind.UNKNOWN}


def faults_of(
    error: ValidationError,
    artifact: type[BaseModel],
    guide: Mapping[str, Any],
    wording: Mapping[str, Any],
    *,
    submitted: Any,
) -> tuple[Fault, ...]:
    """Each of pydantic's errors as one fault, in pydantic's order.

    ``submitted`` is what was validated: list items are named by the ids in it.
    """
    schema = json_schema_of(artifact)
    return tuple(
        _fault(details, submitted, schema, guide, wording)
        for details in error.errors(include_url=False)
    )


def _fault(
    details: ErrorDetails,
    submitted: Any,
    schema: Schema,
    guide: Mapping[str, Any],
    wording: Mapping[str, Any],
) -> Fault:
    name = details["type"]
    kind = _KINDS.get(name, FaultKind.INVALID)
    place = _place(details["loc"], submitted, schema, absent=kind is FaultKind.MISSING)
    provided = details["input"]
    words = wording["errors"].get(name, {})
    values = {
        **details.get("ctx", {}),
        "message": details["msg"],
        "length": len(provided) if isinstance(provided, Sized) else "",
        "wanted": wanted(place.schema, schema, wording),
    }
    texts = {
        part: phrase(wording, f"errors.{name if part in words else 'other'}.{part}", **values)
        for part in ("problem", "requirement")
    }
    return Fault(
        kind=kind,
        field=place.path,
        problem=texts["problem"],
        provided=provided if kind is FaultKind.INVALID else None,
        requirement=with_example(texts["requirement"], _example(place, guide), wording),
    )


@frozen(kw_only=True)
class _Place:
    """Where an error lies: in the data (``path``), in the guide (``field``), in the schema."""

    path: str
    field: str
    schema: Schema
    is_item: bool


def _place(loc: Sequence[int | str], submitted: Any, schema: Schema, *, absent: bool) -> _Place:
    """Follow pydantic's location; a step that the data has not is a union's tag.

    ``absent`` says that the last step is not in the data because it is missing there.
    """
    value: Any = submitted
    node: Schema = schema
    path = field = ""
    is_item = False
    for position, step in enumerate(loc):
        if isinstance(value, list | tuple) and isinstance(step, int):
            path = joined(path, item_names(value)[step])
            value, is_item = value[step], True
        elif isinstance(value, dict) and (step in value or (absent and position == len(loc) - 1)):
            path = joined(path, str(step))
            if any(step in option.get("properties", {}) for option in alternatives(node, schema)):
                field = joined(field, str(step))
            value, is_item = value.get(step), False
        else:
            continue
        node = child(node, step, schema) or {}
    return _Place(path=path, field=field, schema=node, is_item=is_item)


def _example(place: _Place, guide: Mapping[str, Any]) -> Any:
    example = guide.get(place.field, {}).get("example", NO_EXAMPLE)
    if place.is_item and isinstance(example, list):
        return next(iter(example), NO_EXAMPLE)
    return example
