"""What happens while a stage runs, as values: progress and logs are made from these.

Names are past tense or name a moment. Events carry no secrets: no keys, no headers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from attrs import frozen

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.gist import Gist
from questfoundry.domain.unmet import Unmet


@frozen(kw_only=True)
class Event:
    """Something that happened; logs call it by its ``name``, made of its class's unless given."""

    name: ClassVar[str]

    def __init_subclass__(cls, *, name: str = "") -> None:
        # attrs makes each class twice, the second time with what the first one holds.
        if "name" not in vars(cls):
            cls.name = name or re.sub(r"\B(?=[A-Z])", "_", cls.__name__).lower()


@frozen(kw_only=True)
class StageTurn(Event):
    """The pipeline came to a stage, the ``place``-th of ``total``.

    ``kept`` where it is settled already; ``changed`` names the stages because of which it is
    made anew.
    """

    stage: str
    place: int
    total: int
    kept: bool
    changed: tuple[str, ...] = ()


@frozen(kw_only=True)
class ModelsChosen(Event):
    """The models of a run were chosen, and are not those of the run before.

    ``origins`` says by phase what chose its model; ``note`` what the author should know of it.
    """

    origins: Mapping[str, str]
    note: str = ""


@frozen(kw_only=True)
class StageStarted(Event, name="stage_execute_start"):
    """A stage began, or goes on where ``resumed``."""

    stage: str
    run: str
    interactive: bool
    prompt_length: int
    resumed: bool = False


@frozen(kw_only=True)
class PromptCompiled(Event):
    """A prompt was rendered."""

    template: str
    source: str


@frozen(kw_only=True)
class PhaseStarted(Event, name="phase_start"):
    """A phase of a stage began."""

    stage: str
    phase: str
    model: str


@frozen(kw_only=True)
class PhaseCompleted(Event, name="phase_complete"):
    """A phase ended; ``rounds`` counts turns of Discuss and attempts of Serialize.

    ``sections`` are the parts that Serialize made, each in one attempt or more.
    """

    stage: str
    phase: str
    rounds: int
    sections: int = 1
    usage: Usage


@frozen(kw_only=True)
class StageCompleted(Event, name="stage_complete"):
    """An artifact was accepted; ``gist`` says what it is."""

    stage: str
    run: str
    llm_calls: int
    tokens_used: int
    gist: Gist = ()


@frozen(kw_only=True)
class StageFailed(Event):
    """A stage ended without an artifact; it can be resumed."""

    stage: str
    run: str
    problem: str


@frozen(kw_only=True)
class WritingStarted(Event, name="writing_start"):
    """The voice is settled; ``kept`` of the ``passages`` stay as they are, the others follow."""

    model: str
    passages: int
    kept: int = 0


@frozen(kw_only=True)
class PassageStarted(Event, name="passage_start"):
    """A passage's turn to be written came; others may be written at the same time."""

    passage: str


@frozen(kw_only=True)
class PassageAskedAgain(Event):
    """A draft of a passage is asked for again, because of what the checks, or a reader, found."""

    passage: str
    findings: tuple[str, ...]


@frozen(kw_only=True)
class PassageWritten(Event):
    """A passage is written; ``done`` of ``total`` are.

    ``findings`` are what the checks still say after the last revision. It is ``kept`` where it
    was there before.
    """

    passage: str
    title: str
    done: int
    total: int
    words: int
    findings: tuple[str, ...]
    kept: bool = False


@frozen(kw_only=True)
class MadeFromStale(Event):
    """A stage is made, though these before it should be made anew."""

    stage: str
    stale: tuple[str, ...]


@frozen(kw_only=True)
class NotFollowed(Event):
    """Something that the author asked for is not in what a stage, or a rewriting, makes."""

    stage: str
    unmet: tuple[Unmet, ...]


@frozen(kw_only=True)
class ReadingFailed(Event):
    """A written passage goes without its facts, or its review: no answer about it was valid."""

    reading: str
    passage: str
    problem: str


@frozen(kw_only=True)
class WholeReadingStarted(Event, name="whole_reading_start"):
    """The story is written, and is read along so many ``arcs``."""

    model: str
    arcs: int


@frozen(kw_only=True)
class WholeRead(Event):
    """The readers of the whole are done; ``serious`` of their ``findings`` are.

    ``mended`` are the passages that are written anew because of them, after which the story is
    read again.
    """

    findings: int
    serious: int
    mended: tuple[str, ...] = ()


@frozen(kw_only=True)
class WordsExchanged(Event):
    """So many findings of readers are mended by other words in a sentence of the prose."""

    findings: int


@frozen(kw_only=True)
class WholeUnread(Event):
    """The story, or a part of it, is not read as a whole: its model cannot, or nothing is left."""

    model: str
    problem: str = ""


@frozen(kw_only=True)
class BookOpened(Event):
    """A file that may be a book is read now; ``size`` is in bytes."""

    file: str
    size: int


@frozen(kw_only=True)
class BookRead(Event):
    """The text of a book was read from its file, and is stored now."""

    book: str
    pages: int
    made_pages: bool


@frozen(kw_only=True)
class ChunksIndexed(Event):
    """A search can find ``done`` of the ``total`` chunks of a book."""

    book: str
    done: int
    total: int


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
class AuthorLineReplayed(Event):
    """A line that the author typed before the run was interrupted counts again."""

    line: str


@frozen(kw_only=True)
class AuthorLineRefused(Event):
    """A line that the author typed is too long for the model, and does not count."""

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


@frozen(kw_only=True)
class ValidationStarted(Event, name="validation_start"):
    """An answer is being checked."""

    phase: str
    attempt: int


@frozen(kw_only=True)
class ValidationFailed(Event):
    """An answer has a fault; one event a fault."""

    attempt: int
    field: str
    issue: str


@frozen(kw_only=True)
class SectionAskedAgain(Event):
    """A section of an artifact is asked for again; ``faults`` are why, each with its field."""

    section: str
    attempt: int
    faults: tuple[str, ...]


@frozen(kw_only=True)
class AnswerCut(Event):
    """Fields were still too long in the last attempt, and were cut at a sentence or an entry."""

    section: str
    fields: tuple[str, ...]


@frozen(kw_only=True)
class AnswerMended(Event):
    """An answer broke rules at the last attempt, too, and code made the nearest that keeps them."""

    section: str


@frozen(kw_only=True)
class ValidationPassed(Event):
    """An answer is a valid artifact."""

    attempt: int
