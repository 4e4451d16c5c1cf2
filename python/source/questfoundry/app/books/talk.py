"""A conversation with a book in the middle of a turn: every message is written as it is said."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from questfoundry.domain.chat.conversation import ChatMessage, Conversation
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Reading
from questfoundry.domain.protocols import ChatMessageRepository, ConversationRepository


class BookTalk:
    """Appends to a stored conversation, reads its newest messages, and moves its horizon."""

    def __init__(
        self,
        conversation: Conversation,
        *,
        conversations: ConversationRepository,
        messages: ChatMessageRepository,
    ) -> None:
        self.conversation = conversation
        self._conversations = conversations
        self._messages = messages
        self._next = self._length()

    @property
    def reading(self) -> Reading:
        """The book as far as its reader has come by now."""
        return Reading(book=self.conversation.subject, horizon=self.conversation.horizon)

    def move(self, page: int) -> None:
        """Let nothing beyond that page be revealed."""
        self.conversation = evolve(self.conversation, horizon=page)
        self._conversations.save(self.conversation)

    def say(self, message: Message) -> None:
        """Store it as the last one, unless a model said nothing at all.

        ``InputError`` where another process has gone on with the conversation meanwhile.
        """
        if message.role is Role.ASSISTANT and not (message.content.strip() or message.tool_calls):
            return
        if self._length() != self._next:
            raise InputError(
                f"Another process goes on with {self.conversation.id!r}. "
                "Wait until it has its answer, then ask in this one."
            )
        self._messages.save(
            ChatMessage(conversation_id=self.conversation.id, position=self._next, message=message)
        )
        self._next += 1

    def newest(self, limit: int) -> Sequence[ChatMessage]:
        """The last messages, at most ``limit``; older ones are not read."""
        return self._messages.newest(self.conversation.id, limit)

    def _length(self) -> int:
        last = self._messages.newest(self.conversation.id, 1)
        return last[-1].position + 1 if last else 0
