"""The JSON that every tool answers with: a status first, what came of it, an action last.

The order follows how models read: orientation first, instruction last. An action never
tells a model to search again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from questfoundry.domain.library.book import Excerpt

MAX_TEXT = 6_000
"""Longest text, in characters, that any single value of an envelope carries."""

MAX_DEPTH = 40
"""Deepest nesting that an envelope carries; a model can answer with more than Python can walk."""


class ToolStatus(StrEnum):
    """What became of a tool call."""

    SUCCESS = "success"
    NO_RESULTS = "no_results"
    ERROR = "error"
    RATE_LIMITED = "rate_limited"
    ACCEPTED = "accepted"
    VALIDATION_FAILED = "validation_failed"
    TOOL_ERROR = "tool_error"


_FAULTS = frozenset(
    {ToolStatus.ERROR, ToolStatus.RATE_LIMITED, ToolStatus.VALIDATION_FAILED, ToolStatus.TOOL_ERROR}
)


@frozen(kw_only=True)
class Envelope:
    """One tool's answer; ``body`` holds data, query, error or issues, in reading order.

    ``excerpts`` are what its data shows of books, as values; no model reads them.
    """

    result: ToolStatus
    body: Mapping[str, Any] = field(factory=dict[str, Any])
    action: str
    excerpts: tuple[Excerpt, ...] = ()

    @property
    def is_error(self) -> bool:
        """Whether a provider that marks failed results should mark this one."""
        return self.result in _FAULTS

    def to_json(self) -> str:
        """The envelope as the model reads it; what JSON cannot hold goes out as text."""
        document = {"result": self.result.value, **self.body, "action": self.action}
        return json.dumps(bounded(document), ensure_ascii=False, default=str)


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


def bounded(value: Any, limit: int = MAX_TEXT, depth: int = MAX_DEPTH) -> Any:
    """``value`` as JSON can hold it: keys as text, long texts cut, the rest as text."""
    match value:
        case str():
            return _sendable(value, limit)
        case None | bool() | int():
            return value
        case float():
            return value if value == value and abs(value) != float("inf") else str(value)
        case Mapping() | list() | tuple() | set() | frozenset() if depth == 0:
            return "…"
        case Mapping():
            return {
                _sendable(str(key), limit): bounded(item, limit, depth - 1)
                for key, item in value.items()
            }
        case list() | tuple() | set() | frozenset():
            return [bounded(item, limit, depth - 1) for item in value]
        case _:
            return _sendable(str(value), limit)


def _sendable(text: str, limit: int) -> str:
    """The text, cut; half a surrogate pair, which JSON can name but UTF-8 cannot send, is a "?"."""
    short = text if len(text) <= limit else text[: limit - 1] + "…"
    return short.encode("utf-8", "replace").decode("utf-8")
