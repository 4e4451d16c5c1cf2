"""Calls of models, and of the tools that models call."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class RequestShortened(Event):
    """A request was longer than the model's window; ``left_out`` says what gave way."""

    scope: str
    left_out: tuple[str, ...]


@frozen(kw_only=True)
class ModelCallStarted(Event, name="llm_call_start"):
    """A model was asked; ``input_tokens`` is an estimate."""

    model: str
    scope: str
    input_tokens: int


@frozen(kw_only=True)
class ModelCallFinished(Event, name="llm_call_end"):
    """A model answered; ``replayed`` answers came from the journal and cost nothing now."""

    model: str
    scope: str
    usage: Usage
    seconds: float
    finish_reason: str
    replayed: bool


@frozen(kw_only=True)
class ModelCallRetried(Event, name="llm_call_retry"):
    """A call failed on its way and is made again after ``wait`` seconds."""

    model: str
    attempt: int
    wait: float
    problem: str


@frozen(kw_only=True)
class ToolCallStarted(Event, name="tool_call_start"):
    """A model called a tool."""

    tool: str
    arguments: str


@frozen(kw_only=True)
class ToolCallFinished(Event, name="tool_call_result"):
    """A tool answered."""

    tool: str
    result: str
    size: int


@frozen(kw_only=True)
class ToolWithdrawn(Event):
    """A tool is no longer offered, because it was called in circles."""

    tool: str
    reason: str
