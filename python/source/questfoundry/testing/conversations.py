"""Provide repositories of conversations and messages in memory."""

from collections.abc import Sequence
from threading import Lock

from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message
from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.library import ChatMessageRepository, ConversationRepository

_CHANGING = Lock()  # Shared by all stores, because locks cannot be copied with a store


class InMemoryConversationRepository(ConversationRepository):
    """A repository of conversations in memory."""

    def __init__(self) -> None:
        self._conversations: dict[str, Conversation] = {}
        self.messages: dict[str, dict[int, ChatMessage]] = {}

    def add(self, conversation: Conversation) -> bool:
        with _CHANGING:
            if conversation.id in self._conversations:
                return False
            self.save(conversation)
        return True

    def save(self, conversation: Conversation) -> None:
        self._conversations[conversation.id] = conversation
        self.messages.setdefault(conversation.id, {})

    def get(self, conversation_id: str) -> Conversation | None:
        return self._conversations.get(conversation_id)

    def list(self, subject: str | None = None) -> Sequence[Conversation]:
        return [
            conversation
            for conversation in self._conversations.values()
            if subject in (None, conversation.subject)
        ]

    def delete(self, conversation_id: str) -> None:
        self._conversations.pop(conversation_id, None)
        self.messages.pop(conversation_id, None)


class InMemoryChatMessageRepository(ChatMessageRepository):
    """A repository of messages in memory, which stores the messages in ``conversations``."""

    def __init__(self, conversations: InMemoryConversationRepository) -> None:
        self._messages = conversations.messages

    def save(self, message: ChatMessage) -> None:
        if message.conversation_id not in self._messages:
            raise UsageError(
                f"There is no conversation {message.conversation_id!r} to hold this message. "
                "Save the conversation first."
            )
        self._messages[message.conversation_id][message.position] = message

    def append(self, conversation_id: str, messages: Sequence[Message]) -> None:
        with _CHANGING:
            end = max(self._messages.get(conversation_id, ()), default=-1) + 1
            for position, message in enumerate(messages, start=end):
                self.save(
                    ChatMessage(conversation_id=conversation_id, position=position, message=message)
                )

    def get_by_conversation(
        self, conversation_id: str, *, newest: int | None = None, before: int | None = None
    ) -> Sequence[ChatMessage]:
        messages = self._messages.get(conversation_id, {})
        places = [each for each in sorted(messages) if before is None or each < before]
        return [messages[position] for position in places][-(newest or 0) :]

    def truncate(self, conversation_id: str, length: int) -> None:
        messages = self._messages.get(conversation_id, {})
        for position in [position for position in messages if position >= length]:
            del messages[position]
