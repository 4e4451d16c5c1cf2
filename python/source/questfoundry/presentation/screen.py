"""Write the output of a running stage: the model's text, notes, and a waiting line.

A waiting line says what the program waits for; the next output erases it. The model's text goes to
standard output, or to standard error if standard output is for JSON. Notes go to standard error.
"""

import os
import re
from collections.abc import Sequence
from typing import Any

from questfoundry.presentation.console import console, write_event, write_in_brief
from questfoundry.presentation.text import clean

_ERASE_LINE = "\r\x1b[2K"
_WORDS_AND_SPACES = re.compile(r"\n|[^\S\n]+|\S+")


class Screen:
    """The output of a running stage; ``is_live``: the terminal can erase the waiting line."""

    def __init__(self, *, text_to_stderr: bool = False) -> None:
        self._words = console(stderr=text_to_stderr)
        self._wrapper = StreamWrapper(self._words.width)
        self._notes = console(stderr=True)
        self.is_live = self._notes.is_terminal and os.environ.get("TERM") != "dumb"
        self._in_text = False
        self._waiting = False

    def stream(self, piece: str) -> None:
        """Write a piece of the model's text as soon as it arrives."""
        self._stop_waiting()
        self._write(self._wrapper.feed(clean(piece)))

    def finish_line(self) -> None:
        """Erase the waiting line, and end the model's text with a line break if needed."""
        self._stop_waiting()
        self._write(self._wrapper.flush())
        if self._in_text:
            self._write(self._wrapper.feed("\n"))

    def note(self, line: str) -> None:
        """Write a progress message on a line of its own."""
        self.finish_line()
        self._notes.print(clean(line), style="dim")

    def show_fields(self, fields: Sequence[tuple[str, str]]) -> None:
        """Write names and values, each value cut to at most two lines."""
        self.finish_line()
        write_in_brief(fields, self._notes)
        self._notes.file.flush()

    def show_waiting(self, line: str) -> None:
        """Show ``line`` on a live terminal until the next output replaces it."""
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
    """A word wrapper for streamed text; it delays each word until the word is complete."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._column = 0
        self._word = ""
        self._space = ""

    def feed(self, piece: str) -> str:
        """Add ``piece`` and return the text that can be written now."""
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
        """Return the delayed word after its space or line break; empty if no word is delayed."""
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


class DualView:
    """The output of a conversation: text for people, or one JSON object per line for programs."""

    def __init__(self, screen: Screen, *, as_json: bool) -> None:
        self._screen = screen
        self._as_json = as_json

    def _show(self, event: str, line: str, **values: Any) -> None:
        if self._as_json:
            write_event(event, **values)
        else:
            self._screen.note(line)
