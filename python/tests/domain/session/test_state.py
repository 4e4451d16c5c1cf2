"""Tests that a session's transitions match the drawing in the source and allow nothing else."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from questfoundry.domain.errors import UsageError
from questfoundry.domain.session.events import (
    TRANSITIONS,
    SessionState,
    SessionStep,
    next_state,
)

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


class Walk(RuleBasedStateMachine):
    """A random walk through a session's steps, beside a naive model of the allowed ones."""

    def __init__(self) -> None:
        super().__init__()
        self.state = S.IDLE
        self.launched = self.approved = False

    @rule(step=st.sampled_from(SessionStep))
    def step(self, step: SessionStep) -> None:
        """An illegal step must fail and leave the session in its state."""
        if (self.state, step) not in TRANSITIONS:
            before = self.state
            with pytest.raises(UsageError):
                next_state(self.state, step)
            assert self.state is before
            return
        self.state = next_state(self.state, step)
        if step is T.MESSAGE:
            self.launched = self.approved = False
        self.launched |= step is T.LAUNCH
        self.approved |= step is T.APPROVE

    @precondition(lambda self: self.state is not S.IDLE)
    @rule()
    def home(self) -> None:
        reach = {self.state}
        for _ in range(3):
            reach |= {end for (begin, _), end in TRANSITIONS.items() if begin in reach}
        assert S.IDLE in reach

    @invariant()
    def nothing_runs_unapproved(self) -> None:
        working = {S.RUNNING, S.PROCESSING_RESULTS, S.PROCESSING_PARTIAL, S.PROCESSING_CANCELLED}
        assert self.state not in working or (self.launched and self.approved)


TestWalk = Walk.TestCase
