"""Keep the state of a session, and emit an event whenever the state changes."""

from collections.abc import Callable

from questfoundry.domain.events import Event
from questfoundry.domain.session.events import SessionState, SessionStep, StateChanged, next_state

_STEPS_TO_IDLE = {
    SessionState.CHATTING: SessionStep.REPLY,
    SessionState.AWAITING_APPROVAL: SessionStep.DECLINE,
    SessionState.RUNNING: SessionStep.STOP,
    SessionState.PROCESSING_RESULTS: SessionStep.PROCESSED,
    SessionState.PROCESSING_PARTIAL: SessionStep.PROCESSED,
    SessionState.PROCESSING_CANCELLED: SessionStep.PROCESSED,
}


class SessionStateMachine:
    """A state machine with the current state of one session."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self.state = SessionState.IDLE
        self._emit = emit

    def apply_step(self, step: SessionStep) -> None:
        """Change the state by ``step``; raise ``UsageError`` if the state does not allow it."""
        before, self.state = self.state, next_state(self.state, step)
        self._emit(StateChanged(before=before, step=step, after=self.state))

    def return_to_idle(self) -> None:
        """Apply steps until the session is idle."""
        while self.state is not SessionState.IDLE:
            self.apply_step(_STEPS_TO_IDLE[self.state])

    def prepare_launch(self) -> None:
        """Bring the session into a state in which a run can be launched."""
        if self.state not in {SessionState.IDLE, SessionState.CHATTING}:
            self.return_to_idle()
        if self.state is SessionState.IDLE:
            self.apply_step(SessionStep.MESSAGE)
