"""Define the messages of a prompt, independent of any provider's wire format.

A stored message is a :class:`questfoundry.domain.chat.conversation.ChatMessage`.
"""

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.chat.tools import ToolCall, ToolResult
from questfoundry.domain.library.book import Excerpt


class Role(StrEnum):
    """The role of a message's author, such as the model or a tool."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL_RESULT = "tool_result"


@frozen(kw_only=True)
class Message:
    """A message of a prompt.

    Only assistant messages have ``tool_calls``. Only tool results have ``call_id``, ``tool_name``,
    ``is_error`` and ``excerpts``. ``excerpts`` are book excerpts as values, which are not sent to
    the model; their text is part of ``content``.
    """

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    call_id: str | None = None
    tool_name: str | None = None
    is_error: bool = False
    excerpts: tuple[Excerpt, ...] = ()


def system(content: str) -> Message:
    """Return a system message with the text ``content``."""
    return Message(role=Role.SYSTEM, content=content)


def user(content: str) -> Message:
    """Return a message from the author or the player."""
    return Message(role=Role.USER, content=content)


def assistant(content: str, tool_calls: tuple[ToolCall, ...] = ()) -> Message:
    """Return a message from the model, with the tool calls that the model requests."""
    return Message(role=Role.ASSISTANT, content=content, tool_calls=tool_calls)


def tool_result(result: ToolResult) -> Message:
    """Return the message that carries ``result`` back to the model."""
    return Message(
        role=Role.TOOL_RESULT,
        content=result.content,
        call_id=result.call_id,
        tool_name=result.name,
        is_error=result.is_error,
        excerpts=result.excerpts,
    )
