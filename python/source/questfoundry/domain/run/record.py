"""Define the stored record of a run, and a draft that a run made."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from questfoundry.domain.artifacts.version import Summary
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
        """The inputs of the stage that the run executes, or by which it was first written."""
        match self.inputs:
            case StageInputs():
                return self.inputs
            case RewriteInputs() | CandidateInputs() | DraftInputs():
                return self.inputs.written
            case _:
                return StageInputs()


@frozen(kw_only=True)
class Draft:
    """A finished proposal for the artifact of a stage, or for the prose of a passage.

    ``id``: the id of the run that made the draft, such as ``take-3``.
    ``data``: the artifact as plain JSON, or the prose with its facts and findings.
    ``current``: the accepted artifact or prose in the same form; empty if there is none.
    ``fresh``: whether the inputs are unchanged; if not, the draft cannot be chosen.
    """

    id: str
    stage: str
    passage: str = ""
    wish: str = ""
    number: int
    seed: int | None = None
    data: Mapping[str, Any]
    current: Mapping[str, Any]
    summary: Summary = ()
    fresh: bool = True

    @property
    def counts(self) -> bool:
        """Return whether the draft is accepted, that is, equal to the current artifact or prose."""
        return self.data == self.current
