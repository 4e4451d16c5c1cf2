"""Capture the keys that are typed while the application is still loading."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from questfoundry.presentation.text import clean

_PIECE = 4_096


@contextmanager
def read_typed_lines() -> Iterator[str]:
    r"""Yield the text that was typed before the application started, with ``\n`` for each Enter.

    During the ``with`` block the terminal neither shows typed keys nor turns Enter into a line
    feed. Without ``termios``, as on Windows, the text is empty.
    """
    try:
        import termios
    except ImportError:  # not on Windows
        yield ""
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    listening = termios.tcgetattr(terminal)
    listening[0] &= ~termios.ICRNL
    listening[3] &= ~(termios.ICANON | termios.ECHO)
    try:
        termios.tcsetattr(terminal, termios.TCSANOW, listening)
        yield clean(_read_pending(terminal))
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _read_pending(terminal: int) -> str:
    data = b""
    while select.select([terminal], [], [], 0)[0] and (piece := os.read(terminal, _PIECE)):
        data += piece
    return data.decode(errors="ignore").replace("\r", "\n")
