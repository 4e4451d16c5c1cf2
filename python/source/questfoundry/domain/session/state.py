"""Where a session stands, and the steps that lead from one state to another."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from questfoundry.domain.errors import UsageError


class SessionState(StrEnum):
    """The seven states of a session."""

    IDLE = "idle"
    CHATTING = "chatting"
    AWAITING_APPROVAL = "awaiting_approval"
    RUNNING = "running"
    PROCESSING_RESULTS = "processing_results"
    PROCESSING_PARTIAL = "processing_partial"
    PROCESSING_CANCELLED = "processing_cancelled"


class SessionStep(StrEnum):
    """What happens to a session."""

    MESSAGE = "message"
    """The author said something, or a run's result makes the agent go on."""
    REPLY = "reply"
    """The agent answered, or its turn ended by an error."""
    LAUNCH = "launch"
    DECLINE = "decline"
    APPROVE = "approve"
    COMPLETE = "complete"
    STOP = "stop"
    """A run ended by an error, its time or its budget."""
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
"""All steps that there are; every other one is a ``UsageError``."""


def next_state(state: SessionState, step: SessionStep) -> SessionState:
    """The state that the step leads to."""
    try:
        return TRANSITIONS[state, step]
    except KeyError:
        steps = ", ".join(sorted(each.value for at, each in TRANSITIONS if at is state))
        raise UsageError(
            f"A session that is {state.value!r} cannot take the step {step.value!r}. "
            f"From there, the steps are: {steps}."
        ) from None
