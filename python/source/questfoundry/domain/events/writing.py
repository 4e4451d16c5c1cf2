"""Define the events of writing the passages of a story, and of the full review of the story."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class WritingStarted(Event, name="writing_start"):
    """The event that the writing of passages starts, after the voice is decided.

    ``passages`` is the number of all passages, ``kept`` the number of passages that are reused and
    not written.
    """

    model: str
    passages: int
    kept: int = 0


@frozen(kw_only=True)
class PassageStarted(Event, name="passage_start"):
    """The event that the writing of a passage starts; several passages may be written at once."""

    passage: str


@frozen(kw_only=True)
class PassageAskedAgain(Event):
    """The event that another draft of a passage is requested, because of ``findings``.

    The findings are problems that checks or reviewers found in the last draft.
    """

    passage: str
    findings: tuple[str, ...]


@frozen(kw_only=True)
class PassageWritten(Event):
    """The event that a passage is written; ``done`` of ``total`` passages are finished.

    ``findings`` are the problems left after the last revision. ``kept`` is true if the passage
    existed before and is reused.
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
    """The event that a model gave no valid answer to a request to review or analyse prose.

    ``reading`` names the kind of request, ``passage`` the first passage of the prose.
    """

    reading: str
    passage: str
    problem: str


@frozen(kw_only=True)
class WholeReadingStarted(Event, name="whole_reading_start"):
    """The event that the full review of the story starts, along ``arcs`` playthroughs."""

    model: str
    arcs: int


@frozen(kw_only=True)
class WholeRead(Event):
    """The event that the full review of the story ended.

    ``findings``, ``serious``: the numbers of all problems found, and of the serious problems.
    ``exchanged``: the number of problems that were solved by a replacement of a few words.
    ``mended``: the passages that are rewritten because of other problems. After the rewrite, the
      story is reviewed again.
    """

    findings: int
    serious: int
    exchanged: int = 0
    mended: tuple[str, ...] = ()


@frozen(kw_only=True)
class WholeUnread(Event):
    """The event that the full review, or a part of it, was skipped.

    ``problem`` says that the budget is spent. It is empty if the model is not able to review prose.
    """

    model: str
    problem: str = ""
