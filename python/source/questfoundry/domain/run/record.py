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
    ``task``: the name of a stage, or a task from :mod:`~questfoundry.domain.run.spec`.
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


@frozen(kw_only=True)
class Draft:
    """A finished proposal for the artifact of a stage, or for the prose of a passage.

    ``id``: the id of the run that made the draft, such as ``take-3``.
    ``number``: the draft's place among the drafts of one request.
    ``data``: the artifact of ``stage`` as plain JSON, or the prose of ``passage`` with its facts
    and findings.
    ``wish``: the author's note to the model.
    ``seed``: the random seed of the requests, or ``None``.
    ``current``: the accepted artifact or prose in the same form as ``data``; empty if there is no
    accepted one.
    ``fresh``: whether the inputs that the draft was made from are unchanged; if not, the draft
    cannot be chosen.
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
