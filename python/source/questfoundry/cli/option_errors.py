"""Reword the message about a refused option value."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer


@contextmanager
def reword_refused_values() -> Iterator[None]:
    """Replace the message of a refused value, which pydantic wrote, by plain sentences."""
    try:
        yield
    except typer.BadParameter as refused:
        refused.message = _describe(refused.__cause__, refused.param) or refused.message
        raise


def _describe(problem: BaseException | None, parameter: Any) -> str:
    # Most commands are spelled correctly, so the import waits for a refused value.
    from pydantic import ValidationError

    from questfoundry.domain.text.validation import describe_error, describe_unknown

    if not isinstance(problem, ValidationError):
        return ""
    first = problem.errors(include_url=False)[0]
    if parameter and (choices := parameter.type_descriptor.choices):
        return describe_unknown(first["input"], [each.value for each in choices])
    return describe_error(first)
