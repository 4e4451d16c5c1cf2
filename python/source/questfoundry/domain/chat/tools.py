"""Define tools, tool calls and tool results.

:mod:`questfoundry.domain.chat.envelope` builds the JSON of a result.
"""

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
    """A tool call that the model requested; ``arguments`` are decoded JSON.

    ``malformed`` is the raw text of arguments that are no JSON object, else ``None``. If this text
    is set, ``arguments`` is empty and the tool loop answers with an error.

    ``extra`` contains data that the server sent with the call and expects back with the call.
    """

    id: str
    name: str
    arguments: Mapping[str, Any] = field(factory=dict[str, Any])
    malformed: str | None = None
    extra: Mapping[str, Any] = field(factory=dict[str, Any])


@frozen(kw_only=True)
class ToolResult:
    """The result of one tool call: the JSON text for the model and the book excerpts in that text.

    ``ends_turn`` is true if the model is not called again in this turn.
    """

    call_id: str
    name: str
    content: str
    is_error: bool = False
    excerpts: tuple[Excerpt, ...] = ()
    ends_turn: bool = False
