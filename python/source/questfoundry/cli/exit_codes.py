"""The exit codes of ``qf``: what kind of trouble it was, for scripts."""

from __future__ import annotations

from questfoundry.domain.errors import (
    AuthorError,
    AuthorLeft,
    BudgetReachedError,
    ConversationError,
    LLMError,
    ReplayError,
    StoreError,
)

PROBLEM_FOUND = 1
"""``qf doctor`` found something that will not work, or ``qf check`` a structure not sound."""

BAD_INPUT = 3
"""What was typed, a setting or a prompt cannot be used."""

BAD_FILES = 4
"""The project's files are damaged, locked, or cannot be written."""

NO_PROVIDER = 5
"""The provider was not reached, refused, or wants a key."""

NO_ARTIFACT = 6
"""The model gave no valid artifact."""

BUDGET_REACHED = 7
"""What might be spent is spent; the next run goes on."""

BUG = 70
"""A fault of this program."""

INTERRUPTED = 130
"""Ctrl-C, or the author left in another way."""


def exit_code_of(problem: Exception) -> int:
    """The code for what went wrong."""
    match problem:
        case StoreError():
            return BAD_FILES
        case BudgetReachedError():
            return BUDGET_REACHED
        case AuthorError() | ReplayError():  # before OSError: a PromptError is one, too
            return BAD_INPUT
        case OSError():
            return BAD_FILES
        case LLMError():
            return NO_PROVIDER
        case ConversationError():
            return NO_ARTIFACT
        case AuthorLeft():
            return INTERRUPTED
        case _:
            return BUG
