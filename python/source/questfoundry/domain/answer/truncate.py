"""Shorten overlong answers: texts at the end of a sentence, lists after an entry.

This happens after the last attempt, because a shortened answer is better than no answer.
"""

import re
from collections.abc import Mapping
from typing import Any

from attrs import frozen
from pydantic import BaseModel, ValidationError

from questfoundry.domain.answer.field_path import item_names, join_path

_SENTENCE = re.compile(
    r"[\u3002\uff01\uff1f]\u300d?|[.!?\u2026\u0964][\"'\u2019\u201d\u00bb)]*(?=\s)"
)
_TOO_LONG = frozenset({"string_too_long", "too_long"})
_SHARE_DIVISOR = 3
"""The divisor of the limit below which a sentence end is too early to cut at."""


@frozen
class TruncatedAnswer:
    """An answer within all length limits; ``shortened`` holds the paths of the cut fields."""

    data: Mapping[str, Any]
    shortened: tuple[str, ...]


def truncate_answer(model: type[BaseModel], data: Mapping[str, Any]) -> TruncatedAnswer:
    """Return ``data`` with each text and list shortened to the maximum length in ``model``."""
    try:
        model.model_validate(dict(data))
    except ValidationError as error:
        cut: list[str] = []
        for details in error.errors(include_url=False):
            if details["type"] in _TOO_LONG:
                most = int(details["ctx"]["max_length"])
                data, path = _truncate_at(data, details["loc"], most, "")
                cut.append(path)
        return TruncatedAnswer(data, tuple(cut))
    return TruncatedAnswer(data, ())


def truncate_text(text: str, most: int) -> str:
    """Return the first sentences of ``text`` that fit in ``most`` characters.

    If these sentences are much shorter than ``most``, return the first words that fit instead.
    """
    text = text.strip()
    if len(text) <= most:
        return text
    head = text[:most]
    ends = [found.end() for found in _SENTENCE.finditer(text) if found.end() <= most]
    if ends and ends[-1] >= most // _SHARE_DIVISOR:
        return head[: ends[-1]]
    words = head if text[most].isspace() else head.rpartition(" ")[0] or head
    return words.rstrip(" ,;:-\u2013\u2014")


def _truncate_at(value: Any, loc: tuple[int | str, ...], most: int, path: str) -> tuple[Any, str]:
    if not loc:
        return (truncate_text(value, most) if isinstance(value, str) else value[:most]), path
    step, *rest = loc
    if isinstance(value, list):
        name = item_names(value)[int(step)]
        item, path = _truncate_at(value[int(step)], tuple(rest), most, join_path(path, name))
        return [*value[: int(step)], item, *value[int(step) + 1 :]], path
    if isinstance(value, Mapping) and step in value:
        item, path = _truncate_at(value[str(step)], tuple(rest), most, join_path(path, str(step)))
        return {**value, str(step): item}, path
    return value, path
