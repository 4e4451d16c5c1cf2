"""Store conversations and their messages in a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict

from questfoundry.domain.artifacts.version import from_text, to_text
from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.library import ChatMessageRepository, ConversationRepository
from questfoundry.infra.storage.database import detect_damage
from questfoundry.infra.storage.sql import ConstraintError

if TYPE_CHECKING:
    from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message
    from questfoundry.infra.storage.sql import SqlDatabase

_BEFORE = "SELECT * FROM chat_messages WHERE conversation_id = ? AND position < ? ORDER BY position"
_MAX_POSITION = 2**63 - 1


class SqlConversationRepository(ConversationRepository):
    """A repository with one row for each conversation."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    def add(self, conversation: Conversation) -> bool:
        return self._database.insert(
            "conversations", asdict(conversation), conflict="ON CONFLICT DO NOTHING"
        )

    def save(self, conversation: Conversation) -> None:
        self._database.insert(
            "conversations",
            asdict(conversation),
            conflict="ON CONFLICT (id) DO UPDATE SET subject = excluded.subject, "
            "title = excluded.title, horizon = excluded.horizon, digest = excluded.digest",
        )

    def get(self, conversation_id: str) -> Conversation | None:
        rows = self._database.rows("SELECT * FROM conversations WHERE id = ?", (conversation_id,))
        return _conversation(rows[0]) if rows else None

    def list(self, subject: str | None = None) -> Sequence[Conversation]:
        rows = self._database.rows(
            "SELECT * FROM conversations WHERE subject = coalesce(?, subject) ORDER BY position",
            (subject,),
        )
        return [_conversation(row) for row in rows]

    def delete(self, conversation_id: str) -> None:
        self._database.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))


class SqlChatMessageRepository(ChatMessageRepository):
    """A repository with one row for each message, ordered by conversation and position."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    def save(self, message: ChatMessage) -> None:
        self._insert(
            message,
            "ON CONFLICT (conversation_id, position) DO UPDATE SET message = excluded.message",
        )

    def append(self, conversation_id: str, messages: Sequence[Message]) -> None:
        from questfoundry.domain.chat.messages import ChatMessage

        with self._database.transaction():
            last = self.get_by_conversation(conversation_id, newest=1)
            end = last[-1].position + 1 if last else 0
            for position, message in enumerate(messages, start=end):
                self._insert(
                    ChatMessage(conversation_id=conversation_id, position=position, message=message)
                )

    def get_by_conversation(
        self, conversation_id: str, *, newest: int | None = None, before: int | None = None
    ) -> Sequence[ChatMessage]:
        parameters = (conversation_id, _MAX_POSITION if before is None else before)
        if newest is None:
            return list(map(_message, self._database.rows(_BEFORE, parameters)))
        rows = self._database.rows(f"{_BEFORE} DESC LIMIT ?", (*parameters, newest))
        return list(map(_message, reversed(rows)))

    def truncate(self, conversation_id: str, length: int) -> None:
        self._database.execute(
            "DELETE FROM chat_messages WHERE conversation_id = ? AND position >= ?",
            (conversation_id, length),
        )

    def _insert(self, message: ChatMessage, conflict: str = "") -> None:
        from questfoundry.domain.chat.codec import message_to_dict

        try:
            self._database.insert(
                "chat_messages",
                {
                    "conversation_id": message.conversation_id,
                    "position": message.position,
                    "message": to_text(message_to_dict(message.message)),
                },
                conflict=conflict,
            )
        except ConstraintError as problem:
            raise UsageError(
                f"There is no conversation {message.conversation_id!r} to hold this message. "
                "Save the conversation first."
            ) from problem


def _conversation(row: Mapping[str, Any]) -> Conversation:
    from questfoundry.domain.chat.messages import Conversation

    return Conversation(**{name: value for name, value in row.items() if name != "position"})


def _message(row: Mapping[str, Any]) -> ChatMessage:
    from questfoundry.domain.chat.codec import message_from_dict
    from questfoundry.domain.chat.messages import ChatMessage

    with detect_damage("chat_messages", row["position"], row["conversation_id"]):
        return ChatMessage(
            conversation_id=row["conversation_id"],
            position=row["position"],
            message=message_from_dict(from_text(row["message"])),
        )
