"""A stored version of an artifact."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import frozen


@frozen(kw_only=True)
class ArtifactVersion:
    """An accepted artifact as plain data.

    ``made_from`` are the versions of the stages it was made from; when one of them is no
    longer current, this version is stale. ``origin`` is a run's id or ``edit``.
    ``replaces`` is the version that counted before, to which undo goes back.
    """

    stage: str
    version: int
    data: Mapping[str, Any]
    made_from: Mapping[str, int]
    origin: str
    created_at: datetime
    replaces: int | None = None
