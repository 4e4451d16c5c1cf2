"""The output of a running stage: the model's text, notes, and a waiting line.

The model's text goes to standard output, or to standard error if standard output is for JSON.
Notes go to standard error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from questfoundry.cli.console import console, write_in_brief
from questfoundry.cli.text import clean

_ERASE_LINE = "\r\x1b[2K"
_WORDS_AND_SPACES = re.compile(r"\n|[^\S\n]+|\S+")


class Screen:
    """Keeps apart what is written piece by piece and line by line.

    ``lively`` says that a line can be taken back.
    """

    def __init__(self, *, text_to_stderr: bool = False) -> None:
        self._words = console(stderr=text_to_stderr)
        self._wrapper = StreamWrapper(self._words.width)
        self._notes = console(stderr=True)
        self.is_live = self._notes.is_terminal and os.environ.get("TERM") != "dumb"
        self._in_text = False
        self._waiting = False

    def stream(self, piece: str) -> None:
        """Write a piece of the model's words as it comes."""
        self._stop_waiting()
        self._write(self._wrapper.feed(clean(piece)))

    def finish_line(self) -> None:
        """Stop waiting, and end the model's words with a line break, if they did not."""
        self._stop_waiting()
        self._write(self._wrapper.flush())
        if self._in_text:
            self._write(self._wrapper.feed("\n"))

    def note(self, line: str) -> None:
        """Tell of progress in a line of its own."""
        self.finish_line()
        self._notes.print(clean(line), style="dim")

    def show_fields(self, fields: Sequence[tuple[str, str]]) -> None:
        """Tell what came of a stage: names and values, none longer than two lines."""
        self.finish_line()
        write_in_brief(fields, self._notes)
        self._notes.file.flush()

    def show_waiting(self, line: str) -> None:
        """Show on a terminal what is waited for, until the next output."""
        if self.is_live and not self._in_text:
            self._stop_waiting()
            self._notes.file.write(clean(line)[: self._notes.width - 1])
            self._notes.file.flush()
            self._waiting = True

    def _stop_waiting(self) -> None:
        if self._waiting:
            self._notes.file.write(_ERASE_LINE)
            self._notes.file.flush()
            self._waiting = False

    def _write(self, text: str) -> None:
        if text:
            self._words.file.write(text)
            self._words.file.flush()
            self._in_text = not text.endswith("\n")


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
