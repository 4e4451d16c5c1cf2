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


class PhaseMode(StrEnum):
    """The two ways to hold Discuss, Summarize and Serialize.

    ``FULL``: each phase has its own requests, with every model.
    ``CONDENSED``: without an author, a large model does several phases in one request.
    """

    FULL = "full"
    CONDENSED = "condensed"
