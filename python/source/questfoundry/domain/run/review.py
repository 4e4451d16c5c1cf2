"""Define how much of the prose of a story a model reviews."""

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
