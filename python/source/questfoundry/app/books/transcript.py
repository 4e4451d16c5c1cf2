"""The stored side of one conversation: every message is written at the moment it is said."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ChatMessageRepository


class Transcript:
    """Appends to a conversation, and reads its newest messages."""

    def __init__(self, messages: ChatMessageRepository, conversation_id: str) -> None:
        self._messages = messages
        self._id = conversation_id
        self._next = self._length()

    def say(self, message: Message) -> None:
        """Store it as the last one, unless a model said nothing at all.

        ``InputError`` where another process has gone on with the conversation meanwhile.
        """
        if message.role is Role.ASSISTANT and not (message.content.strip() or message.tool_calls):
            return
        if self._length() != self._next:
            raise InputError(
                f"Another process goes on with {self._id!r}. "
                "Wait until it has its answer, then ask in this one."
            )
        self._messages.save(
            ChatMessage(conversation_id=self._id, position=self._next, message=message)
        )
        self._next += 1

    def newest(self, limit: int) -> Sequence[ChatMessage]:
        """The last messages, at most ``limit``; older ones are not read."""
        return self._messages.newest(self._id, limit)

    def _length(self) -> int:
        last = self._messages.newest(self._id, 1)
        return last[-1].position + 1 if last else 0
