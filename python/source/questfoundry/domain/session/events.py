"""What happens in a session and its runs, beside the events of every run."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events import Event
from questfoundry.domain.session.result import RunResult
from questfoundry.domain.session.spec import RunSpec
from questfoundry.domain.session.state import SessionState, SessionStep


@frozen(kw_only=True)
class StateChanged(Event):
    """The session went from one state to another."""

    before: SessionState
    step: SessionStep
    after: SessionState


@frozen(kw_only=True)
class MessageQueued(Event):
    """The message waits until the work under way is done; ``place`` counts from 1."""

    message: str
    place: int


@frozen(kw_only=True)
class MessageTaken(Event):
    """The turn of a message came; ``run`` is that turn."""

    message: str
    run: str


@frozen(kw_only=True)
class TextWritten(Event):
    """A piece of the agent's answer, as it is written."""

    text: str


@frozen(kw_only=True)
class AgentReplied(Event):
    """The agent's answer to a message; ``run`` is the turn's, whose ledger has its cost."""

    text: str
    run: str


@frozen(kw_only=True)
class TurnFailed(Event):
    """A message has no answer: the ``problem`` says why; it can be gone on with."""

    problem: str
    run: str


@frozen(kw_only=True)
class RunLaunched(Event):
    """A delegated run began, or goes on where ``resumed``."""

    run: str
    label: str
    spec: RunSpec
    agents: tuple[str, ...]
    resumed: bool = False


@frozen(kw_only=True)
class AgentMoved(Event):
    """An agent of a run came to a ``part`` of its work, in that round, or was done with it.

    ``problem`` says why it could not be done.
    """

    run: str
    agent: str
    part: str
    round: int = 0
    done: bool = False
    problem: str = ""


@frozen(kw_only=True)
class ApprovalDeclined(Event):
    """A run, or the ``tool`` that was to have effects, may not begin; ``reason`` says why."""

    tool: str
    reason: str


@frozen(kw_only=True)
class RunEnded(Event):
    """A delegated run came to its result."""

    result: RunResult


@frozen(kw_only=True)
class Pinned(Event):
    """What the agent is always shown from now on."""

    text: str


@frozen(kw_only=True)
class Compacted(Event):
    """What was said so far went into the project's context; ``messages`` are shown no more."""

    messages: int
