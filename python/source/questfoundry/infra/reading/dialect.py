"""The base class of the markup readers of the Twine story formats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from re import Match
from typing import ClassVar

from questfoundry.infra.reading.parser_state import ParserState


class TwineDialect(ABC):
    """The reader of one story format's markup in one passage.

    ``tokens`` maps group names to regular expressions. Each expression begins with a bracket, a
    slash or a backtick, or matches only at the start of the text. No expression may search past
    the next opening bracket of its own kind: the reading time must stay linear, even for
    hostile files.
    """

    tokens: ClassVar[Mapping[str, str]]

    def __init__(self, state: ParserState) -> None:
        self._state = state

    @abstractmethod
    def handle_token(self, token: Match[str]) -> None:
        """Update the parser state for ``token``, whose ``lastgroup`` is a key of ``tokens``."""

    def close(self) -> None:  # noqa: B027  most dialects leave nothing open
        """Close everything that is still open at the end of the passage."""
