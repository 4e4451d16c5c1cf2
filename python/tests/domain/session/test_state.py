"""Tests that a session's transitions match the drawing in the source and allow nothing else."""

from itertools import product

import pytest

from questfoundry.domain.errors import UsageError
from questfoundry.domain.session import TRANSITIONS, SessionState, SessionStep, next_state

S, T = SessionState, SessionStep


@pytest.mark.parametrize(
    ("steps", "end"),
    [
        ([T.MESSAGE], S.CHATTING),
        ([T.MESSAGE, T.REPLY], S.IDLE),
        ([T.MESSAGE, T.LAUNCH], S.AWAITING_APPROVAL),
        ([T.MESSAGE, T.LAUNCH, T.DECLINE], S.IDLE),
        ([T.MESSAGE, T.LAUNCH, T.APPROVE], S.RUNNING),
        ([T.MESSAGE, T.LAUNCH, T.APPROVE, T.COMPLETE], S.PROCESSING_RESULTS),
        ([T.MESSAGE, T.LAUNCH, T.APPROVE, T.STOP], S.PROCESSING_PARTIAL),
        ([T.MESSAGE, T.LAUNCH, T.APPROVE, T.CANCEL], S.PROCESSING_CANCELLED),
        ([T.MESSAGE, T.LAUNCH, T.APPROVE, T.COMPLETE, T.PROCESSED], S.IDLE),
        ([T.MESSAGE, T.LAUNCH, T.APPROVE, T.STOP, T.PROCESSED], S.IDLE),
        ([T.MESSAGE, T.LAUNCH, T.APPROVE, T.CANCEL, T.PROCESSED], S.IDLE),
    ],
)
def test_each_arrow_of_the_drawing_is_there(steps: list[SessionStep], end: SessionState) -> None:
    """A missing transition would leave a session stuck after a normal message or run. (STU-1.1)"""
    state = S.IDLE
    for step in steps:
        state = next_state(state, step)
    assert state is end


def test_every_other_step_is_refused() -> None:
    """An unapproved run must never begin, so only the steps of the drawing are allowed."""
    assert len(TRANSITIONS) == 11
    for state, step in {*product(S, T)} - {*TRANSITIONS}:
        with pytest.raises(UsageError, match="cannot take the step"):
            next_state(state, step)
