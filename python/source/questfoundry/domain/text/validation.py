"""Describe in plain words why a value from a file, form or option was refused.

pydantic's own messages are written for programmers. Models read the sentences of
``prompts/feedback.yaml`` instead.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from questfoundry.domain.text.suggestion import suggest_words

_LONGEST = 60
_NAME = re.compile(r"'([^']*)'")
_SENTENCES: Mapping[str, str] = {
    "missing": "The key is missing.",
    "extra_forbidden": "There is no such key.",
    "int_from_float": "{value} is not a whole number.",
    "string_too_short": "The text needs at least {min_length} characters.",
    "string_too_long": "The text may have at most {max_length} characters.",
    "string_pattern_mismatch": "{value} does not have the form {pattern}.",
    "too_short": "Write at least {min_length} of them.",
    "too_long": "Write at most {max_length} of them.",
    "greater_than_equal": "{value} is too small. Write at least {ge:g}.",
    "greater_than": "{value} is too small. Write more than {gt:g}.",
    "less_than_equal": "{value} is too large. Write at most {le:g}.",
    "less_than": "{value} is too large. Write less than {lt:g}.",
    "finite_number": "{value} is not a finite number.",
    "json_invalid": "It is not JSON ({error}).",
}
"""Sentences by pydantic's type of an error; those of ``_TYPES`` are for the rest."""

_TYPES: Mapping[str, str] = {
    "int": "{value} is not a whole number.",
    "float": "{value} is not a number.",
    "bool": "{value} is not true or false.",
    "string": "{value} is not a text.",
    "list": "{value} is not a list. Write, for example, [one, two].",
    "tuple": "{value} is not a list. Write, for example, [one, two].",
    "dict": "{value} has no keys. Write keys with values there.",
    "model": "{value} has no keys. Write keys with values there.",
}
"""Sentences by the first word of the type of an error."""


def describe_error(details: ErrorDetails) -> str:
    """Return sentences on the reason why the value in ``details`` is invalid.

    If only certain words are valid, the sentences list them.
    """
    kind, context = details["type"], details.get("ctx", {})
    if "expected" in context and (names := _NAME.findall(context["expected"])):
        return describe_unknown(details["input"], names)
    if kind == "value_error":
        return _finish(str(context["error"]))
    known = _SENTENCES.get(kind) or _TYPES.get(kind.partition("_")[0])
    if known is None or "sentence" in context:
        return _finish(details["msg"])
    return known.format(value=_quote(details["input"]), **context)


def describe_unknown(value: object, names: Iterable[str]) -> str:
    """Return sentences that say that ``value`` is not possible, and list ``names``.

    If ``value`` resembles a name, the sentences suggest this name.
    """
    known = list(names)
    hint = suggest_words(str(value), known) if isinstance(value, str) else ""
    *others, last = known
    listed = f"{', '.join(others)} or {last}" if others else last
    return f"{_quote(value)} is not possible here.{hint} Write {listed}."


def describe_first(problem: ValidationError) -> str:
    """Return the place of the first error in ``problem``, and sentences about the error."""
    return _describe_with_place(problem.errors(include_url=False)[0])


def describe_all(problem: ValidationError) -> str:
    """Return the place of each error in ``problem``, and sentences about the error."""
    return " ".join(map(_describe_with_place, problem.errors(include_url=False)))


def _describe_with_place(details: ErrorDetails) -> str:
    place = "" if "sentence" in details.get("ctx", {}) else ".".join(map(str, details["loc"]))
    return f"{place}: {describe_error(details)}" if place else describe_error(details)


def _finish(text: str) -> str:
    sentence = text[:1].upper() + text[1:]
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def _quote(value: Any) -> str:
    if not isinstance(value, str | int | float):
        return "The value"
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…{text[-1:]}"
