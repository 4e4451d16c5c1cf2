"""What happens while a stage runs, as values: progress and logs are made from these.

Names are past tense or name a moment; each event says in ``name`` how logs call it. They
carry no secrets: no keys, no headers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import frozen

from questfoundry.domain.chat.usage import Usage


@frozen(kw_only=True)
class StageTurn:
    """The pipeline came to a stage, the ``place``-th of ``total``.

    ``kept`` where it is settled already; ``changed`` names the stages because of which it is
    made anew.
    """

    name: ClassVar[str] = "stage_turn"
    stage: str
    place: int
    total: int
    kept: bool
    changed: tuple[str, ...] = ()


@frozen(kw_only=True)
class ModelsChosen:
    """The models of a run were chosen, and are not those of the run before.

    ``origins`` says by phase what chose its model; ``note`` what the author should know of it.
    """

    name: ClassVar[str] = "models_chosen"
    origins: Mapping[str, str]
    note: str = ""


@frozen(kw_only=True)
class StageStarted:
    """A stage began, or goes on where ``resumed``."""

    name: ClassVar[str] = "stage_execute_start"
    stage: str
    run: str
    interactive: bool
    prompt_length: int
    resumed: bool = False


@frozen(kw_only=True)
class PromptCompiled:
    """A prompt was rendered."""

    name: ClassVar[str] = "prompt_compiled"
    template: str
    source: str


@frozen(kw_only=True)
class PhaseStarted:
    """A phase of a stage began."""

    name: ClassVar[str] = "phase_start"
    stage: str
    phase: str
    model: str


@frozen(kw_only=True)
class PhaseCompleted:
    """A phase ended; ``rounds`` counts turns of Discuss and attempts of Serialize.

    ``sections`` are the parts that Serialize made, each in one attempt or more.
    """

    name: ClassVar[str] = "phase_complete"
    stage: str
    phase: str
    rounds: int
    sections: int = 1
    usage: Usage


@frozen(kw_only=True)
class StageCompleted:
    """An artifact was accepted."""

    name: ClassVar[str] = "stage_complete"
    stage: str
    run: str
    llm_calls: int
    tokens_used: int


@frozen(kw_only=True)
class StageFailed:
    """A stage ended without an artifact; it can be resumed."""

    name: ClassVar[str] = "stage_failed"
    stage: str
    run: str
    problem: str


@frozen(kw_only=True)
class WritingStarted:
    """The voice is settled, and ``passages`` passages are written from now on."""

    name: ClassVar[str] = "writing_start"
    model: str
    passages: int


@frozen(kw_only=True)
class PassageStarted:
    """A passage's turn to be written came; others may be written at the same time."""

    name: ClassVar[str] = "passage_start"
    passage: str


@frozen(kw_only=True)
class PassageWritten:
    """A passage is written; ``done`` of ``total`` are.

    ``findings`` counts what the checks still say after the last revision.
    """

    name: ClassVar[str] = "passage_written"
    passage: str
    done: int
    total: int
    words: int
    findings: int


@frozen(kw_only=True)
class ReadingFailed:
    """A written passage goes without its facts, or its review: no answer about it was valid."""

    name: ClassVar[str] = "reading_failed"
    reading: str
    passage: str
    problem: str


@frozen(kw_only=True)
class BookRead:
    """The text of a book was read from its file, and is stored now."""

    name: ClassVar[str] = "book_read"
    book: str
    pages: int
    made_pages: bool


@frozen(kw_only=True)
class ChunksIndexed:
    """A search can find ``done`` of the ``total`` chunks of a book."""

    name: ClassVar[str] = "chunks_indexed"
    book: str
    done: int
    total: int


@frozen(kw_only=True)
class ModelCallStarted:
    """A model was asked; ``input_tokens`` is an estimate."""

    name: ClassVar[str] = "llm_call_start"
    model: str
    scope: str
    input_tokens: int


@frozen(kw_only=True)
class ModelCallFinished:
    """A model answered; ``replayed`` answers came from the journal and cost nothing now."""

    name: ClassVar[str] = "llm_call_end"
    model: str
    scope: str
    usage: Usage
    seconds: float
    finish_reason: str
    replayed: bool


@frozen(kw_only=True)
class ModelCallRetried:
    """A call failed on its way and is made again after ``wait`` seconds."""

    name: ClassVar[str] = "llm_call_retry"
    model: str
    attempt: int
    wait: float
    problem: str


@frozen(kw_only=True)
class AuthorLineReplayed:
    """A line that the author typed before the run was interrupted counts again."""

    name: ClassVar[str] = "author_line_replayed"
    line: str


@frozen(kw_only=True)
class ToolCallStarted:
    """A model called a tool."""

    name: ClassVar[str] = "tool_call_start"
    tool: str
    arguments: str


@frozen(kw_only=True)
class ToolCallFinished:
    """A tool answered."""

    name: ClassVar[str] = "tool_call_result"
    tool: str
    result: str
    size: int


@frozen(kw_only=True)
class ToolWithdrawn:
    """A tool is no longer offered, because it was called in circles."""

    name: ClassVar[str] = "tool_withdrawn"
    tool: str
    reason: str


@frozen(kw_only=True)
class ValidationStarted:
    """An answer is being checked."""

    name: ClassVar[str] = "validation_start"
    phase: str
    attempt: int


@frozen(kw_only=True)
class ValidationFailed:
    """An answer has a fault; one event a fault."""

    name: ClassVar[str] = "validation_failed"
    attempt: int
    field: str
    issue: str


@frozen(kw_only=True)
class ValidationPassed:
    """An answer is a valid artifact."""

    name: ClassVar[str] = "validation_passed"
    attempt: int


Event = (
    StageTurn
    | ModelsChosen
    | StageStarted
    | PromptCompiled
    | PhaseStarted
    | PhaseCompleted
    | StageCompleted
    | StageFailed
    | WritingStarted
    | PassageStarted
    | PassageWritten
    | ReadingFailed
    | BookRead
    | ChunksIndexed
    | ModelCallStarted
    | ModelCallFinished
    | ModelCallRetried
    | AuthorLineReplayed
    | ToolCallStarted
    | ToolCallFinished
    | ToolWithdrawn
    | ValidationStarted
    | ValidationFailed
    | ValidationPassed
)
