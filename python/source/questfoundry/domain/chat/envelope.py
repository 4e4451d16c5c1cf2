"""The JSON that every tool answers with: a status first, what came of it, an action last.

The order follows how models read: orientation first, instruction last. An action never
tells a model to search again. What is cut says so, as ``left_out_characters``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from questfoundry.domain.chat.tokens import estimate_tokens
from questfoundry.domain.library.book import Excerpt

MAX_TEXT = 6_000
"""Longest text, in characters, that any single value of an envelope carries."""

_LEFT_OUT = "left_out_characters"
_LONGEST_KEY = 64

MAX_DEPTH = 40
"""Deepest nesting that an envelope carries; a model can answer with more than Python can walk."""


class ToolStatus(StrEnum):
    """What became of a tool call."""

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
    """One tool's answer; ``body`` holds data, query, error or issues, in reading order.

    ``excerpts`` are what its data shows of books, as values; no model reads them. One that
    ``ends_turn`` is the last that the model is told in its turn.
    """

    result: ToolStatus
    body: Mapping[str, Any] = field(factory=dict[str, Any])
    action: str
    excerpts: tuple[Excerpt, ...] = ()
    ends_turn: bool = False

    @property
    def is_error(self) -> bool:
        """Whether a provider that marks failed results should mark this one."""
        return self.result in _FAULTS

    def to_json(self) -> str:
        """The envelope as the model reads it; what JSON cannot hold goes out as text."""
        document = {"result": self.result.value, **self.body, "action": self.action}
        return _to_json(truncate_document(document))


def success(data: Any, *, action: str, query: Any = None) -> Envelope:
    """The tool did its work; ``query`` echoes what was asked, where that helps."""
    body = {"data": data} if query is None else {"query": query, "data": data}
    return Envelope(result=ToolStatus.SUCCESS, body=body, action=action)


def no_results(query: Any, *, action: str) -> Envelope:
    """The tool worked and found nothing, which is an answer, not an error."""
    return Envelope(result=ToolStatus.NO_RESULTS, body={"query": query}, action=action)


def error(problem: str, *, action: str) -> Envelope:
    """The tool could not work."""
    return Envelope(result=ToolStatus.ERROR, body={"error": problem}, action=action)


def rate_limited(problem: str, *, action: str) -> Envelope:
    """The service behind the tool wants fewer requests."""
    return Envelope(result=ToolStatus.RATE_LIMITED, body={"error": problem}, action=action)


def shorten_result(content: str, tokens: int) -> str:
    """A result as the model reads it, within so many tokens, which are at least 60.

    Status and action stay whole as long as they can.
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
    """The document as JSON can hold it, its texts but status and action no longer than that.

    It says how much was left out.
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
    """How many characters :func:`bounded` takes out of texts."""
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


def to_json_value(value: Any, limit: int = MAX_TEXT, depth: int = MAX_DEPTH) -> Any:
    """``value`` as JSON can hold it: keys as text, long texts cut, the rest as text."""
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
    """The text, cut; half a surrogate pair, which JSON can name but UTF-8 cannot send, is a "?"."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return short.encode("utf-8", "replace").decode("utf-8")
