"""Test what every repository of conversations and their messages must do."""

import pytest

from questfoundry.domain.chat.messages import (
    ChatMessage,
    Conversation,
    Message,
    ToolCall,
    ToolResult,
    assistant,
    tool_result,
    user,
)
from questfoundry.domain.errors import StoreError, UsageError
from questfoundry.domain.library.book import Excerpt
from questfoundry.domain.protocols.library import ChatMessageRepository, ConversationRepository
from questfoundry.testing.contracts import HOSTILE_TEXTS, run_at_once


class ConversationContract:
    """The tests for repositories of conversations and of messages.

    A subclass adds the fixtures ``conversations`` and ``messages``, empty repositories that use the
    same store.
    """

    def test_a_conversation_is_stored_and_replaced_by_id(
        self, conversations: ConversationRepository
    ) -> None:
        """Saving a conversation replaces the stored one with the same id."""
        conversations.save(Conversation(id="a", subject="book-1"))
        renamed = Conversation(id="a", subject="book-1", title="The tide", horizon=12, digest="0af")

        conversations.save(renamed)

        assert conversations.get("a") == renamed
        assert list(conversations.list()) == [renamed]
        assert conversations.get("b") is None

    def test_conversations_are_listed_as_begun(self, conversations: ConversationRepository) -> None:
        """Conversations are listed in the order in which they were first saved."""
        for name, subject in (("b", "book-1"), ("a", "book-2"), ("c", "book-1")):
            conversations.save(Conversation(id=name, subject=subject))
        conversations.save(Conversation(id="b", subject="book-1", title="renamed"))

        assert [conversation.id for conversation in conversations.list()] == ["b", "a", "c"]
        assert [conversation.id for conversation in conversations.list("book-1")] == ["b", "c"]

    def test_messages_come_whole_and_by_position(
        self, conversations: ConversationRepository, messages: ChatMessageRepository
    ) -> None:
        """Messages are returned unchanged and in the order of their positions."""
        conversations.save(Conversation(id="a", subject="book-1"))
        call = ToolCall(id="call-1", name="search_book", arguments={"query": "tide", "limit": 2})
        shown = Excerpt(book="Tides", first_page=1, last_page=2, text="It rises.")
        stored = [
            _message(0, user("What of the tide?\n")),
            _message(1, assistant("", (call,))),
            _message(
                2,
                tool_result(
                    ToolResult(
                        call_id="call-1",
                        name="search_book",
                        content="{}",
                        is_error=True,
                        excerpts=(shown,),
                    )
                ),
            ),
            _message(3, assistant("It rises \ud83d.")),
        ]
        for message in (stored[2], stored[0], stored[3], stored[1]):
            messages.save(message)

        assert list(messages.get_by_conversation("a")) == stored

    def test_a_message_replaces_the_one_at_its_position(
        self, conversations: ConversationRepository, messages: ChatMessageRepository
    ) -> None:
        """Saving a message replaces the message at the same position."""
        _fill(conversations, messages, "a", 2)
        better = _message(1, user("better"))

        messages.save(better)

        assert list(messages.get_by_conversation("a")) == [_message(0, user("line 0")), better]

    def test_the_newest_messages_are_read_and_those_before_a_position(
        self, conversations: ConversationRepository, messages: ChatMessageRepository
    ) -> None:
        """``newest`` limits the number of messages; ``before`` excludes later positions."""
        _fill(conversations, messages, "a", 5)
        _fill(conversations, messages, "b", 1)

        for newest, before, expected in (
            (2, None, [3, 4]),
            (9, None, [0, 1, 2, 3, 4]),
            (None, 3, [0, 1, 2]),
            (2, 3, [1, 2]),
            (2, 0, []),
        ):
            found = messages.get_by_conversation("a", newest=newest, before=before)
            assert [each.position for each in found] == expected

    def test_appended_messages_follow_the_last_message(
        self, conversations: ConversationRepository, messages: ChatMessageRepository
    ) -> None:
        """Appended messages get the positions directly after the last message (STO-2.6)."""
        _fill(conversations, messages, "a", 1)
        call = assistant("", (ToolCall(id="call-1", name="search_book"),))
        found = tool_result(ToolResult(call_id="call-1", name="search_book", content="{}"))

        messages.append("a", [call, found])
        messages.append("a", [user("And then?")])

        stored = messages.get_by_conversation("a")
        assert [each.position for each in stored] == [0, 1, 2, 3]
        assert [each.message for each in stored[1:]] == [call, found, user("And then?")]

    def test_a_new_conversation_replaces_none(self, conversations: ConversationRepository) -> None:
        """Adding a conversation whose id is taken returns ``False`` and has no effect."""
        first = Conversation(id="a", subject="book-1", title="The tide", digest="1")
        assert conversations.add(first)
        assert not conversations.add(Conversation(id="a", subject="book-1", title="Another"))
        assert conversations.get("a") == first

    def test_truncating_deletes_messages_from_a_position_on(
        self, conversations: ConversationRepository, messages: ChatMessageRepository
    ) -> None:
        """Truncating a conversation deletes the messages at a position and after it."""
        _fill(conversations, messages, "a", 4)
        _fill(conversations, messages, "b", 4)

        messages.truncate("a", 2)

        assert [message.position for message in messages.get_by_conversation("a")] == [0, 1]
        assert len(messages.get_by_conversation("b")) == 4

    def test_deleting_a_conversation_deletes_its_messages(
        self, conversations: ConversationRepository, messages: ChatMessageRepository
    ) -> None:
        """Deleting a conversation deletes its messages too; an unknown id is no error."""
        _fill(conversations, messages, "a", 2)
        _fill(conversations, messages, "b", 1)

        conversations.delete("a")
        conversations.delete("never was")
        conversations.save(Conversation(id="a", subject="book-1"))

        assert list(messages.get_by_conversation("a")) == []
        assert len(messages.get_by_conversation("b")) == 1

    @pytest.mark.parametrize("text", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS)
    def test_texts_of_others_are_kept_or_refused_whole(
        self, conversations: ConversationRepository, messages: ChatMessageRepository, text: str
    ) -> None:
        """Messages keep any text; a title keeps any text, or an error names the reason."""
        _fill(conversations, messages, "a", 1)
        call = ToolCall(id="call-1", name="search_book", arguments={"query": text})
        stored = [_message(0, user(text)), _message(1, assistant(text, (call,)))]
        for message in stored:
            messages.save(message)
        assert list(messages.get_by_conversation("a")) == stored

        titled = Conversation(id="b", subject="book-1", title=text, horizon=2**40)
        try:
            conversations.save(titled)
        except StoreError:
            assert conversations.get("b") is None
        else:
            assert conversations.get("b") == titled

    def test_two_threads_append_without_gaps(
        self, conversations: ConversationRepository, messages: ChatMessageRepository
    ) -> None:
        """Messages that are appended together stay together, at positions of their own."""
        conversations.save(Conversation(id="a", subject="book-1"))

        run_at_once(
            lambda number: messages.append("a", [user(f"{number}"), assistant(f"{number}")])
        )

        stored = messages.get_by_conversation("a")
        assert [each.position for each in stored] == [*range(80)]
        assert [each.message for each in stored[1::2]] == [
            assistant(each.message.content) for each in stored[::2]
        ]

    def test_one_of_two_threads_adds_a_conversation(
        self, conversations: ConversationRepository
    ) -> None:
        """Two programs that make the same conversation do not both believe it is theirs."""
        added = run_at_once(
            lambda number: conversations.add(Conversation(id=f"{number // 2}", subject="s"))
        )

        assert sum(added) == 20

    def test_a_message_needs_its_conversation(self, messages: ChatMessageRepository) -> None:
        with pytest.raises(UsageError, match="'a'"):
            messages.save(_message(0, user("hello")))
        with pytest.raises(UsageError, match="'a'"):
            messages.append("a", [user("hello")])

        assert list(messages.get_by_conversation("a")) == []


def _fill(
    conversations: ConversationRepository, messages: ChatMessageRepository, id: str, length: int
) -> None:
    conversations.save(Conversation(id=id, subject="book-1"))
    for position in range(length):
        messages.save(_message(position, user(f"line {position}"), conversation_id=id))


def _message(position: int, message: Message, *, conversation_id: str = "a") -> ChatMessage:
    return ChatMessage(conversation_id=conversation_id, position=position, message=message)
