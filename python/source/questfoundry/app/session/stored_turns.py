"""Find the stored turns of a session, and decide which turns can be resumed.

A turn is one message of the author together with the work of answering it.
"""

from collections.abc import Sequence

from attrs import define

from questfoundry.app.session.transcript import Transcript
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import RunRepository
from questfoundry.domain.run.inputs import StudioInputs
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.domain.run.spec import STUDIO


@define
class SessionTurns:
    """The stored turns of a session; ``has_started`` once this process has begun one."""

    _runs: RunRepository
    _transcript: Transcript
    has_started: bool = False

    def list_resumable(self) -> Sequence[RunRecord]:
        """Return the newest interrupted turn and all turns of :meth:`list_abandoned`.

        The interrupted turn is left out if the author has sent a later message.
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
        """Return the turns that ran when their process was killed, until one has begun here."""
        return [] if self.has_started else self._list_by_status(RunStatus.RUNNING)

    def get(self, run: str) -> RunRecord:
        """Return the turn with the run id ``run``, or raise ``InputError``."""
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
    """Return the inputs of ``record``, or raise ``InputError`` if it is no turn of a session."""
    if not isinstance(record.inputs, StudioInputs):
        raise InputError(f"{record.id!r} is no turn of a session.")
    return record.inputs
