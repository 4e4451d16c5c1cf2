"""Plain JSON values as text, for storing: what was put in comes out, in the same order."""

from __future__ import annotations

import json
from typing import Any

from questfoundry.domain.errors import UsageError


def to_text(value: Any) -> str:
    """JSON text that any UTF-8 file can hold; ``UsageError`` for what is not a JSON value."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as problem:
        raise UsageError(
            f"This value cannot be stored as JSON: {problem}. "
            "Pass only texts, numbers, booleans, None, lists and mappings with text keys."
        ) from problem
    return text if _is_utf8(text) else json.dumps(value, separators=(",", ":"))


def from_text(text: str) -> Any:
    """The value that :func:`to_text` was given; tuples come back as lists.

    ``ValueError`` for what it never gives.
    """
    if not _is_utf8(text):
        raise ValueError("It is no UTF-8 text.")
    return json.loads(text)


def _is_utf8(text: str) -> bool:
    # Models send half surrogate pairs now and then; JSON can escape them, UTF-8 cannot.
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
