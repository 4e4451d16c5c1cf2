"""Size presets: how large a story is meant to become."""

from __future__ import annotations

from enum import StrEnum


class Size(StrEnum):
    """The presets, smallest first."""

    MICRO = "micro"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
