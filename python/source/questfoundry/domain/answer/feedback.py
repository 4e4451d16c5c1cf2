"""Build the feedback on an artifact that a model submitted, in the form of a tool result."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.domain.answer.schema import item_names, strip_steps
from questfoundry.domain.chat.envelope import Envelope, ToolStatus, to_json_value
from questfoundry.domain.fault import CLOSED_RULE, Fault, FaultCategory, FaultKind
from questfoundry.domain.text.wording import as_json, phrase

MAX_QUOTE = 200  # The maximum length of a quoted value or name, in characters

MAX_REQUIREMENT = 2_000
"""The maximum length of a requirement, in characters; the list of a large story's ids is long."""

MAX_ALIKE = 3  # The maximum number of faults to list one by one that have the same allowed values
MAX_ISSUES = 40  # The maximum number of faults to list one by one


def build_feedback(
    faults: Sequence[Fault], *, tool: str | None, wording: Mapping[str, Any]
) -> Envelope:
    """Return the message that asks for a correction by the tool ``tool``, or as plain text."""
    issues: dict[str, list[Any]] = {kind.value: [] for kind in FaultKind}
    first: dict[str, str] = {}
    count = len(faults)
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
        body={"issues": issues, "issue_count": count},
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
    """Return ``fault``, with a reference instead of a requirement that an earlier field has, too.

    ``first`` maps each requirement to the first field that has it.
    """
    requirement = str(to_json_value(fault.requirement, MAX_REQUIREMENT))
    field = str(to_json_value(first.setdefault(requirement, fault.field), MAX_QUOTE))
    if field != fault.field:
        requirement = min(requirement, phrase(wording, "as_before", field=field), key=len)
    if fault.nearest:
        requirement = phrase(wording, "nearest", requirement=requirement, nearest=fault.nearest)
    return evolve(fault, requirement=requirement)


def _issue(fault: Fault, wording: Mapping[str, Any]) -> str | dict[str, Any]:
    name = to_json_value(fault.field, MAX_QUOTE) or phrase(wording, "whole")
    match fault.kind:
        case FaultKind.UNKNOWN:
            return str(name)
        case FaultKind.MISSING:
            return {"field": name, "requirement": fault.requirement}
        case FaultKind.INVALID:
            return {
                "field": name,
                "provided": _excerpt(fault.provided),
                "problem": to_json_value(fault.problem, MAX_QUOTE),
                "requirement": fault.requirement,
            }


def _excerpt(value: Any) -> Any:
    plain = to_json_value(value, MAX_QUOTE)
    if isinstance(plain, str):
        return plain
    text = as_json(plain)
    is_short = len(text) <= MAX_QUOTE and not isinstance(plain, dict | list)
    return plain if is_short else to_json_value(text, MAX_QUOTE)


def build_fault(
    rule: str,
    field: str,
    wording: Mapping[str, Any],
    values: Mapping[str, object],
    *,
    key: str = "",
    kind: FaultKind = FaultKind.INVALID,
    category: FaultCategory,
    provided: Any,
    only_value: str | None = None,
) -> Fault:
    """Return a fault with the texts of ``wording`` at ``key``, by default at ``rule``."""
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


MAX_FAULTY_VALUE = 600  # The maximum length of a faulty value, in characters of JSON
MAX_NEIGHBOUR = 200  # The maximum length of a value beside a faulty value, in characters of JSON

MAX_EXCERPT = 2_000
"""The maximum length of an excerpt, in characters of JSON; context is dropped first."""

MAX_WHOLE_ANSWER = 16_000  # The maximum length of a whole answer, shown if no fault names a field


def build_excerpt(
    submitted: Mapping[str, Any], faults: Sequence[Fault], mentioned: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the part of ``submitted`` with the faulty values, in the form of a correction.

    If no fault names a field, the result is the whole answer. If the excerpt is too long, the
    result is empty. The fields ``mentioned`` come first, uncut, if they have no faults.
    """
    paths = [fault.field for fault in faults]
    if mentioned and not any(strip_steps(paths, name) for name in mentioned):
        others = {name: value for name, value in submitted.items() if name not in mentioned}
        context = {name: submitted[name] for name in mentioned if name in submitted}
        return {**context, **build_excerpt(others, faults)}
    is_named = any(fault.kind is FaultKind.MISSING for fault in faults) or strip_steps(
        paths, *submitted
    )
    if not is_named:
        whole = {name: to_json_value(value, MAX_FAULTY_VALUE) for name, value in submitted.items()}
        return whole if len(as_json(whole)) <= MAX_WHOLE_ANSWER else {}
    for neighbour_limit in (MAX_NEIGHBOUR, 0):
        part = {
            name: _excerpt_value(value, inside, neighbour_limit)
            for name, value in submitted.items()
            if (inside := strip_steps(paths, name))
        }
        if len(as_json(part)) <= MAX_EXCERPT:
            return part
    return {}


def _excerpt_value(value: Any, paths: Sequence[str], neighbour_limit: int) -> Any:
    if "" in paths or _is_plain(value):
        return _shorten(value, MAX_FAULTY_VALUE)
    if isinstance(value, list):
        items = enumerate(zip(item_names(value), value, strict=True))
        faulty = {name: (item, strip_steps(paths, name, str(at))) for at, (name, item) in items}
        # An entry that is missing follows from the entries that are there.
        lacks_one = sum(len(rest) for _, rest in faulty.values()) < len(paths)
        return {
            name: _excerpt_value(item, rest, neighbour_limit)
            for name, (item, rest) in faulty.items()
            if rest or (neighbour_limit and lacks_one)
        }
    parts = {name: strip_steps(paths, name) for name in value}
    return {
        name: _excerpt_value(value[name], rest, neighbour_limit)
        if rest
        else _shorten(value[name], neighbour_limit)
        for name, rest in parts.items()
        if rest or (neighbour_limit and _is_plain(value[name]))
    }


def _is_plain(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return not any(isinstance(item, dict | list) for item in items)


def _shorten(value: Any, limit: int) -> Any:
    plain = to_json_value(value, limit)
    text = as_json(plain)
    return plain if len(text) <= limit + 2 else to_json_value(text, limit)
