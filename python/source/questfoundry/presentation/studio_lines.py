"""Read the author's lines while other work continues, and the slash commands of the studio."""

import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import UnsupportedOperation
from threading import Thread
from typing import Protocol, TextIO

from attrs import field, frozen

from questfoundry.app.phases.discuss_tools import is_command
from questfoundry.domain.errors import InputError
from questfoundry.presentation.console import PROMPT, is_terminal


@frozen
class StudioLine:
    """A slash command of the studio.

    ``is_in_plain``: it also works with ``qf studio --plain``. ``is_at_desk``: it also works in a
    chat of ``qf desk``, which has buttons in place of most commands.
    """

    name: str
    argument: str
    help: str
    is_in_plain: bool = field(default=True, kw_only=True)
    is_at_desk: bool = field(default=False, kw_only=True)

    @property
    def usage(self) -> str:
        """The command and its argument as the author types them."""
        return f"{self.name} {self.argument}".rstrip()


LINES = (
    StudioLine("/run", "TASK", "start a run of all agents directly", is_at_desk=True),
    StudioLine("/coordinate", "TASK", "do the same as /run", is_at_desk=True),
    StudioLine(
        "/pin", "TEXT", "keep a text in the agent's mind for the whole session", is_at_desk=True
    ),
    StudioLine("/card", "NUMBER", "show a run with its drafts, votes and reasons"),
    StudioLine(
        "/choose",
        "NUMBER AGENT [DRAFT]",
        "make an agent's draft the answer of run NUMBER, whatever the vote chose",
    ),
    StudioLine("/edit", "[FIELD VALUE]", "change the run that waits for your approval"),
    StudioLine("/status", "", "show the state and the cost of the session"),
    StudioLine("/cancel", "", "stop the current work, and use the finished answers"),
    StudioLine("/pause", "", "pause the current work, to continue it later"),
    StudioLine("/continue", "", "continue the paused work"),
    StudioLine(
        "/session", "NUMBER", "continue the session NUMBER; without NUMBER, list all sessions"
    ),
    StudioLine("/copy", "", "copy the last answer to the clipboard", is_in_plain=False),
    StudioLine("/quit", "", "stop here (Ctrl-D does the same); everything is saved"),
    StudioLine("/help", "", "show this help"),
)

PLAIN_LINES = tuple(each for each in LINES if each.is_in_plain)

DESK_LINES = tuple(each for each in LINES if each.is_at_desk)

ALIASES = {"help": "/help", "?": "/help", "exit": "/quit", "quit": "/quit"}
"""Words that new users type, mapped to the commands that they mean."""


def split_command(line: str, lines: Sequence[StudioLine] = LINES) -> tuple[str, str]:
    """Return the command of ``lines`` at the start of ``line`` and its argument.

    For a message, the command is empty, and the argument is ``line``. Raise ``InputError`` with
    the list of commands for any other slash command, so that no model is asked about a mistyped
    command.
    """
    if not is_command(line):
        return "", line
    name, *rest = line.split(maxsplit=1)
    if all(each.name != name for each in lines):
        known = ", ".join(each.usage for each in lines)
        raise InputError(
            f"There is no command {name!r} here. The commands are: {known}.\n"
            "To send a message that starts with a slash, put a word in front of the slash."
        )
    return name, "".join(rest).strip()


def find_commands(typed: str) -> list[StudioLine]:
    """Return the commands that start with ``typed``, for completion while the author types."""
    if not typed.startswith("/") or " " in typed or "\n" in typed:
        return []
    return [each for each in LINES if each.name.startswith(typed)]


def help_text(lines: Sequence[StudioLine] = LINES) -> str:
    """Return one line for each command of ``lines``."""
    widest = max(len(each.usage) for each in lines) + 1
    return "\n".join(f"  {each.usage:<{widest}} {each.help}" for each in lines)


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
