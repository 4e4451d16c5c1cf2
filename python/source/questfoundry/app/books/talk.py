"""Store every message of a conversation about a book as soon as it exists."""

from collections.abc import Sequence

from attrs import evolve

from questfoundry.domain.chat.messages import Conversation, Message, Role
from questfoundry.domain.library.book import Reading
from questfoundry.domain.protocols import ChatMessageRepository, ConversationRepository


class BookTalk:
    """A writer that appends the messages of one turn to a stored conversation.

    Other processes may append at the same time, so no stored message is replaced.
    ``stored_earlier`` are the messages that this turn had stored before it was interrupted.
    """

    def __init__(
        self,
        conversation: Conversation,
        *,
        conversations: ConversationRepository,
        messages: ChatMessageRepository,
        stored_earlier: Sequence[Message] = (),
    ) -> None:
        self.conversation = conversation
        self.turn_messages: list[Message] = []
        self._conversations = conversations
        self._messages = messages
        self._unanswered: list[Message] = []
        self._stored_earlier = list(stored_earlier)

    @property
    def reading(self) -> Reading:
        """The id of the book, and the last page that may be revealed now."""
        return Reading(book=self.conversation.subject, horizon=self.conversation.horizon)

    def move_horizon(self, page: int) -> None:
        """Make ``page`` the last page that may be revealed, and store the changed conversation."""
        self.conversation = evolve(self.conversation, horizon=page)
        self._conversations.save(self.conversation)

    def add_message(self, message: Message) -> None:
        """Append ``message`` to the conversation; ignore an empty answer of the model.

        A message with tool calls is stored once all its calls have results.
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
        """The search result that this turn stored before it was interrupted, or ``None``."""
        found = self._stored_earlier[0] if self._stored_earlier else None
        return found if found and found.role is Role.TOOL_RESULT else None
