"""What models send, made so that it can be stored, sent on and walked through."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

MAX_DEPTH = 64
"""How many lists and objects may stand inside each other; our own schemas need ten."""

_NUL = "\0"


def is_clean(text: str) -> bool:
    """Whether UTF-8 can hold the text."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def clean_text(text: str) -> str:
    """The text as UTF-8 holds it: no NUL, halves of surrogate pairs joined, else replaced."""
    if not is_clean(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace(_NUL, "") if _NUL in text else text


def clean_json(value: Any, depth_left: int = MAX_DEPTH) -> Any:
    """A JSON value with clean texts and keys.

    ``ValueError`` where it is nested too deeply, or holds a number that JSON cannot say.
    """
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{value} is not JSON.")
    if not isinstance(value, Mapping | list):
        return value
    if not depth_left:
        raise ValueError(f"It is nested more than {MAX_DEPTH} levels deep.")
    if isinstance(value, list):
        return [clean_json(item, depth_left - 1) for item in value]
    return {clean_text(str(key)): clean_json(item, depth_left - 1) for key, item in value.items()}
