"""The turns of a session as they are stored: which of them stand open, and are gone on with."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from questfoundry.app.session.transcript import Transcript
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import RunRepository
from questfoundry.domain.run import RunRecord, RunStatus
from questfoundry.domain.run_inputs import StudioInputs
from questfoundry.domain.task import STUDIO


@define
class SessionTurns:
    """Those of one session; ``looked`` once any was begun here."""

    _runs: RunRepository
    _transcript: Transcript
    has_started: bool = False

    def list_resumable(self) -> Sequence[RunRecord]:
        """The turn that was cut off, where nothing was said since, and those of a killed process.

        What one that is gone on with left in the transcript is replaced, with all that follows.
        """
        stopped = [
            each
            for each in self._list_by_status(RunStatus.INTERRUPTED)[-1:]
            if not get_studio_inputs(each).part
            or self._transcript.has_no_later_message(
                get_studio_inputs(each).part, get_studio_inputs(each).position
            )
        ]
        return [*stopped, *self.list_abandoned()]

    def list_abandoned(self) -> Sequence[RunRecord]:
        """The turns that a killed process left, before any is begun here."""
        return [] if self.has_started else self._list_by_status(RunStatus.RUNNING)

    def get(self, run: str) -> RunRecord:
        """The turn of that id; ``InputError`` where there is none."""
        record = self._runs.get(run)
        if record is None:
            raise InputError(f"There is no run {run!r}.")
        return record

    def _list_by_status(self, status: RunStatus) -> Sequence[RunRecord]:
        found = self._runs.list(task=STUDIO, status=status)
        return [
            each for each in found if get_studio_inputs(each).session == self._transcript.session
        ]


def get_studio_inputs(record: RunRecord) -> StudioInputs:
    """What was asked for in a turn; ``InputError`` where the run is none."""
    if not isinstance(record.inputs, StudioInputs):
        raise InputError(f"{record.id!r} is no turn of a session.")
    return record.inputs
