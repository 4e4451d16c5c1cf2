"""Terminal input and output: results go to standard output, everything else to standard error."""

from __future__ import annotations

import os
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
