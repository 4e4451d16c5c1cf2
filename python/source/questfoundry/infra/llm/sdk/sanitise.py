"""Clean the output of models, so that it can be stored and sent back to a provider.

Some characters are removed. Values that JSON cannot express, or that are nested too deeply, are
rejected.
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any

MAX_DEPTH = 64
"""The most levels of nested lists and objects; our own schemas need ten."""

_NUL = "\0"


def is_clean(text: str) -> bool:
    """Return whether ``text`` can be encoded as UTF-8."""
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def clean_text(text: str) -> str:
    """Return ``text`` without NUL characters and lone surrogates; surrogate pairs are joined."""
    if not is_clean(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace(_NUL, "") if _NUL in text else text


def clean_json(value: Any, depth_left: int = MAX_DEPTH) -> Any:
    """Return the JSON ``value`` with all texts and keys cleaned by ``clean_text``.

    Raise ``ValueError`` if ``value`` is nested more than ``MAX_DEPTH`` levels or contains a number
    that is not finite.
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
