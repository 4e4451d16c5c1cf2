"""How the passages of a story are written, and read as a whole."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events.event import Event


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

    ``exchanged`` of them are put right by other words in a sentence; ``mended`` are the passages
    that are written anew because of the others, after which the story is read again.
    """

    findings: int
    serious: int
    exchanged: int = 0
    mended: tuple[str, ...] = ()


@frozen(kw_only=True)
class WholeUnread(Event):
    """The story, or a part of it, is not read as a whole: its model cannot, or nothing is left."""

    model: str
    problem: str = ""
