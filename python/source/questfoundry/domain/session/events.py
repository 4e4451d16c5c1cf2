"""The events of a session and its delegated runs."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events import Event
from questfoundry.domain.session.result import RunResult
from questfoundry.domain.session.spec import RunSpec
from questfoundry.domain.session.state import SessionState, SessionStep


@frozen(kw_only=True)
class StateChanged(Event):
    """The event that the session moved from one state to another."""

    before: SessionState
    step: SessionStep
    after: SessionState


@frozen(kw_only=True)
class MessageQueued(Event):
    """The event that a message waits for the current work.

    ``place`` is its queue position from 1.
    """

    message: str
    place: int


@frozen(kw_only=True)
class MessageTaken(Event):
    """The event that processing of a message starts in ``run``."""

    message: str
    run: str


@frozen(kw_only=True)
class TextWritten(Event):
    """The event that a piece of the agent's answer arrived."""

    text: str


@frozen(kw_only=True)
class AgentReplied(Event):
    """The event that the agent answered a message; the ledger of ``run`` has the cost."""

    text: str
    run: str


@frozen(kw_only=True)
class TurnFailed(Event):
    """The event that a message got no answer because of ``problem``; the session can continue."""

    problem: str
    run: str


@frozen(kw_only=True)
class RunLaunched(Event):
    """The event that a delegated run started, or continues if ``resumed``."""

    run: str
    label: str
    spec: RunSpec
    agents: tuple[str, ...]
    resumed: bool = False


@frozen(kw_only=True)
class AgentMoved(Event):
    """The event that an agent started a ``part`` of its work in ``round``.

    With ``done``, the agent finished the part. ``problem`` is the reason of a failure.
    """

    run: str
    agent: str
    part: str
    round: int = 0
    done: bool = False
    problem: str = ""


@frozen(kw_only=True)
class ApprovalDeclined(Event):
    """The event that a run, or a call of ``tool``, was not approved because of ``reason``."""

    tool: str
    reason: str


@frozen(kw_only=True)
class RunEnded(Event):
    """The event that a delegated run ended with ``result``."""

    result: RunResult


@frozen(kw_only=True)
class Pinned(Event):
    """The event that ``text`` is from now on always part of the agent's prompt."""

    text: str


@frozen(kw_only=True)
class Compacted(Event):
    """The event that the conversation was summarised into the project context.

    ``messages`` earlier messages are no longer sent.
    """

    messages: int
