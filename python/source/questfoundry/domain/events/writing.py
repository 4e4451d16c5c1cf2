"""Events about writing the passages of a story and about its full review."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class WritingStarted(Event, name="writing_start"):
    """The event that the voice is decided and writing starts.

    ``kept`` of the ``passages`` are reused; the others are written.
    """

    model: str
    passages: int
    kept: int = 0


@frozen(kw_only=True)
class PassageStarted(Event, name="passage_start"):
    """The event that writing of a passage starts; other passages may be written concurrently."""

    passage: str


@frozen(kw_only=True)
class PassageAskedAgain(Event):
    """The event that a draft is requested again because of findings of checks or reviewers."""

    passage: str
    findings: tuple[str, ...]


@frozen(kw_only=True)
class PassageWritten(Event):
    """The event that a passage is written; ``done`` of ``total`` are finished.

    ``findings`` remain after the last revision. ``kept`` means that the passage existed before.
    """

    passage: str
    title: str
    done: int
    total: int
    words: int
    findings: tuple[str, ...]
    kept: bool = False


@frozen(kw_only=True)
class ReadingFailed(Event):
    """The event that no valid facts, or no valid review, of a written passage were obtained."""

    reading: str
    passage: str
    problem: str


@frozen(kw_only=True)
class WholeReadingStarted(Event, name="whole_reading_start"):
    """The event that the full review starts; the story is read along ``arcs`` playthroughs."""

    model: str
    arcs: int


@frozen(kw_only=True)
class WholeRead(Event):
    """The event that the full review ended; ``serious`` of its ``findings`` are serious.

    ``exchanged`` findings are fixed by replacing words in a sentence. The ``mended`` passages are
    rewritten because of the other findings, and the story is then reviewed again.
    """

    findings: int
    serious: int
    exchanged: int = 0
    mended: tuple[str, ...] = ()


@frozen(kw_only=True)
class WholeUnread(Event):
    """The event that the full review, or a part of it, is skipped.

    The model is not able to review, or ``problem`` says that the budget is spent.
    """

    model: str
    problem: str = ""
