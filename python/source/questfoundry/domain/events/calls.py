"""Define the events of model calls and tool calls."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class RequestShortened(Event):
    """The event that a request was shortened because it exceeded the model's context window.

    ``left_out`` lists the parts of the request that were removed.
    """

    scope: str
    left_out: tuple[str, ...]


@frozen(kw_only=True)
class ModelCallStarted(Event, name="llm_call_start"):
    """The event that a request was sent to a model; ``input_tokens`` is an estimate."""

    model: str
    scope: str
    input_tokens: int


@frozen(kw_only=True)
class ModelCallFinished(Event, name="llm_call_end"):
    """The event that a model answered.

    If ``replayed`` is true, the answer comes from the stored record of model calls and costs
    nothing.
    """

    model: str
    scope: str
    usage: Usage
    seconds: float
    finish_reason: str
    replayed: bool


@frozen(kw_only=True)
class ModelCallRetried(Event, name="llm_call_retry"):
    """The event that a model call failed in transit and will be repeated after ``wait`` seconds."""

    model: str
    attempt: int
    wait: float
    problem: str


@frozen(kw_only=True)
class ToolCallStarted(Event, name="tool_call_start"):
    """The event that a model called a tool."""

    tool: str
    arguments: str


@frozen(kw_only=True)
class ToolCallFinished(Event, name="tool_call_result"):
    """The event that a tool returned a result.

    ``result`` is the status, such as ``success``; ``size`` is the length of the whole result in
    characters of JSON.
    """

    tool: str
    result: str
    size: int


@frozen(kw_only=True)
class ToolWithdrawn(Event):
    """The event that a tool is no longer offered to a model that called it in a loop."""

    tool: str
    reason: str
