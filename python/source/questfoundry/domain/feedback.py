"""Feedback on a submitted artifact: pydantic's errors as faults, faults as an envelope (ADR-007).

All words come from ``prompts/feedback.yaml`` (``wording``) and ``prompts/fields/``
(``guide``: description and example by dotted field).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from typing import Any

from attrs import frozen
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from questfoundry.domain.chat.envelope import Envelope, ToolStatus, bounded
from questfoundry.domain.faults import Fault, FaultKind
from questfoundry.domain.field_path import item_names, joined
from questfoundry.domain.requirements import NO_EXAMPLE, as_json, wanted, with_example
from questfoundry.domain.schema import Schema, alternatives, child
from questfoundry.domain.wording import phrase

EXCERPT = 200
"""Longest part, in characters, of a submitted value or name that is shown back."""

_KINDS = {"missing": FaultKind.MISSING, "extra_forbidden": FaultKind.UNKNOWN}


def faults_of(
    error: ValidationError,
    artifact: type[BaseModel],
    guide: Mapping[str, Any],
    wording: Mapping[str, Any],
    *,
    submitted: Any,
) -> tuple[Fault, ...]:
    """Each of pydantic's errors as one fault, in pydantic's order (S1.27 to S1.29, S1.33).

    ``submitted`` is what was validated: list items are named by the ids in it.
    """
    schema = artifact.model_json_schema()
    return tuple(
        _fault(details, submitted, schema, guide, wording)
        for details in error.errors(include_url=False)
    )


def feedback(faults: Sequence[Fault], *, tool: str, wording: Mapping[str, Any]) -> Envelope:
    """What the model is told to correct (S1.26 to S1.34); ``tool`` takes the correction."""
    issues: dict[str, list[Any]] = {kind.value: [] for kind in FaultKind}
    for fault in faults:
        issues[fault.kind.value].append(_issue(fault, wording))
    return Envelope(
        result=ToolStatus.VALIDATION_FAILED,
        body={"issues": issues, "issue_count": len(faults)},
        action=phrase(wording, "action.validation_failed", tool=tool),
    )


def tool_error(problem: str, tool: str, wording: Mapping[str, Any]) -> Envelope:
    """What the model is told where its answer held nothing to validate (S1.31)."""
    return Envelope(
        result=ToolStatus.TOOL_ERROR,
        body={"error": problem},
        action=phrase(wording, "action.tool_error", tool=tool),
    )


def accepted(wording: Mapping[str, Any]) -> Envelope:
    """What the model is told where its artifact is valid (S1.31)."""
    return Envelope(result=ToolStatus.ACCEPTED, action=phrase(wording, "action.accepted"))


def _issue(fault: Fault, wording: Mapping[str, Any]) -> str | dict[str, Any]:
    name = bounded(fault.field, EXCERPT) or phrase(wording, "whole")
    match fault.kind:
        case FaultKind.UNKNOWN:
            return str(name)
        case FaultKind.MISSING:
            return {"field": name, "requirement": fault.requirement}
        case FaultKind.INVALID:
            return {
                "field": name,
                "provided": _excerpt(fault.provided),
                "problem": bounded(fault.problem, EXCERPT),
                "requirement": fault.requirement,
            }


def _excerpt(value: Any) -> Any:
    """The value where it is short and plain, else the beginning of its JSON text."""
    plain = bounded(value, EXCERPT)
    if isinstance(plain, str):
        return plain
    text = as_json(plain)
    is_short = len(text) <= EXCERPT and not isinstance(plain, dict | list)
    return plain if is_short else bounded(text, EXCERPT)


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
