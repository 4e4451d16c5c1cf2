"""A conversation with a book in the middle of a turn: every message is written as it is said."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from questfoundry.domain.chat.conversation import ChatMessage, Conversation
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.library.book import Reading
from questfoundry.domain.protocols import ChatMessageRepository, ConversationRepository


class BookTalk:
    """Appends to a stored conversation, reads its newest messages, and moves its horizon.

    ``said`` is what this turn added. Others may go on with the conversation at the same time:
    nothing is replaced, and calls stand with their results.
    """

    def __init__(
        self,
        conversation: Conversation,
        *,
        conversations: ConversationRepository,
        messages: ChatMessageRepository,
    ) -> None:
        self.conversation = conversation
        self.said: list[Message] = []
        self._conversations = conversations
        self._messages = messages
        self._unanswered: list[Message] = []

    @property
    def reading(self) -> Reading:
        """The book as far as its reader has come by now."""
        return Reading(book=self.conversation.subject, horizon=self.conversation.horizon)

    def move(self, page: int) -> None:
        """Let nothing beyond that page be revealed."""
        self.conversation = evolve(self.conversation, horizon=page)
        self._conversations.save(self.conversation)

    def say(self, message: Message) -> None:
        """Store it after the last one, unless a model said nothing at all.

        Calls are stored when all of them are answered.
        """
        if message.role is Role.ASSISTANT and not (message.content.strip() or message.tool_calls):
            return
        self.said.append(message)
        self._unanswered.append(message)
        if len(self._unanswered) > len(self._unanswered[0].tool_calls):
            self._messages.append(self.conversation.id, self._unanswered)
            self._unanswered = []

    def newest(self, limit: int) -> Sequence[ChatMessage]:
        """The last messages, at most ``limit``; older ones are not read."""
        return self._messages.get_by_conversation(self.conversation.id, newest=limit)
