"""What a story format's markup does to what is known of a passage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from re import Match
from typing import ClassVar

from questfoundry.infra.reading.parser_state import ParserState


class TwineDialect(ABC):
    """The markup of a story format, for one passage.

    ``tokens`` are regular expressions by group name; each begins with a bracket, a slash or a
    backtick, or at the start of the text. Files come from anybody: no token may look past the next
    opening of its own kind, so that reading takes time in line with the text.
    """

    tokens: ClassVar[Mapping[str, str]]

    def __init__(self, state: ParserState) -> None:
        self._state = state

    @abstractmethod
    def take(self, token: Match[str]) -> None:
        """Do to the state what the token means; ``lastgroup`` is one of this dialect's names."""

    def close(self) -> None:  # noqa: B027  most dialects leave nothing open
        """The passage is over."""
