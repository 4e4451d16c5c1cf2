"""Conversations with books: ids, titles and horizons."""

import pytest
from attrs import evolve

from questfoundry.app.books.conversations import BookConversations, is_same_book, number_of
from questfoundry.domain.chat.messages import Conversation
from questfoundry.domain.errors import BookError, BookFault, InputError
from questfoundry.testing.library import InMemoryConversationRepository
from tests.support.book_talk import BOOK

OTHER = evolve(BOOK, id="book::tides", title="Tides")


@pytest.fixture
def talks() -> BookConversations:
    return BookConversations(conversations=InMemoryConversationRepository())


def test_ids_are_the_book_and_a_number_that_grows(talks: BookConversations) -> None:
    """A number used twice would mix a new conversation with a removed one. (CA-13.4)"""
    begun = [talks.begin(book, "Who?").id for book in (BOOK, BOOK, OTHER)]
    assert begun == ["book::the-lamp/1", "book::the-lamp/2", "book::tides/1"]

    talks.remove(BOOK.id, 1)
    assert talks.begin(BOOK, "Who?").id == "book::the-lamp/3"
    assert [number_of(each) for each in talks.list(BOOK.id)] == [2, 3]


def test_a_conversation_never_goes_on_with_another_book_of_that_title(talks) -> None:
    """Answers about one book must not continue with another book of the same title."""
    begun = talks.begin(BOOK, "Who?")
    other = evolve(BOOK, digest="1")

    assert [is_same_book(begun, each) for each in (BOOK, other, None)] == [True, False, False]
    with pytest.raises(BookError) as told:
        talks.get(other, 1)
    assert told.value.code is BookFault.REPLACED
    assert talks.begin(other, "Who?").id == "book::the-lamp/2"
    assert [each.id for each in talks.list(BOOK.id)] == ["book::the-lamp/1", "book::the-lamp/2"]
    assert talks.get(BOOK, 1) == begun
    assert talks.remove(BOOK.id, 1) == begun


def test_those_of_runs_are_not_listed(talks: BookConversations) -> None:
    """Readers want their chats in the list, not the discussions of stages. (CA-13.4)"""
    talks.conversations.save(Conversation(id="dream-1", subject="dream"))
    talks.begin(OTHER, "Who?")
    assert [each.id for each in talks.list()] == ["book::tides/1"]


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("  Who lit\nthe lamp? ", "Who lit the lamp?"),
        ("word " * 40, "word " * 15 + "…"),
        ("x" * 200, "x" * 78 + " …"),
    ],
)
def test_a_title_is_one_short_line(talks: BookConversations, message: str, title: str) -> None:
    """A long first message would break the list of conversations. (CA-13.4)"""
    assert talks.begin(BOOK, message).title == title


def test_what_is_empty_begins_and_renames_nothing(talks: BookConversations) -> None:
    with pytest.raises(InputError, match="empty"):
        talks.begin(BOOK, " \n")
    assert list(talks.list()) == []
    talks.begin(BOOK, "Who?")
    with pytest.raises(InputError, match="empty"):
        talks.rename(BOOK, 1, " ")
    assert talks.get(BOOK, 1).title == "Who?"


def test_a_number_or_a_page_that_is_not_there_is_refused(talks: BookConversations) -> None:
    """Valid numbers help the reader; a wrong page would remove the spoiler limit."""
    with pytest.raises(InputError, match="no page 41"):
        talks.begin(BOOK, "Who?", page=41)
    assert list(talks.list()) == []

    talks.begin(BOOK, "Who?")
    with pytest.raises(BookError, match="no conversation 7 with 'book::the-lamp'; there are: 1"):
        talks.get(BOOK, 7)
    with pytest.raises(BookError, match="there are: none") as told:
        talks.remove(OTHER.id, 1)
    assert told.value.code is BookFault.NOT_FOUND


@pytest.mark.parametrize(("page", "horizon"), [(None, None), (0, None), (1, 1), (40, 40)])
def test_a_page_is_a_horizon_and_0_the_whole_book(talks, page, horizon) -> None:
    """Readers need a simple command to remove the spoiler limit again."""
    assert talks.begin(BOOK, "Who?", page=page).horizon == horizon
    assert talks.set_horizon(BOOK, 1, 3).horizon == 3
    assert talks.set_horizon(BOOK, 1, 0).horizon is None
