"""Define the states of a session and the transitions between them."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from questfoundry.domain.errors import UsageError


class SessionState(StrEnum):
    """A state of a session, such as waiting for the author or working."""

    IDLE = "idle"
    CHATTING = "chatting"
    AWAITING_APPROVAL = "awaiting_approval"
    RUNNING = "running"
    PROCESSING_RESULTS = "processing_results"
    PROCESSING_PARTIAL = "processing_partial"
    PROCESSING_CANCELLED = "processing_cancelled"


class SessionStep(StrEnum):
    """An action that moves a session from one state to another."""

    MESSAGE = "message"
    """The author sent a message, or a run's result starts a turn of the agent."""
    REPLY = "reply"
    """The agent answered, or its turn failed."""
    LAUNCH = "launch"
    DECLINE = "decline"
    APPROVE = "approve"
    COMPLETE = "complete"
    STOP = "stop"
    """A run ended because of an error, its timeout or its budget."""
    CANCEL = "cancel"
    PROCESSED = "processed"


_S, _T = SessionState, SessionStep
TRANSITIONS: Mapping[tuple[SessionState, SessionStep], SessionState] = MappingProxyType(
    {
        (_S.IDLE, _T.MESSAGE): _S.CHATTING,
        (_S.CHATTING, _T.REPLY): _S.IDLE,
        (_S.CHATTING, _T.LAUNCH): _S.AWAITING_APPROVAL,
        (_S.AWAITING_APPROVAL, _T.DECLINE): _S.IDLE,
        (_S.AWAITING_APPROVAL, _T.APPROVE): _S.RUNNING,
        (_S.RUNNING, _T.COMPLETE): _S.PROCESSING_RESULTS,
        (_S.RUNNING, _T.STOP): _S.PROCESSING_PARTIAL,
        (_S.RUNNING, _T.CANCEL): _S.PROCESSING_CANCELLED,
        (_S.PROCESSING_RESULTS, _T.PROCESSED): _S.IDLE,
        (_S.PROCESSING_PARTIAL, _T.PROCESSED): _S.IDLE,
        (_S.PROCESSING_CANCELLED, _T.PROCESSED): _S.IDLE,
    }
)
"""All allowed transitions; :func:`next_state` raises ``UsageError`` for any other step."""


def next_state(state: SessionState, step: SessionStep) -> SessionState:
    """Return the state after ``step``.

    Raise ``UsageError`` if ``state`` does not allow the step.
    """
    try:
        return TRANSITIONS[state, step]
    except KeyError:
        steps = ", ".join(sorted(each.value for at, each in TRANSITIONS if at is state))
        raise UsageError(
            f"A session that is {state.value!r} cannot take the step {step.value!r}. "
            f"From there, the steps are: {steps}."
        ) from None
