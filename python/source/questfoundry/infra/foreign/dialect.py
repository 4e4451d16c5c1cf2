"""Define the base class of markup readers, one for each Twine story format, such as SugarCube."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from re import Match
from typing import ClassVar

from questfoundry.infra.foreign.parser_state import ParserState


class TwineDialect(ABC):
    """A reader of one passage in the markup of one Twine story format.

    ``tokens`` has a regular expression for each kind of token, by the name of the kind. An
    expression begins with a bracket, a slash or a backtick, or matches only at the start of the
    text. It must not search past the next opening bracket of its own kind. Otherwise the reading
    time of a hostile file could grow faster than the file.
    """

    tokens: ClassVar[Mapping[str, str]]

    def __init__(self, state: ParserState) -> None:
        self._state = state

    @abstractmethod
    def handle_token(self, token: Match[str]) -> None:
        """Read ``token`` and store the result in the parser state.

        ``token`` is a match of an expression in ``tokens``; its ``lastgroup`` names the expression.
        """

    def close(self) -> None:  # noqa: B027  most dialects leave nothing open
        """Close all markup that is still open at the end of the passage."""
