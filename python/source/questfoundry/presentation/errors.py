"""Handle the errors of commands: print one message and set an exit code, without a traceback."""

import errno
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import typer

from questfoundry.domain.errors import (
    AuthorError,
    AuthorLeft,
    BudgetReachedError,
    ConversationError,
    JobCancelledError,
    JobFailedError,
    LLMError,
    NoAnswerError,
    QuestFoundryError,
    ReplayError,
    StoreError,
    ToolFailedError,
    WindowExceededError,
)
from questfoundry.presentation.console import note, write_json
from questfoundry.presentation.remedies import remedy_lines

PROBLEM_FOUND = 1  # ``qf doctor`` found a problem, or ``qf check`` an unsound structure
BAD_INPUT = 3  # invalid input, settings or prompts
BAD_FILES = 4  # the project files are damaged, locked or not writable
NO_PROVIDER = 5  # the provider is unreachable, refused the request, or needs a key
NO_ARTIFACT = 6  # the model returned no valid artifact, or no answer
BUDGET_REACHED = 7  # the next run continues
BUG = 70
INTERRUPTED = 130  # Ctrl-C, or the author quit
HUNG_UP = 129  # SIGHUP: the terminal was closed
TERMINATED = 143  # SIGTERM


COMMAND_OPTIONS: ContextVar[frozenset[str] | None] = ContextVar("COMMAND_OPTIONS", default=None)
"""The options of the command that runs; ``None`` outside of a command."""


def exit_code_of(problem: Exception) -> int:
    """Return the exit code of the command that failed with ``problem``."""
    match problem:
        case StoreError():
            return BAD_FILES
        case BudgetReachedError():
            return BUDGET_REACHED
        # Before OSError: a PromptError is an OSError, too.
        case AuthorError() | ReplayError() | WindowExceededError():
            return BAD_INPUT
        case OSError():
            return BAD_FILES
        case ConversationError() | NoAnswerError() | ToolFailedError() | JobFailedError():
            return NO_ARTIFACT
        case LLMError():
            return NO_PROVIDER
        case AuthorLeft() | JobCancelledError():
            return INTERRUPTED
        case _:
            return BUG


@contextmanager
def report_errors(*, as_json: bool, debug: bool, project: Path | None = None) -> Iterator[None]:
    """Print an exception of the ``with`` block as a message without secrets; exit with its code."""
    try:
        yield
    except (typer.Exit, typer.BadParameter):
        raise
    except Exception as problem:
        if isinstance(problem, OSError) and problem.errno == errno.EPIPE:
            raise  # Typer ends quietly when the reader of a pipe has gone
        if debug:
            note(_redact("".join(traceback.format_exception(problem)).rstrip()))
        code = exit_code_of(problem)
        message = "\n".join((_describe(problem, project), *getattr(problem, "__notes__", ())))
        _write(_redact(message), code, prefix="Error: ", as_json=as_json)
        raise typer.Exit(code) from problem


def report_interruption(resume_hint: str, code: int, *, as_json: bool) -> None:
    """Report that the work was interrupted; ``resume_hint`` says how to resume it."""
    _write(f"Interrupted. {resume_hint}", code, prefix="\n", as_json=as_json)


def message_of(problem: QuestFoundryError, project: Path | None, command: str = "") -> str:
    """Return the description of ``problem``, followed by commands that can fix it.

    ``command``: the command to which a remedy adds an option; empty for the command that runs.
    """
    remedies = remedy_lines(problem.remedies, project, COMMAND_OPTIONS.get(), command)
    return "\n".join((problem.problem, *remedies))


def _write(message: str, code: int, *, prefix: str, as_json: bool) -> None:
    if as_json:
        write_json({"error": {"code": code, "message": message}})
    else:
        note(f"{prefix}{message}")


def _redact(text: str) -> str:
    from questfoundry.composition.settings.environment import Environment

    return Environment.read(os.environ).redact.redact(text)


def error_message(problem: Exception) -> str:
    """Return the message for any exception on a page of the desk, without secrets."""
    return _redact(_describe(problem, None, command="qf desk"))


def _describe(problem: Exception, project: Path | None, command: str = "") -> str:
    if isinstance(problem, QuestFoundryError) and exit_code_of(problem) != BUG:
        return message_of(problem, project, command)
    if isinstance(problem, OSError):
        return f"{problem}. Check the path, the free disk space and the permissions."
    return (
        f"This is a bug in QuestFoundry: {type(problem).__name__}: {problem}. Finished work "
        "is saved. Run the command again with --debug to see the traceback, and report it."
    )
