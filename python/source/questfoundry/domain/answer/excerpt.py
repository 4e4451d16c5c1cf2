"""Select the part of a model's answer that is shown to the model in a request for a correction.

The part consists of the faulty values and their context.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.schema import item_names, strip_steps
from questfoundry.domain.chat.envelope import to_json_value
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.text.wording import as_json

MAX_FAULTY_VALUE = 600
"""The maximum length of a faulty value, in characters of JSON."""

MAX_NEIGHBOUR = 200
"""The maximum length of a value beside a faulty value, in characters of JSON."""

MAX_EXCERPT = 2_000
"""The maximum length of an excerpt, in characters of JSON; context is dropped first."""

MAX_WHOLE_ANSWER = 16_000
"""The maximum length of a whole answer, shown if no fault names a field."""


def build_excerpt(
    submitted: Mapping[str, Any], faults: Sequence[Fault], mentioned: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the faulty values of ``submitted``, in the form in which a correction is requested.

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
        return {
            name: _excerpt_value(item, rest, neighbour_limit)
            for name, (item, rest) in faulty.items()
            if rest
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
