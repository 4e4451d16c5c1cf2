"""Read the author's lines while other work continues, at a terminal or from a pipe or file."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import UnsupportedOperation
from threading import Thread
from typing import Protocol, TextIO

from questfoundry.domain.errors import InputError
from questfoundry.presentation.console import PROMPT, is_terminal


class LineInterrupted(Exception):  # noqa: N818 - a key of the author, no error
    """The event that the author pressed Ctrl-C while a line was read."""


class AuthorLines(Protocol):
    """A source of the author's lines."""

    async def read(self) -> str | None:
        """Return the next line as a whole, or ``None`` at the end of the input."""


@contextmanager
def open_terminal_lines() -> Iterator[AuthorLines]:
    """Yield the lines that the author types; meanwhile, output appears above the typed line."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.patch_stdout import StdoutProxy

    class WholeLines(StdoutProxy):
        def flush(self) -> None:
            """Keep an incomplete line until its end; the typed line would overwrite it."""

    class TerminalLines(AuthorLines):
        async def read(self) -> str | None:
            try:
                return await session.prompt_async(handle_sigint=False)
            except EOFError:
                return None

    session: PromptSession[str] = PromptSession(PROMPT, interrupt_exception=LineInterrupted)
    errors = sys.stderr
    with (
        WholeLines(raw=True) as proxy,
        redirect_stdout(proxy),
        redirect_stderr(proxy if is_terminal(errors) else errors),
    ):
        yield TerminalLines()


class PipedLines(AuthorLines):
    """The lines of standard input, which a thread reads."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str | InputError | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        Thread(target=self._read_all, args=(loop,), daemon=True).start()

    async def read(self) -> str | None:
        """Return the next line; raise ``InputError`` if the input is not UTF-8 text."""
        line = await self._queue.get()
        if isinstance(line, InputError):
            raise line
        return line

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        for line in _iterate_lines():
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._queue.put_nowait, line)


def _iterate_lines() -> Iterator[str | InputError | None]:
    try:
        # Python could not end while a thread reads sys.stdin itself.
        stream: TextIO = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8")
    except UnsupportedOperation:
        stream = sys.stdin
    try:
        yield from (line.rstrip("\n") for line in stream)
    except UnicodeDecodeError:
        yield InputError("The input is not UTF-8 text. Set the terminal or the pipe to UTF-8.")
    yield None
