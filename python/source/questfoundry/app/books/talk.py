"""A conversation with a book in the middle of a turn: every message is written as it is said."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from questfoundry.domain.chat.conversation import Conversation
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
        stored_earlier: Sequence[Message] = (),
    ) -> None:
        """``kept`` is what the turn stored before it was cut off."""
        self.conversation = conversation
        self.turn_messages: list[Message] = []
        self._conversations = conversations
        self._messages = messages
        self._unanswered: list[Message] = []
        self._stored_earlier = list(stored_earlier)

    @property
    def reading(self) -> Reading:
        """The book as far as its reader has come by now."""
        return Reading(book=self.conversation.subject, horizon=self.conversation.horizon)

    def move_horizon(self, page: int) -> None:
        """Let nothing beyond that page be revealed."""
        self.conversation = evolve(self.conversation, horizon=page)
        self._conversations.save(self.conversation)

    def add_message(self, message: Message) -> None:
        """Store it after the last one, unless a model said nothing at all.

        Calls are stored when all of them are answered.
        """
        if message.role is Role.ASSISTANT and not (message.content.strip() or message.tool_calls):
            return
        self.turn_messages.append(message)
        self._unanswered.append(message)
        if len(self._unanswered) > len(self._unanswered[0].tool_calls):
            if self._unanswered[0] in self._stored_earlier:
                self._stored_earlier = self._stored_earlier[len(self._unanswered) :]
            else:
                self._messages.append(self.conversation.id, self._unanswered)
            self._unanswered = []

    @property
    def earlier_search_result(self) -> Message | None:
        """What was found for the reader's message before the turn was cut off."""
        found = self._stored_earlier[0] if self._stored_earlier else None
        return found if found and found.role is Role.TOOL_RESULT else None
