"""Define a stored version of an artifact and its summary, and convert values for storage."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import frozen

from questfoundry.domain.errors import UsageError

EDIT = "edit"
"""The origin of a version that the author edited by hand."""

FOUND = "file"
"""The origin of a version whose file existed before the store knew of it."""

RENAME = "rename-"
"""The prefix of the origin of a version from a rename; the rename's number follows."""


@frozen(kw_only=True)
class ArtifactVersion:
    """A stored version of an accepted artifact, as plain data.

    ``made_from``: for each earlier stage, the version that this version builds on; outdated if
      changed.
    ``origin``: the id of a run, ``edit``, ``file``, or ``rename-`` with a number.
    ``replaces``: the number of the version that was current before, which undo restores.
    """

    stage: str
    version: int
    data: Mapping[str, Any]
    made_from: Mapping[str, int]
    origin: str
    created_at: datetime
    replaces: int | None = None


@frozen
class SummaryLine:
    """One line of a summary: a label of a word or two, and a text of any length."""

    label: str
    text: str


Summary = tuple[SummaryLine, ...]
"""The lines of a summary, three to ten."""


def to_text(value: Any) -> str:
    """Return ``value`` as JSON text in valid UTF-8; raise ``UsageError`` if it is no JSON value."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as problem:
        raise UsageError(
            f"This value cannot be stored as JSON: {problem}. "
            "Pass only texts, numbers, booleans, None, lists and mappings with text keys."
        ) from problem
    return text if _is_utf8(text) else json.dumps(value, separators=(",", ":"))


def from_text(text: str) -> Any:
    """Return the value that :func:`to_text` stored; raise ``ValueError`` for any other text."""
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
