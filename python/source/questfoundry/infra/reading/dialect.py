"""Define the base class of the markup readers, one for each Twine story format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from re import Match
from typing import ClassVar

from questfoundry.infra.reading.parser_state import ParserState


class TwineDialect(ABC):
    """The reader of one story format's markup in one passage.

    ``tokens`` maps the names of regular expression groups to the expressions. Each expression
    begins with a bracket, a slash or a backtick, or matches only at the start of the text.

    No expression may search past the next opening bracket of its own kind. Only then does the
    reading time stay linear, even for hostile files.
    """

    tokens: ClassVar[Mapping[str, str]]

    def __init__(self, state: ParserState) -> None:
        self._state = state

    @abstractmethod
    def handle_token(self, token: Match[str]) -> None:
        """Update the parser state for ``token``.

        The token's ``lastgroup`` is the key of ``tokens`` whose expression matched.
        """

    def close(self) -> None:  # noqa: B027  most dialects leave nothing open
        """Close everything that is still open at the end of the passage."""
