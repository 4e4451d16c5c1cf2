"""Shorten the results of use cases for an agent.

Empty parts are removed and numbers are rounded. A result that is too long is replaced by a list of
its parts.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.schema import item_names, join_path
from questfoundry.domain.chat.codec import to_canonical_json

MAX_CHARACTERS = 24_000
"""The maximum length of one result; a longer one would fill the window of many models."""

_DIGITS = 2


def compact_value(value: Any) -> Any:
    """Return ``value`` without empty parts, and with decimal numbers rounded to two places."""
    match value:
        case Mapping():
            compact = {name: compact_value(item) for name, item in value.items()}
            return {name: item for name, item in compact.items() if item not in (None, "", [], {})}
        case list() | tuple():
            return [compact_value(each) for each in value]
        case float():
            return round(value, _DIGITS)
        case _:
            return value


def truncate_value(value: Any, path: str = "") -> Any:
    """Return ``value`` or, if it is too long, the lengths of its parts by their paths.

    ``path`` is the path of ``value`` in the whole result.
    """
    items: Mapping[str, Any]
    match value:
        case Mapping():
            items = value
        case list():
            items = dict(zip(_list_item_names(value), value, strict=True))
        case _:
            return value
    if len(to_canonical_json(value)) <= MAX_CHARACTERS:
        return value
    lengths = {join_path(path, name): len(to_canonical_json(each)) for name, each in items.items()}
    return {"characters_of_parts": lengths}


def _list_item_names(items: Sequence[Any]) -> Sequence[str]:
    names = list(item_names(items))
    return names if len({*names}) == len(items) else [str(place) for place in range(len(items))]
