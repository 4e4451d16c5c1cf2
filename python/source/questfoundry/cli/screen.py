"""One place for a stage's output while it runs: the model's words, notes, and waiting.

The model's words go to standard output, or to standard error where that is kept for JSON.
Notes go to standard error.
"""

from __future__ import annotations

import os
import sys

from questfoundry.cli.console import console
from questfoundry.cli.text import clean

_ERASE_LINE = "\r\x1b[2K"


class Screen:
    """Keeps apart what is written piece by piece and line by line."""

    def __init__(self, *, text_to_stderr: bool = False) -> None:
        self._text_to_stderr = text_to_stderr
        self._notes = console(stderr=True)
        self._lively = self._notes.is_terminal and os.environ.get("TERM") != "dumb"
        self._in_text = False
        self._waiting = False

    def stream(self, piece: str) -> None:
        """Write a piece of the model's words as it comes."""
        shown = clean(piece)
        if shown:
            self._stop_waiting()
            self._text(shown)
            self._in_text = not shown.endswith("\n")

    def settle(self) -> None:
        """Stop waiting, and end the model's words with a line break, if they did not."""
        self._stop_waiting()
        if self._in_text:
            self._text("\n")
            self._in_text = False

    def note(self, line: str) -> None:
        """Tell of progress in a line of its own."""
        self.settle()
        self._notes.print(clean(line), style="dim", soft_wrap=True)

    def wait(self, line: str) -> None:
        """Show on a terminal what is waited for, until the next output."""
        if self._lively and not self._in_text:
            self._stop_waiting()
            self._notes.file.write(clean(line)[: self._notes.width - 1])
            self._notes.file.flush()
            self._waiting = True

    def _stop_waiting(self) -> None:
        if self._waiting:
            self._notes.file.write(_ERASE_LINE)
            self._notes.file.flush()
            self._waiting = False

    def _text(self, text: str) -> None:
        stream = sys.stderr if self._text_to_stderr else sys.stdout
        stream.write(text)
        stream.flush()
