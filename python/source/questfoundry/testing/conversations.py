"""Provide repositories of conversations and messages in memory."""

from collections.abc import Sequence

from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message
from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.library import (
    ChatMessageRepository,
    ConversationRepository,
)


class InMemoryConversationRepository(ConversationRepository):
    """A repository of conversations in memory.

    It also holds the messages of each conversation by their positions.
    """

    def __init__(self) -> None:
        self._conversations: dict[str, Conversation] = {}
        self.messages: dict[str, dict[int, ChatMessage]] = {}

    def add(self, conversation: Conversation) -> bool:
        """Store the new conversation and return ``True``; return ``False`` if its id is taken."""
        if conversation.id in self._conversations:
            return False
        self.save(conversation)
        return True

    def save(self, conversation: Conversation) -> None:
        """Store the conversation; a stored conversation with the same id is replaced."""
        self._conversations[conversation.id] = conversation
        self.messages.setdefault(conversation.id, {})

    def get(self, conversation_id: str) -> Conversation | None:
        """Return the conversation with the given id, or ``None`` if it does not exist."""
        return self._conversations.get(conversation_id)

    def list(self, subject: str | None = None) -> Sequence[Conversation]:
        """Return the conversations about ``subject``, oldest first.

        If ``subject`` is ``None``, return all conversations.
        """
        return [
            conversation
            for conversation in self._conversations.values()
            if subject in (None, conversation.subject)
        ]

    def delete(self, conversation_id: str) -> None:
        """Delete the conversation and its messages; an unknown id has no effect."""
        self._conversations.pop(conversation_id, None)
        self.messages.pop(conversation_id, None)


class InMemoryChatMessageRepository(ChatMessageRepository):
    """A repository of messages in memory, which stores the messages in ``conversations``."""

    def __init__(self, conversations: InMemoryConversationRepository) -> None:
        self._messages = conversations.messages

    def save(self, message: ChatMessage) -> None:
        """Store the message at its position.

        Raise ``UsageError`` if its conversation is not stored.
        """
        if message.conversation_id not in self._messages:
            raise UsageError(
                f"There is no conversation {message.conversation_id!r} to hold this message. "
                "Save the conversation first."
            )
        self._messages[message.conversation_id][message.position] = message

    def append(self, conversation_id: str, messages: Sequence[Message]) -> None:
        """Store ``messages`` after the last message of the conversation."""
        end = max(self._messages.get(conversation_id, ()), default=-1) + 1
        for position, message in enumerate(messages, start=end):
            self.save(
                ChatMessage(conversation_id=conversation_id, position=position, message=message)
            )

    def get_by_conversation(
        self, conversation_id: str, *, newest: int | None = None, before: int | None = None
    ) -> Sequence[ChatMessage]:
        """Return the messages of the conversation in order of position.

        ``newest``: If given, return only this number of messages, those with the highest positions.
        ``before``: If given, return only messages at smaller positions than ``before``.
        """
        messages = self._messages.get(conversation_id, {})
        places = [each for each in sorted(messages) if before is None or each < before]
        return [messages[position] for position in places][-(newest or 0) :]

    def truncate(self, conversation_id: str, length: int) -> None:
        """Delete the messages of the conversation at position ``length`` and after it."""
        messages = self._messages.get(conversation_id, {})
        for position in [position for position in messages if position >= length]:
            del messages[position]
