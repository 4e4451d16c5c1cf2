"""Define whether a stage holds its three phases in full or condensed."""

from enum import StrEnum


class PhaseMode(StrEnum):
    """The two ways to hold Discuss, Summarize and Serialize.

    ``FULL``: each phase has its own requests, with every model.
    ``CONDENSED``: without an author, a large model does several phases in one request.
    """

    FULL = "full"
    CONDENSED = "condensed"
