"""Feedback on a submitted artifact, as a tool's answer.

All words come from ``prompts/feedback.yaml`` (``wording``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.faults import Fault, FaultKind
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, bounded
from questfoundry.domain.wording import as_json, phrase

EXCERPT = 200
"""Longest part, in characters, of a submitted value or name that is shown back."""


def feedback(faults: Sequence[Fault], *, tool: str | None, wording: Mapping[str, Any]) -> Envelope:
    """What the model is asked to correct.

    ``tool`` takes the correction; without one it is to come as JSON text.
    """
    issues: dict[str, list[Any]] = {kind.value: [] for kind in FaultKind}
    for fault in faults:
        issues[fault.kind.value].append(_issue(fault, wording))
    return Envelope(
        result=ToolStatus.VALIDATION_FAILED,
        body={"issues": issues, "issue_count": len(faults)},
        action=_action("validation_failed", tool, wording),
    )


def tool_error(problem: str, tool: str | None, wording: Mapping[str, Any]) -> Envelope:
    """What the model is sent where its answer held nothing to validate."""
    return Envelope(
        result=ToolStatus.TOOL_ERROR,
        body={"error": problem},
        action=_action("tool_error", tool, wording),
    )


def accepted(wording: Mapping[str, Any]) -> Envelope:
    """What the model is sent where its artifact is valid."""
    return Envelope(result=ToolStatus.ACCEPTED, action=phrase(wording, "action.accepted"))


def _action(status: str, tool: str | None, wording: Mapping[str, Any]) -> str:
    if tool is None:
        return phrase(wording, f"action.{status}_as_text")
    return phrase(wording, f"action.{status}", tool=tool)


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
