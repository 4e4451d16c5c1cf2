"""Breaks text between words while it still comes, so that a terminal does not break it within."""

from __future__ import annotations

import re

_WORDS_AND_SPACES = re.compile(r"\n|[^\S\n]+|\S+")


class StreamWrapper:
    """Holds back the word that may still grow, and begins a new line where it would not fit."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._column = 0
        self._word = ""
        self._space = ""

    def feed(self, piece: str) -> str:
        """What can be written now."""
        written = []
        for part in _WORDS_AND_SPACES.findall(piece):
            if not part.isspace():
                self._word += part
                continue
            written.append(self.flush())
            if part == "\n":
                written.append("\n")
                self._column, self._space = 0, ""
            else:
                self._space += part
        return "".join(written)

    def flush(self) -> str:
        """The word that was held back, with the space before it."""
        if not self._word:
            return ""
        from rich.cells import cell_len

        length = cell_len(self._word)
        space, word = self._space, self._word
        self._space = self._word = ""
        if self._column + len(space) + length > self._width:
            line_break = "\n" if self._column else ""
            self._column = length
            return line_break + word
        self._column += len(space) + length
        return space + word
