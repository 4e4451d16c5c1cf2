"""Stored dialogues in ``story.db``: the conversations, and their messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sqlite3 import IntegrityError
from typing import Any

from attrs import asdict

from questfoundry.domain.chat.codec import message_from_dict, message_to_dict
from questfoundry.domain.chat.conversation import ChatMessage, Conversation
from questfoundry.domain.errors import UsageError
from questfoundry.domain.plain import from_text, to_text
from questfoundry.domain.protocols.conversations import (
    ChatMessageRepository,
    ConversationRepository,
)
from questfoundry.infra.storage.database import Database

_ALL = "SELECT * FROM chat_messages WHERE conversation_id = ? ORDER BY position"
# Left alone, SQLite would walk all older messages to find the few pinned ones.
_OLDER_PINNED = (
    "SELECT * FROM chat_messages INDEXED BY idx_chat_messages_pinned "
    "WHERE conversation_id = ? AND pinned AND position < ? ORDER BY position"
)


class SqliteConversationRepository(ConversationRepository):
    """One row a conversation."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, conversation: Conversation) -> None:
        """Insert the row, or update that of the same id."""
        self._database.insert(
            "conversations",
            asdict(conversation),
            conflict="ON CONFLICT (id) DO UPDATE SET subject = excluded.subject, "
            "title = excluded.title, horizon = excluded.horizon",
        )

    def get(self, conversation_id: str) -> Conversation | None:
        """The conversation, or ``None``."""
        rows = self._database.rows("SELECT * FROM conversations WHERE id = ?", (conversation_id,))
        return _conversation(rows[0]) if rows else None

    def list(self, subject: str | None = None) -> Sequence[Conversation]:
        """Those about the subject, or all, first begun first."""
        rows = self._database.rows(
            "SELECT * FROM conversations WHERE subject = coalesce(?, subject) ORDER BY position",
            (subject,),
        )
        return [_conversation(row) for row in rows]

    def delete(self, conversation_id: str) -> None:
        """Delete the row; the database deletes its messages with it."""
        self._database.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))


class SqliteChatMessageRepository(ChatMessageRepository):
    """One row a message, in the order of conversation and position."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, message: ChatMessage) -> None:
        """Put it at its position; ``UsageError`` where its conversation is not stored."""
        try:
            self._database.insert(
                "chat_messages",
                {
                    "conversation_id": message.conversation_id,
                    "position": message.position,
                    "message": to_text(message_to_dict(message.message)),
                    "pinned": message.pinned,
                },
                conflict="ON CONFLICT (conversation_id, position) DO UPDATE "
                "SET message = excluded.message, pinned = excluded.pinned",
            )
        except IntegrityError as problem:
            raise UsageError(
                f"There is no conversation {message.conversation_id!r} to hold this message. "
                "Save the conversation first."
            ) from problem

    def get_by_conversation(self, conversation_id: str) -> Sequence[ChatMessage]:
        """All messages, by position."""
        rows = self._database.rows(_ALL, (conversation_id,))
        return [_message(row) for row in rows]

    def newest(self, conversation_id: str, limit: int) -> Sequence[ChatMessage]:
        """The last ``limit`` messages after the older pinned ones; only their rows are read."""
        newest = self._database.rows(f"{_ALL} DESC LIMIT ?", (conversation_id, limit))
        if not newest:
            return []
        messages = [_message(row) for row in reversed(newest)]
        pinned = self._database.rows(_OLDER_PINNED, (conversation_id, messages[0].position))
        return [*map(_message, pinned), *messages]

    def truncate(self, conversation_id: str, length: int) -> None:
        """Forget the messages from position ``length`` on."""
        self._database.execute(
            "DELETE FROM chat_messages WHERE conversation_id = ? AND position >= ?",
            (conversation_id, length),
        )


def _conversation(row: Mapping[str, Any]) -> Conversation:
    return Conversation(
        id=row["id"], subject=row["subject"], title=row["title"], horizon=row["horizon"]
    )


def _message(row: Mapping[str, Any]) -> ChatMessage:
    return ChatMessage(
        conversation_id=row["conversation_id"],
        position=row["position"],
        message=message_from_dict(from_text(row["message"])),
        pinned=bool(row["pinned"]),
    )
