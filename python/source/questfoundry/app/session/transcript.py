"""Store the messages of a session and its pinned texts, which the agent always sees."""

from collections.abc import Sequence

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message, Role, user
from questfoundry.domain.errors import InputError

SUBJECT = "studio"
MAX_SHOWN_MESSAGES = 200
"""The number of messages that are read; a request that is too long is shortened later."""


def begin_session(store: ProjectStore, title: str = "") -> str:
    """Store a new session and return its id, such as ``studio/1``."""
    number = len(store.conversations.list(SUBJECT)) + 1
    while not store.conversations.add(
        Conversation(id=f"{SUBJECT}/{number}", subject=SUBJECT, title=title)
    ):
        number += 1
    return f"{SUBJECT}/{number}"


@frozen
class Transcript:
    """The messages of one session, divided into parts.

    A new part begins whenever the conversation is summarised. The agent sees only the newest.
    """

    store: ProjectStore
    session: str

    def require_session(self) -> None:
        """Raise ``InputError`` if the session does not exist."""
        if self.store.conversations.get(self.session) is None:
            known = ", ".join(each.id for each in self.store.conversations.list(SUBJECT))
            raise InputError(
                f"There is no session {self.session!r}. The sessions are: {known or 'none yet'}."
            )

    def get_newest_part(self) -> str:
        """Return the id of the session's newest part; begin the first part if there is none."""
        parts = self.store.conversations.list(self.session)
        return parts[-1].id if parts else self._begin_part(1)

    def begin_next_part(self, part: str) -> str:
        """Begin the part that follows ``part``, and return its id."""
        return self._begin_part(int(part.rpartition("/")[2]) + 1)

    def count_messages(self, part: str) -> int:
        """Return the number of messages in a part."""
        newest = self.store.messages.get_by_conversation(part, newest=1)
        return newest[-1].position + 1 if newest else 0

    def list_before(self, part: str, position: int) -> Sequence[ChatMessage]:
        """Return at most ``MAX_SHOWN_MESSAGES`` messages before ``position``, the newest ones."""
        return self.store.messages.get_by_conversation(
            part, newest=MAX_SHOWN_MESSAGES, before=position
        )

    def has_no_later_message(self, part: str, position: int) -> bool:
        """Return whether the author sent no message after ``position``, even in a later part."""
        if part != self.get_newest_part():
            return False
        newest = self.store.messages.get_by_conversation(part, newest=MAX_SHOWN_MESSAGES)
        return not any(
            each.message.role is Role.USER for each in newest if each.position > position
        )

    def store_messages(self, part: str, position: int, messages: Sequence[Message]) -> None:
        """Store ``messages`` at ``position``, in place of those of an interrupted turn."""
        self.store.messages.truncate(part, position)
        self.store.messages.append(part, messages)

    def list_pins(self) -> tuple[str, ...]:
        """Return the pinned texts of the session, oldest first."""
        stored = self.store.messages.get_by_conversation(self._pins_id())
        return tuple(each.message.content for each in stored)

    def add_pin(self, text: str) -> None:
        """Add a text to the pinned texts of the session."""
        self.store.conversations.add(
            Conversation(id=self._pins_id(), subject=f"{self.session}:pins")
        )
        self.store.messages.append(self._pins_id(), [user(text)])

    def _pins_id(self) -> str:
        return f"{self.session}/pins"

    def _begin_part(self, number: int) -> str:
        part = f"{self.session}/{number}"
        self.store.conversations.add(Conversation(id=part, subject=self.session))
        return part
