"""Define the record of a stored version of an artifact, and the summary of a stage's result."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import frozen

EDIT = "edit"
"""The origin of a version that the author edited by hand."""

FOUND = "file"
"""The origin of a version whose file existed before the store knew of it."""

RENAME = "rename-"
"""The prefix of the origin of a version from a rename; the rename's number follows."""


@frozen(kw_only=True)
class ArtifactVersion:
    """A stored version of an accepted artifact, as plain data.

    ``made_from``: for each earlier stage, the version that this version builds on. If the current
      content of such a stage differs, this version is outdated.
    ``origin``: the source of the version: the id of a run, ``edit``, ``file``, or ``rename-`` with
      a number.
    ``replaces``: the number of the version that was current before, which undo restores; ``None``
      if there was none.
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
