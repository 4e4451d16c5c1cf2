"""Define the base class of events, and the events of calls, answers and books."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import frozen

from questfoundry.domain.chat.usage import Usage


@frozen(kw_only=True)
class Event:
    """An event of a run; logs show its ``name``, by default the class name in lower case."""

    name: ClassVar[str]

    def __init_subclass__(cls, *, name: str = "") -> None:
        # attrs creates each class twice; the second class already has the first one's name.
        if "name" not in vars(cls):
            cls.name = name or re.sub(r"\B(?=[A-Z])", "_", cls.__name__).lower()


@frozen(kw_only=True)
class UnknownEvent(Event):
    """An event that another version of the program stored, with its name and plain fields."""

    kind: str
    fields: Mapping[str, Any]


@frozen(kw_only=True)
class RequestShortened(Event):
    """The event that ``left_out`` was removed from a request, to fit the context window."""

    scope: str
    left_out: tuple[str, ...]


@frozen(kw_only=True)
class ModelCallStarted(Event, name="llm_call_start"):
    """The event that a request was sent to a model; ``input_tokens`` is an estimated number."""

    model: str
    scope: str
    input_tokens: int


@frozen(kw_only=True)
class ModelCallFinished(Event, name="llm_call_end"):
    """The event that a model answered; a ``replayed`` answer comes from the journal at no cost.

    ``store_seconds`` is the time that it took to store the answer in the journal.
    """

    model: str
    scope: str
    usage: Usage
    seconds: float
    finish_reason: str
    replayed: bool
    store_seconds: float = 0.0


@frozen(kw_only=True)
class PromptReadInPart(Event):
    """The event that a server says to have ``read`` far fewer tokens than the prompt has words.

    ``least``: the fewest tokens that the prompt can have.
    """

    model: str
    scope: str
    read: int
    least: int


@frozen(kw_only=True)
class ModelCallRetried(Event, name="llm_call_retry"):
    """The event that a model call failed in transit; it is repeated after ``wait`` seconds."""

    model: str
    attempt: int
    wait: float
    problem: str


@frozen(kw_only=True)
class LimitWaited(Event):
    """The event that a model call waited ``wait`` seconds for the rate limit of its account."""

    model: str
    wait: float


@frozen(kw_only=True)
class StoreRetried(Event, name="store_retry"):
    """The event that the journal could not be used; it is tried again after ``wait`` seconds."""

    wait: float
    problem: str


@frozen(kw_only=True)
class ToolCallStarted(Event, name="tool_call_start"):
    """The event that a model called a tool with ``arguments``, plain JSON by parameter."""

    tool: str
    arguments: Mapping[str, Any]


@frozen(kw_only=True)
class ToolArgumentsDecoded(Event):
    """The event that arguments of a tool call arrived as JSON within a text, and were decoded."""

    model: str
    tool: str


@frozen(kw_only=True)
class ToolCallFinished(Event, name="tool_call_result"):
    """The event that a tool ended with the status ``result`` and returned ``size`` characters."""

    tool: str
    result: str
    size: int


@frozen(kw_only=True)
class ToolWithdrawn(Event):
    """The event that a tool is no longer offered to a model that called it in a loop."""

    tool: str
    reason: str


@frozen(kw_only=True)
class BookOpened(Event):
    """The event that a book file is about to be read; ``size`` is in bytes."""

    file: str
    size: int


@frozen(kw_only=True)
class BookRead(Event):
    """The event that a book was read; ``made_pages`` is true if its file has no page breaks.

    ``front_pages`` is the number of pages before page 1.
    """

    book: str
    pages: int
    made_pages: bool
    front_pages: int = 0


@frozen(kw_only=True)
class ChunksIndexed(Event):
    """The event that ``done`` of the book's ``total`` chunks (parts of the text) are searchable."""

    book: str
    done: int
    total: int


@frozen(kw_only=True)
class ValidationStarted(Event, name="validation_start"):
    """The event that the check of a model's answer starts."""

    phase: str
    attempt: int


@frozen(kw_only=True)
class ValidationFailed(Event):
    """The event that a model's answer has a fault; each fault is reported by its own event."""

    attempt: int
    field: str
    issue: str


@frozen(kw_only=True)
class SectionAskedAgain(Event):
    """The event that a section is requested again, because its fields have ``faults``."""

    section: str
    attempt: int
    faults: tuple[str, ...]


@frozen(kw_only=True)
class AnswerCut(Event):
    """The event that the program shortened overlong fields of a model's last attempt."""

    section: str
    fields: tuple[str, ...]


@frozen(kw_only=True)
class AnswerMended(Event):
    """The event that the program replaced a model's last attempt by the nearest valid answer."""

    section: str


@frozen(kw_only=True)
class ValidationPassed(Event):
    """The event that a model's answer is valid."""

    attempt: int
