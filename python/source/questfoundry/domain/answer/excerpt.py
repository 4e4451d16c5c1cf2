"""What a model is shown of its last answer: the part at fault, and what stands beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.faults import Fault, FaultKind
from questfoundry.domain.answer.field_path import item_names, rests
from questfoundry.domain.chat.envelope import to_json_value
from questfoundry.domain.wording import as_json

AT_FAULT = 600
"""Longest value at fault that is shown, in characters of JSON."""

BESIDE = 200
"""Longest value beside one at fault that is shown, in characters of JSON."""

MOST = 2_000
"""The most that is shown, in characters of JSON; what stands beside a fault gives way first."""

WHOLE = 16_000
"""The longest answer that is shown whole, where no field is named."""


def excerpt(
    submitted: Mapping[str, Any], faults: Sequence[Fault], spoken_of: Sequence[str] = ()
) -> dict[str, Any]:
    """The values at fault, in the form in which a correction is asked for.

    Where none of the faults names a field, that is the whole answer. What is too long
    is not shown at all; feedback still says what is wrong. Fields that are ``spoken_of`` in the
    others stand before them, whole, where only these are at fault.
    """
    paths = [fault.field for fault in faults]
    if spoken_of and not any(rests(paths, name) for name in spoken_of):
        others = {name: value for name, value in submitted.items() if name not in spoken_of}
        told = {name: submitted[name] for name in spoken_of if name in submitted}
        return {**told, **excerpt(others, faults)}
    is_named = any(fault.kind is FaultKind.MISSING for fault in faults) or rests(paths, *submitted)
    if not is_named:
        whole = {name: to_json_value(value, AT_FAULT) for name, value in submitted.items()}
        return whole if len(as_json(whole)) <= WHOLE else {}
    for beside in (BESIDE, 0):
        part = {
            name: _part(value, inside, beside)
            for name, value in submitted.items()
            if (inside := rests(paths, name))
        }
        if len(as_json(part)) <= MOST:
            return part
    return {}


def _part(value: Any, paths: Sequence[str], beside: int) -> Any:
    """What is at fault in a value, and the plain values beside it that say what it belongs to."""
    if "" in paths or _is_plain(value):
        return _cut(value, AT_FAULT)
    if isinstance(value, list):
        named = enumerate(zip(item_names(value), value, strict=True))
        within = {name: (item, rests(paths, name, str(at))) for at, (name, item) in named}
        return {name: _part(item, rest, beside) for name, (item, rest) in within.items() if rest}
    parts = {name: rests(paths, name) for name in value}
    return {
        name: _part(value[name], rest, beside) if rest else _cut(value[name], beside)
        for name, rest in parts.items()
        if rest or (beside and _is_plain(value[name]))
    }


def _is_plain(value: Any) -> bool:
    """Whether no object stands in a value."""
    items = value if isinstance(value, list) else [value]
    return not any(isinstance(item, dict | list) for item in items)


def _cut(value: Any, limit: int) -> Any:
    """The value, or the beginning of its JSON text where that is too long."""
    plain = to_json_value(value, limit)
    text = as_json(plain)
    return plain if len(text) <= limit + 2 else to_json_value(text, limit)
