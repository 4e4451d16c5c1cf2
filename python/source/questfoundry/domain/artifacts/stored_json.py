"""Convert plain JSON values to text for storage, and back; the order of keys is preserved."""

import json
from typing import Any

from questfoundry.domain.errors import UsageError


def to_text(value: Any) -> str:
    """Return ``value`` as JSON text that is valid UTF-8.

    Raise ``UsageError`` if ``value`` is not a JSON value.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as problem:
        raise UsageError(
            f"This value cannot be stored as JSON: {problem}. "
            "Pass only texts, numbers, booleans, None, lists and mappings with text keys."
        ) from problem
    return text if _is_utf8(text) else json.dumps(value, separators=(",", ":"))


def from_text(text: str) -> Any:
    """Return the value that :func:`to_text` stored; tuples come back as lists.

    Raise ``ValueError`` for text that is no JSON or no valid UTF-8.
    """
    if not _is_utf8(text):
        raise ValueError("The text contains characters that UTF-8 cannot encode.")
    return json.loads(text)


def _is_utf8(text: str) -> bool:
    # Models sometimes send unpaired surrogates; JSON can escape them, UTF-8 cannot encode them.
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
