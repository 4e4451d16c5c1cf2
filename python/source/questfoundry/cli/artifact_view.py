"""An artifact as names and values that a person can read, whatever stage it is from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from textwrap import shorten
from typing import Any

_BOOKKEEPING = frozenset({"type", "version"})


def fields_of(data: Mapping[str, Any], *, longest: int | None = None) -> Iterator[tuple[str, str]]:
    """Each field that says something; values are cut to ``longest`` characters, if given."""
    for name, value in data.items():
        if name not in _BOOKKEEPING and value not in ("", None, [], {}):
            text = _text(value)
            label = name.replace("_", " ").capitalize()
            yield label, shorten(text, longest, placeholder=" ...") if longest else text


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "; ".join(value)
    return json.dumps(value, ensure_ascii=False)
