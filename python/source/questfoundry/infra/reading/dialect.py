"""What a story format's markup is to a reader: marks to be found, and what each one means."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from re import Match
from typing import ClassVar

from questfoundry.infra.reading.sheet import Sheet


class Dialect(ABC):
    """The markup of a format, for one passage.

    ``marks`` are regular expressions by group name; each begins with an opening bracket or a
    slash, or at the start of the text. Files come from anybody: no mark may look past the next
    opening of its own kind, so that reading takes time in line with the text.
    """

    marks: ClassVar[Mapping[str, str]]

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    @abstractmethod
    def take(self, mark: Match[str]) -> None:
        """Write down what the mark means; ``mark.lastgroup`` is one of those of this dialect."""

    def close(self) -> None:  # noqa: B027  most dialects leave nothing open
        """The passage is over."""
