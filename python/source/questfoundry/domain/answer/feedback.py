"""Build the feedback on an artifact that a model submitted, in the form of a tool result.

All texts come from ``prompts/feedback.yaml`` (the parameter ``wording``).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.domain.chat.envelope import Envelope, ToolStatus, to_json_value
from questfoundry.domain.fault import CLOSED_RULE, Fault, FaultCategory, FaultKind
from questfoundry.domain.text.wording import as_json, phrase

MAX_EXCERPT = 200
"""The maximum length of a quoted value or name, in characters."""

MAX_REQUIREMENT = 2_000
"""The maximum length of a requirement, in characters; the ids of a large story are a long list."""

MAX_ALIKE = 3
"""The maximum number of faults to list one by one that have the same allowed values."""

MAX_ISSUES = 40
"""The maximum number of faults to list one by one."""


def build_feedback(
    faults: Sequence[Fault], *, tool: str | None, wording: Mapping[str, Any]
) -> Envelope:
    """Return the message that asks for a correction by the tool ``tool``, or as plain text."""
    issues: dict[str, list[Any]] = {kind.value: [] for kind in FaultKind}
    first: dict[str, str] = {}
    faults, alike = _limit_alike(faults)
    for fault in faults[:MAX_ISSUES]:
        issues[fault.kind.value].append(
            _issue(_abbreviate_repetition(fault, first, wording), wording)
        )
    if len(faults) > MAX_ISSUES:
        names = {"count": len(faults) - MAX_ISSUES, "field": faults[MAX_ISSUES].field}
        issues[FaultKind.INVALID.value].append(phrase(wording, "more", **names))
    if alike:
        issues[FaultKind.INVALID.value].append(phrase(wording, "alike", count=alike))
    return Envelope(
        result=ToolStatus.VALIDATION_FAILED,
        body={"issues": issues, "issue_count": sum(map(len, issues.values()))},
        action=_action("validation_failed", tool, wording),
    )


def build_tool_error(problem: str, tool: str | None, wording: Mapping[str, Any]) -> Envelope:
    """Return the message for an answer that does not call ``tool`` with readable data."""
    return Envelope(
        result=ToolStatus.TOOL_ERROR,
        body={"error": problem},
        action=_action("tool_error", tool, wording),
    )


def build_acceptance(wording: Mapping[str, Any]) -> Envelope:
    """Return the message that the artifact is valid and accepted."""
    return Envelope(result=ToolStatus.ACCEPTED, action=phrase(wording, "action.accepted"))


def _limit_alike(faults: Sequence[Fault]) -> tuple[Sequence[Fault], int]:
    """Return the faults to list one by one, and the number of similar faults that are left out."""
    times: Counter[str] = Counter()
    shown = []
    for fault in faults:
        times[fault.requirement] += fault.rule == CLOSED_RULE
        if times[fault.requirement] <= MAX_ALIKE or fault.rule != CLOSED_RULE:
            shown.append(fault)
    return shown, len(faults) - len(shown)


def _action(status: str, tool: str | None, wording: Mapping[str, Any]) -> str:
    if tool is None:
        return phrase(wording, f"action.{status}_as_text")
    return phrase(wording, f"action.{status}", tool=tool)


def _abbreviate_repetition(
    fault: Fault, first: dict[str, str], wording: Mapping[str, Any]
) -> Fault:
    """Shorten the requirement of ``fault`` if ``first`` maps it to an earlier field."""
    requirement = str(to_json_value(fault.requirement, MAX_REQUIREMENT))
    field = str(to_json_value(first.setdefault(requirement, fault.field), MAX_EXCERPT))
    if field != fault.field:
        requirement = min(requirement, phrase(wording, "as_before", field=field), key=len)
    if fault.nearest:
        requirement = phrase(wording, "nearest", requirement=requirement, nearest=fault.nearest)
    return evolve(fault, requirement=requirement)


def _issue(fault: Fault, wording: Mapping[str, Any]) -> str | dict[str, Any]:
    name = to_json_value(fault.field, MAX_EXCERPT) or phrase(wording, "whole")
    match fault.kind:
        case FaultKind.UNKNOWN:
            return str(name)
        case FaultKind.MISSING:
            return {"field": name, "requirement": fault.requirement}
        case FaultKind.INVALID:
            return {
                "field": name,
                "provided": _excerpt(fault.provided),
                "problem": to_json_value(fault.problem, MAX_EXCERPT),
                "requirement": fault.requirement,
            }


def _excerpt(value: Any) -> Any:
    plain = to_json_value(value, MAX_EXCERPT)
    if isinstance(plain, str):
        return plain
    text = as_json(plain)
    is_short = len(text) <= MAX_EXCERPT and not isinstance(plain, dict | list)
    return plain if is_short else to_json_value(text, MAX_EXCERPT)


def build_fault(
    rule: str,
    field: str,
    wording: Mapping[str, Any],
    values: Mapping[str, object],
    *,
    key: str = "",
    kind: FaultKind = FaultKind.INVALID,
    category: FaultCategory = FaultCategory.INNER,
    provided: Any = None,
    only_value: str | None = None,
) -> Fault:
    """Return a fault with the texts of ``wording`` at ``key`` (default: ``rule``)."""
    return Fault(
        rule=rule,
        kind=kind,
        field=field,
        problem=phrase(wording, f"{key or rule}.problem", **values),
        provided=provided,
        requirement=phrase(wording, f"{key or rule}.requirement", **values),
        category=category,
        only_value=only_value,
    )
