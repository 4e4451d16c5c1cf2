"""Terminal input and output: results go to standard output, everything else to standard error.

A waiting line says what the program waits for; the next output erases it. A model's text goes to
standard output, or to standard error if standard output is for JSON. Notes go to standard error.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from questfoundry.domain.errors import InputError
from questfoundry.presentation.text import clean, clean_json, clip, to_plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


PROMPT = "> "
_UNWRAPPED_WIDTH = 100_000
_BRIEF_LENGTH = 160


def console(*, stderr: bool = False) -> Console:
    """Return a Rich console for standard output or error; it wraps lines only in a terminal."""
    from rich.console import Console

    made = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not made.is_terminal:
        made.width = _UNWRAPPED_WIDTH
    return made


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether ``stream`` is a terminal; Python sets a closed standard stream to ``None``."""
    return stream is not None and stream.isatty()


def is_interactive() -> bool:
    """Return whether standard input and output are terminals, so that the author can be asked."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def say(text: str = "", *, stderr: bool = False, max_width: int | None = None) -> None:
    """Write ``text``; in a terminal, wrap it between words at ``max_width`` columns or less."""
    stream = sys.stderr if stderr else sys.stdout
    if is_terminal(stream):
        made = console(stderr=stderr)
        made.print(clean(text), width=min(made.width, max_width or made.width))
    else:
        stream.write(f"{clean(text)}\n")


def note(text: str) -> None:
    """Write a message for the author to standard error."""
    say(text, stderr=True)


def write_json(document: Any) -> None:
    """Write the JSON document of a command to standard output."""
    print(clean_json(to_plain(document), indent=2))  # noqa: T201


def write_event(name: str, **values: Any) -> None:
    """Write an event to standard output as one line of JSON, without buffering."""
    print(clean_json(to_plain({"event": name, **values})), flush=True)  # noqa: T201


def write_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a table without empty columns; a heading that starts with ``>`` aligns right."""
    from rich.table import Table

    used = [at for at in range(len(columns)) if any(row[at] for row in rows)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (columns[at] for at in used):
        table.add_column(name.lstrip(">"), justify="right" if name.startswith(">") else "left")
    for row in rows:
        table.add_row(*(clean(row[at]) for at in used))
    _print(table)


def write_fields(fields: Iterable[tuple[str, str]]) -> None:
    """Write names and values in two columns; long values wrap at the terminal's width."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in fields:
        table.add_row(clean(name), clean(value))
    _print(table)


def write_in_brief(fields: Sequence[tuple[str, str]], out: Console) -> None:
    """Write names and values in two indented columns, each value cut to at most two lines."""
    from rich.cells import cell_len
    from rich.table import Table

    indent = max((cell_len(name) for name, _ in fields), default=0) + 4
    max_length = 2 * (out.width - indent) - len("...") if out.is_terminal else _BRIEF_LENGTH
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=0)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in fields:
        table.add_row("", clean(name), clean(clip(value, max(max_length, 40))))
    _print(table, out)


def _print(table: Table, out: Console | None = None) -> None:
    out = out or console()
    with out.capture() as captured:
        out.print(table)
    # Rich pads the last column with blanks; files must not contain them.
    for line in captured.get().splitlines():
        out.file.write(f"{line.rstrip()}\n")


def read_line(prompt: str, write: Callable[[str], None]) -> str | None:
    """Return the next input line without its line end, or ``None`` at the end of input.

    In a terminal the line can be edited. Otherwise ``write`` writes the prompt and, after the
    input, a line end, so that the next output starts on a new line.
    """
    try:
        if is_interactive():
            _enable_line_editing()
            return input(prompt)
        write(prompt)
        line = sys.stdin.readline()
    except EOFError:
        write("\n")
        return None
    except UnicodeDecodeError as problem:
        raise InputError(
            "The input is not UTF-8 text. Set the terminal or the pipe to UTF-8."
        ) from problem
    write("\n")
    return line.rstrip("\n") if line else None


def _enable_line_editing() -> None:
    try:
        import readline  # noqa: F401
    except ImportError:  # some builds of Python lack it
        return


def open_in_browser(address: str) -> bool:
    """Open ``address`` in the user's browser; return ``False`` if that is not possible."""
    if not _has_display():
        return False
    import webbrowser

    return webbrowser.open(address)


def _has_display() -> bool:
    if sys.platform in {"darwin", "win32"}:
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


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
