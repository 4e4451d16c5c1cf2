"""A run: one execution of a stage, with an id, a journal and a cost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from attrs import field, frozen


class RunStatus(StrEnum):
    """Where a run stands; only a completed run is never resumed."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    COMPLETED = "completed"


@frozen(kw_only=True)
class Run:
    """One execution of a stage.

    ``id`` is the stage and a number, as ``dream-1``. ``inputs`` are the plain values that
    the run was begun with, so that resuming needs none; ``models`` says which model was
    resolved for each phase and what was known of it.
    """

    id: str
    stage: str
    status: RunStatus = RunStatus.RUNNING
    inputs: Mapping[str, Any] = field(factory=dict[str, Any])
    models: Mapping[str, Any] = field(factory=dict[str, Any])
    started_at: datetime
    ended_at: datetime | None = None
    problem: str = ""
