"""Define the events of a studio session and its delegated runs (tasks for agents)."""

from attrs import frozen

from questfoundry.domain.events import Event
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.run.spec import RunSpec
from questfoundry.domain.session.state import SessionState, SessionStep


@frozen(kw_only=True)
class StateChanged(Event):
    """The event that the session moved from one state to another."""

    before: SessionState
    step: SessionStep
    after: SessionState


@frozen(kw_only=True)
class MessageQueued(Event):
    """The event that the author's message has to wait until the current work is finished.

    ``place`` is the position of the message in the queue, from 1.
    """

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
    """The event that the agent answered a message; the run ``run`` stores what the answer cost."""

    text: str
    run: str


@frozen(kw_only=True)
class TurnFailed(Event):
    """The event that a message got no answer, because of ``problem``; the session can continue."""

    problem: str
    run: str


@frozen(kw_only=True)
class RunLaunched(Event):
    """The event that a delegated run (a task for agents) started.

    If ``resumed`` is true, the run continues after an interruption.
    """

    run: str
    label: str
    spec: RunSpec
    agents: tuple[str, ...]
    resumed: bool = False


@frozen(kw_only=True)
class AgentMoved(Event):
    """The event that an agent of a delegated run started or finished a part of its work.

    ``part``: the part of the work, such as a draft.
    ``round``: the number of the round of refinement.
    ``done``: true if the agent finished the part, false if it started the part.
    ``problem``: why the part failed; empty if it did not fail.
    """

    run: str
    agent: str
    part: str
    round: int = 0
    done: bool = False
    problem: str = ""


@frozen(kw_only=True)
class ApprovalDeclined(Event):
    """The event that a run, or a call of the tool ``tool``, was refused because of ``reason``."""

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
    """The event that the conversation was summarised into the project context.

    The summary replaces earlier messages, which are no longer sent to the model. ``messages`` is
    the number of these messages.
    """

    messages: int
