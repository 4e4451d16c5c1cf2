"""A line from the person at the terminal, or from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable

from questfoundry.cli.console import is_terminal
from questfoundry.domain.errors import InputError

PROMPT = "> "


def read_line(prompt: str, write: Callable[[str], None]) -> str | None:
    """The line without its end; ``None`` at the end of input.

    At a terminal with the terminal's own editing; else the prompt is written, and a line end
    after it, so that what follows begins anew.
    """
    try:
        if is_terminal(sys.stdin) and is_terminal(sys.stdout):
            _bring_editing()
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


def _bring_editing() -> None:
    """Importing readline is what gives ``input`` arrow keys and a history."""
    try:
        import readline  # noqa: F401
    except ImportError:  # some builds of Python have none
        return
