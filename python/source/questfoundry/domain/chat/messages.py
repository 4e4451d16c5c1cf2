"""The messages of a conversation, independent of any provider's wire format.

They know nothing of storage, telemetry or SDKs. A stored message is a
:class:`questfoundry.domain.chat.conversation.ChatMessage`.
"""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.chat.tools import ToolCall, ToolResult
from questfoundry.domain.library.book import Excerpt


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL_RESULT = "tool_result"


@frozen(kw_only=True)
class Message:
    """One message of a prompt.

    ``tool_calls`` only on the assistant's messages; ``call_id``, ``tool_name``, ``is_error`` and
    ``excerpts`` only on tool results. The content shows the excerpts; they are stored beside it
    and never sent.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    call_id: str | None = None
    tool_name: str | None = None
    is_error: bool = False
    excerpts: tuple[Excerpt, ...] = ()


def system(content: str) -> Message:
    """The system's message."""
    return Message(role=Role.SYSTEM, content=content)


def user(content: str) -> Message:
    """The author's, or the player's, message."""
    return Message(role=Role.USER, content=content)


def assistant(content: str, tool_calls: tuple[ToolCall, ...] = ()) -> Message:
    """The model's message, with the tools that it called."""
    return Message(role=Role.ASSISTANT, content=content, tool_calls=tool_calls)


def tool_result(result: ToolResult) -> Message:
    """The message that carries a tool's result back to the model."""
    return Message(
        role=Role.TOOL_RESULT,
        content=result.content,
        call_id=result.call_id,
        tool_name=result.name,
        is_error=result.is_error,
        excerpts=result.excerpts,
    )
