"""Define the base class of the markup readers, one for each Twine story format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from re import Match
from typing import ClassVar

from questfoundry.infra.reading.parser_state import ParserState


class TwineDialect(ABC):
    """A reader of one story format's markup in one passage.

    ``tokens`` maps group names to regular expressions, one for each kind of token. Each expression
    begins with a bracket, a slash or a backtick, or matches only at the start of the text.

    No expression may search past the next opening bracket of its own kind. Otherwise hostile files
    could make the reading time grow faster than the length of the text.
    """

    tokens: ClassVar[Mapping[str, str]]

    def __init__(self, state: ParserState) -> None:
        self._state = state

    @abstractmethod
    def handle_token(self, token: Match[str]) -> None:
        """Update the parser state for ``token``, a match of one of the expressions in ``tokens``.

        The match's ``lastgroup`` is the name of this expression.
        """

    def close(self) -> None:  # noqa: B027  most dialects leave nothing open
        """Close all markup that is still open at the end of the passage."""
