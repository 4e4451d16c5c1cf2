"""The settings of a run that choose among a few ways to work."""

from enum import StrEnum


class Review(StrEnum):
    """The extent to which a model reviews the prose.

    ``READ``: a model reads a few whole playthroughs and reports problems.
    ``WHOLE``: in addition, serious problems that it reports are corrected.
    ``PASSAGES``: in addition, each passage is reviewed while it is written.
    """

    NONE = "none"
    READ = "read"
    PASSAGES = "passages"
    WHOLE = "whole"


class ProseMode(StrEnum):
    """The writer of the words that players read.

    ``MODEL``: a model writes them.
    ``MINE``: the author writes all of them; models only plan.
    ``POLISH``: the author writes them, and accepts changes that a model proposes one by one. The
      settings may also call it "mine, then polish".
    """

    MODEL = "model"
    MINE = "mine"
    POLISH = "polish"

    @classmethod
    def _missing_(cls, value: object) -> "ProseMode | None":
        return cls.POLISH if value == "mine, then polish" else None

    @property
    def is_mine(self) -> bool:
        """Return whether the author writes."""
        return self is not ProseMode.MODEL


class PhaseMode(StrEnum):
    """The two ways to hold Discuss, Summarize and Serialize.

    ``FULL``: each phase has its own requests, with every model.
    ``CONDENSED``: without an author, a large model does several phases in one request.
    """

    FULL = "full"
    CONDENSED = "condensed"
