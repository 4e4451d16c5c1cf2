"""A stored version of an artifact."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import frozen

EDIT = "edit"
"""The origin of a version that the author made by hand."""

FOUND = "file"
"""The origin of a version whose file lay there before anything was stored of it."""

RENAME = "rename-"
"""How the origin of versions begins that a rename made; what follows is its number."""


@frozen(kw_only=True)
class ArtifactVersion:
    """An accepted artifact as plain data.

    ``made_from`` are the versions of the stages it was made from; when the current ones say
    something else, this version is stale. ``origin`` is a run's id, ``edit``, ``file`` or
    ``rename-`` with a number.
    ``replaces`` is the version that counted before, to which undo goes back.
    """

    stage: str
    version: int
    data: Mapping[str, Any]
    made_from: Mapping[str, int]
    origin: str
    created_at: datetime
    replaces: int | None = None
