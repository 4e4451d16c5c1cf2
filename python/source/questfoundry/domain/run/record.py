"""Define the stored record of a run: its task, its inputs and its status."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from questfoundry.domain.run.inputs import (
    CandidateInputs,
    DraftInputs,
    RewriteInputs,
    RunInputs,
    StageInputs,
)


class RunStatus(StrEnum):
    """The status of a run; only a completed run can never be resumed."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    COMPLETED = "completed"


@frozen(kw_only=True)
class RunRecord:
    """One execution of a stage or of another task, as stored.

    ``id``: the task and a number, such as ``dream-1``.
    ``task``: the name of a stage, or a task from :mod:`~questfoundry.domain.run.task`.
    ``models``: the model of each phase or agent, with its known traits.
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
        """The inputs of the stage that the run executes.

        For a rewrite or a draft, these are the inputs of the run that first wrote the passage or
        stage. For a conversation, an embedding or a delegated task, they are the default values.
        """
        match self.inputs:
            case StageInputs():
                return self.inputs
            case RewriteInputs() | CandidateInputs() | DraftInputs():
                return self.inputs.written
            case _:
                return StageInputs()
