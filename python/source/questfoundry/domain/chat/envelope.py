"""Build the JSON envelope of a tool result: the status, then the content, then the next action.

Models need orientation first and the instruction last. The action says what the model should do
next; it never asks the model to search again. The field ``left_out_characters`` counts the
characters of text that were cut.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from questfoundry.domain.chat.exchange import estimate_tokens

if TYPE_CHECKING:
    from questfoundry.domain.library.book import Excerpt

MAX_TEXT = 6_000  # Longest text, in characters, of any single value in an envelope

_LEFT_OUT = "left_out_characters"
_LONGEST_KEY = 64

MAX_DEPTH = 40
"""Deepest nesting in an envelope; models can send JSON deeper than Python's recursion limit."""


class ToolStatus(StrEnum):
    """The outcome of a tool call."""

    SUCCESS = "success"
    NO_RESULTS = "no_results"
    ERROR = "error"
    RATE_LIMITED = "rate_limited"
    CANCELLED = "cancelled"
    ACCEPTED = "accepted"
    VALIDATION_FAILED = "validation_failed"
    TOOL_ERROR = "tool_error"


_FAULTS = frozenset(
    {ToolStatus.ERROR, ToolStatus.RATE_LIMITED, ToolStatus.VALIDATION_FAILED, ToolStatus.TOOL_ERROR}
)


@frozen(kw_only=True)
class Envelope:
    """The result of a tool call in the form that the model reads.

    ``body``: the data, query, error or issues, in reading order.
    ``action``: what the model should do next.
    ``excerpts``: the book excerpts in the data as objects, which are not sent to the model.
    ``ends_turn``: whether the model is not called again in this turn.
    """

    result: ToolStatus
    body: Mapping[str, Any] = field(factory=dict[str, Any])
    action: str
    excerpts: tuple[Excerpt, ...] = ()
    ends_turn: bool = False

    @property
    def is_error(self) -> bool:
        """Return whether the tool call failed; some providers mark failed results."""
        return self.result in _FAULTS

    def to_json(self) -> str:
        """Return the envelope as the JSON text that the model reads."""
        document = {"result": self.result.value, **self.body, "action": self.action}
        return _to_json(truncate_document(document))


def success(data: Any, *, action: str, query: Any = None) -> Envelope:
    """Return the envelope of a successful call; ``query`` repeats the search that was made."""
    body = {"data": data} if query is None else {"query": query, "data": data}
    return Envelope(result=ToolStatus.SUCCESS, body=body, action=action)


def no_results(query: Any, *, action: str) -> Envelope:
    """Return the envelope of a search for ``query`` that found nothing; this is no error."""
    return Envelope(result=ToolStatus.NO_RESULTS, body={"query": query}, action=action)


def error(problem: str, *, action: str) -> Envelope:
    """Return the envelope of a call that failed because of ``problem``."""
    return Envelope(result=ToolStatus.ERROR, body={"error": problem}, action=action)


def rate_limited(problem: str, *, action: str) -> Envelope:
    """Return the envelope of a call that the tool's service rejected as too frequent."""
    return Envelope(result=ToolStatus.RATE_LIMITED, body={"error": problem}, action=action)


def shorten_result(content: str, tokens: int) -> str:
    """Return the tool result ``content``, shortened to at most ``tokens`` tokens (at least 60).

    Texts are cut to the longest length that fits, by binary search. Status and action stay complete
    unless ``tokens`` is very small.
    """
    if estimate_tokens(content) <= tokens:
        return content
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        document = {"data": content}
    shortest, longest = 0, MAX_TEXT
    while shortest < longest:
        limit = (shortest + longest + 1) // 2
        if estimate_tokens(_to_json(truncate_document(document, limit))) <= tokens:
            shortest = limit
        else:
            longest = limit - 1
    if shortest:
        return _to_json(truncate_document(document, shortest))
    return json.dumps({"result": str(document.get("result"))[:20], _LEFT_OUT: len(content)})


def truncate_document(document: Mapping[str, Any], limit: int = MAX_TEXT) -> dict[str, Any]:
    """Return ``document`` as JSON values, with each text cut to ``limit`` characters.

    The status and the action may be longer. The field ``left_out_characters`` counts what was cut.
    """
    short: dict[str, Any] = to_json_value(document, limit)
    for key in ("result", "action"):
        if key in document:
            short[key] = _to_sendable_text(str(document[key]), MAX_TEXT)
    before = document.get(_LEFT_OUT)
    missing = _count_excess(document, limit) + (before if isinstance(before, int) else 0)
    if missing:
        action = {"action": short.pop("action")} if "action" in short else {}
        short = {**short, _LEFT_OUT: missing, **action}
    return short


def _to_json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, default=str)


def _count_excess(value: Any, limit: int, depth: int = MAX_DEPTH) -> int:
    match value:
        case str():
            return len(value) - limit + 1 if len(value) > limit else 0
        case Mapping() if depth:
            return sum(
                _count_excess(item, limit, depth - 1)
                for key, item in value.items()
                if key != "action"
            )
        case list() | tuple() if depth:
            return sum(_count_excess(item, limit, depth - 1) for item in value)
        case _:
            return 0


def to_json_value(value: Any, limit: int, depth: int = MAX_DEPTH) -> Any:
    """Return ``value`` as a JSON value; cut longer texts, and replace deeper containers by "…"."""
    match value:
        case str():
            return _to_sendable_text(value, limit)
        case None | bool() | int():
            return value
        case float():
            return value if value == value and abs(value) != float("inf") else str(value)
        case Mapping() | list() | tuple() | set() | frozenset() if depth == 0:
            return "…"
        case Mapping():
            return {
                _to_sendable_text(str(key), max(limit, _LONGEST_KEY)): to_json_value(
                    item, limit, depth - 1
                )
                for key, item in value.items()
            }
        case list() | tuple() | set() | frozenset():
            return [to_json_value(item, limit, depth - 1) for item in value]
        case _:
            return _to_sendable_text(str(value), limit)


def _to_sendable_text(text: str, limit: int) -> str:
    """Replace lone surrogates, which JSON may contain but UTF-8 cannot encode."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return short.encode("utf-8", "replace").decode("utf-8")
