"""What a model may call, and what comes back: definitions, calls and results.

The JSON that a result carries is made in :mod:`questfoundry.domain.chat.envelope`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from questfoundry.domain.library.book import Excerpt


@frozen(kw_only=True)
class ToolDefinition:
    """A tool as the model sees it; ``parameters`` is a JSON Schema, draft 2020-12."""

    name: str
    description: str
    parameters: Mapping[str, Any] = field(factory=lambda: {"type": "object", "properties": {}})


@frozen(kw_only=True)
class ToolCall:
    """One call that the model asked for; ``arguments`` are decoded JSON.

    ``malformed`` holds the raw text where the arguments were not a JSON object; then
    ``arguments`` is empty, and the loop answers with an error result. ``extra`` is what the
    server said beside the call and wants to hear again with it; nobody else reads it.
    """

    id: str
    name: str
    arguments: Mapping[str, Any] = field(factory=dict[str, Any])
    malformed: str | None = None
    extra: Mapping[str, Any] = field(factory=dict[str, Any])


@frozen(kw_only=True)
class ToolResult:
    """The answer to one call: the JSON text that the model reads, and what it shows of books.

    ``ends_turn`` says that nothing more is asked of the model in this turn.
    """

    call_id: str
    name: str
    content: str
    is_error: bool = False
    excerpts: tuple[Excerpt, ...] = ()
    ends_turn: bool = False
