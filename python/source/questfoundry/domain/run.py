"""What is stored of a run: which task it was of, what was asked, where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from questfoundry.domain.run_inputs import (
    CandidateInputs,
    DraftInputs,
    RewriteInputs,
    RunInputs,
    StageInputs,
)


class RunStatus(StrEnum):
    """Where a run stands; only a completed run is never resumed."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    COMPLETED = "completed"


@frozen(kw_only=True)
class RunRecord:
    """One execution of a stage or of another task, as it is stored.

    ``id`` is the task and a number, as ``dream-1``; ``task`` a stage's name, or one of those
    in :mod:`~questfoundry.domain.task`.
    ``models`` says which model was resolved for each phase, or agent, and what was known of it.
    """

    id: str
    task: str
    status: RunStatus = RunStatus.RUNNING
    inputs: RunInputs
    models: Mapping[str, Any] = field(factory=dict[str, Any])
    started_at: datetime
    ended_at: datetime | None = None
    problem: str = ""

    @property
    def stage_inputs(self) -> StageInputs:
        """What was asked of the stage; of a rewrite, what its passage was first written by.

        Nothing was asked of a stage where it is a talk, an embedding or a delegated task.
        """
        match self.inputs:
            case StageInputs():
                return self.inputs
            case RewriteInputs() | CandidateInputs() | DraftInputs():
                return self.inputs.written
            case _:
                return StageInputs()
