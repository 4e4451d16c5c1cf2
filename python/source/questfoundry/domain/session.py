"""Define the states of a studio session, and the events of the session and its runs."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from attrs import frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.events import Event
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.run.spec import RunSpec


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

    MESSAGE = "message"  # The author sent a message, or a run's result starts a turn of the agent
    REPLY = "reply"  # The agent answered, or its turn failed
    LAUNCH = "launch"
    DECLINE = "decline"
    APPROVE = "approve"
    COMPLETE = "complete"
    STOP = "stop"  # A run ended because of an error, its timeout or its budget
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
    """Return the state after ``step``; raise ``UsageError`` if ``state`` forbids the step."""
    try:
        return TRANSITIONS[state, step]
    except KeyError:
        steps = ", ".join(sorted(each.value for at, each in TRANSITIONS if at is state))
        raise UsageError(
            f"A session that is {state.value!r} cannot take the step {step.value!r}. "
            f"From there, the steps are: {steps}."
        ) from None


@frozen(kw_only=True)
class StateChanged(Event):
    """The event that the session moved from one state to another."""

    before: SessionState
    step: SessionStep
    after: SessionState


@frozen(kw_only=True)
class MessageQueued(Event):
    """The event that the author's message waits for the current work; ``place`` counts from 1."""

    message: str
    place: int


@frozen(kw_only=True)
class MessageTaken(Event):
    """The event that the agent starts to answer a message, in the run ``run``."""

    message: str
    run: str


@frozen(kw_only=True)
class TextWritten(Event):
    """The event that a piece of the agent's answer arrived from the model."""

    text: str


@frozen(kw_only=True)
class AgentReplied(Event):
    """The event that the agent answered a message; the run ``run`` records the answer's cost."""

    text: str
    run: str


@frozen(kw_only=True)
class TurnFailed(Event):
    """The event that a message got no answer, because of ``problem``; the session can continue."""

    problem: str
    run: str


@frozen(kw_only=True)
class TurnCancelled(Event):
    """The event that the author cancelled a message, which will never be answered."""

    run: str


@frozen(kw_only=True)
class RunLaunched(Event):
    """The event that a delegated run (a task for agents) started, or ``resumed``."""

    run: str
    label: str
    spec: RunSpec
    agents: tuple[str, ...]
    resumed: bool = False


@frozen(kw_only=True)
class AgentMoved(Event):
    """The event that an agent started a part of its work, such as a draft, or finished it."""

    run: str
    agent: str
    part: str
    round: int = 0
    done: bool = False
    problem: str = ""


@frozen(kw_only=True)
class ApprovalDeclined(Event):
    """The event that a run, or a call of ``tool``, was not approved, because of ``reason``."""

    tool: str
    reason: str


@frozen(kw_only=True)
class RunEnded(Event):
    """The event that a delegated run (a task for agents) ended with ``result``."""

    result: RunResult


@frozen(kw_only=True)
class Pinned(Event):
    """The event that the author pinned ``text``; every later prompt of the agent contains it."""

    text: str


@frozen(kw_only=True)
class Compacted(Event):
    """The event that a number of ``messages`` were summarised into the project context."""

    messages: int


@frozen(kw_only=True)
class ToolServerFailed(Event):
    """The event that an MCP server offers no tools, because of ``problem``; it is sent once."""

    problem: str
