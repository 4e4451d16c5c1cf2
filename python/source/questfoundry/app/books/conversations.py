"""Manage the conversations about books and the reader's page, and check books before a chat."""

from collections.abc import Sequence

from attrs import evolve, frozen

from questfoundry.domain.chat.messages import Conversation
from questfoundry.domain.errors import BookError, BookFault, InputError
from questfoundry.domain.ids import kind_of
from questfoundry.domain.library.book import Book, BookStatus
from questfoundry.domain.protocols.library import BookRepository, ConversationRepository
from questfoundry.domain.remedy import SimpleAction


def get_ready_book(books: BookRepository, conversation: Conversation, message: str) -> Book:
    """Return the book of ``conversation``, ready for a chat about it.

    Raise ``BookError`` if the book is missing, replaced or not ready, and ``InputError`` if
    ``message`` is empty.
    """
    book = books.get(conversation.subject)
    if book is None:
        raise BookError(
            f"The book {conversation.subject!r} of conversation {conversation.id!r} is not in "
            "the library.",
            code=BookFault.NOT_FOUND,
            remedies=(SimpleAction.ADD_BOOK,),
        )
    require_same_book(conversation, book)
    require_talk(book, message)
    return book


def require_talk(book: Book, message: str) -> None:
    """Raise ``BookError`` if ``book`` is not ready, or ``InputError`` if ``message`` is empty."""
    if book.status is not BookStatus.READY:
        raise BookError(
            f"The book {book.id!r} is not ready: it is {book.status}.",
            code=BookFault.NOT_READY,
            remedies=(SimpleAction.REINDEX_BOOKS,),
        )
    if not message.strip():
        raise InputError("The message is empty. Ask the book something.")


KIND = "book"
MAX_TITLE_LENGTH = 80


@frozen(kw_only=True)
class BookConversations:
    """The stored conversations of a project about its books.

    A conversation's id is the id of its book, a slash and a number, such as ``book::emma/2``. If a
    book is removed, its conversations stay, but they continue only if the same file is added again.
    """

    conversations: ConversationRepository

    def list(self, book_id: str | None = None) -> Sequence[Conversation]:
        """Return the conversations about the book ``book_id`` or all books, oldest first."""
        return [each for each in self.conversations.list(book_id) if kind_of(each.subject) == KIND]

    def begin(self, book: Book, first_message: str, *, page: int | None = None) -> Conversation:
        """Store and return a new conversation about ``book``, titled after ``first_message``.

        Raise ``InputError`` if the message is empty or the book has no such page. Concurrent calls
        get conversations with different numbers.
        """
        while not self.conversations.add(
            begun := self.plan_conversation(book, first_message, page=page)
        ):
            pass
        return begun

    def plan_conversation(
        self, book: Book, first_message: str, *, page: int | None = None
    ) -> Conversation:
        """Return the conversation that :meth:`begin` would store, without storing it."""
        title = _make_title(first_message)
        if not title:
            raise InputError("The message is empty. Ask the book something.")
        numbers = [number_of(each) for each in self.list(book.id)]
        return Conversation(
            id=f"{book.id}/{max(numbers, default=0) + 1}",
            subject=book.id,
            title=title,
            horizon=resolve_horizon(book, page),
            digest=book.digest,
        )

    def get(self, book: Book, number: int) -> Conversation:
        """Return the conversation with ``book`` and this number, or raise ``BookError``."""
        found = self._find(book.id, number)
        require_same_book(found, book)
        return found

    def rename(self, book: Book, number: int, title: str) -> Conversation:
        """Change the title of the conversation; raise ``InputError`` if ``title`` is empty."""
        new_title = _make_title(title)
        if not new_title:
            raise InputError("The title is empty. Give the conversation a title of some words.")
        return self._save(evolve(self.get(book, number), title=new_title))

    def remove(self, book_id: str, number: int) -> Conversation:
        """Delete the conversation and its messages; its book need not exist any more."""
        removed = self._find(book_id, number)
        self.conversations.delete(removed.id)
        return removed

    def set_horizon(self, book: Book, number: int, page: int) -> Conversation:
        """Make ``page`` the last page that may be revealed; 0 reveals the whole book."""
        return self._save(evolve(self.get(book, number), horizon=resolve_horizon(book, page)))

    def _find(self, book_id: str, number: int) -> Conversation:
        found = self.conversations.get(f"{book_id}/{number}")
        if found is None:
            numbers = ", ".join(str(number_of(each)) for each in self.list(book_id))
            raise BookError(
                f"There is no conversation {number} with {book_id!r}; there are: "
                f"{numbers or 'none'}. Name one of them, or leave it out to begin a new one.",
                code=BookFault.NOT_FOUND,
            )
        return found

    def _save(self, conversation: Conversation) -> Conversation:
        self.conversations.save(conversation)
        return conversation


def get_conversation(conversations: ConversationRepository, conversation_id: str) -> Conversation:
    """Return the conversation with the id ``conversation_id``, or raise ``BookError``."""
    conversation = conversations.get(conversation_id)
    if conversation is None:
        raise BookError(
            f"There is no conversation {conversation_id!r}.",
            code=BookFault.NOT_FOUND,
            remedies=(SimpleAction.LIST_CONVERSATIONS,),
        )
    return conversation


def is_same_book(conversation: Conversation, book: Book | None) -> bool:
    """Return whether ``conversation`` is about ``book``, not another book with the same id."""
    return book is not None and conversation.digest in ("", book.digest)


def require_same_book(conversation: Conversation, book: Book) -> None:
    """Raise ``BookError`` if ``book`` is not the book that ``conversation`` is about."""
    if not is_same_book(conversation, book):
        raise BookError(
            f"The conversation {conversation.id!r} was with another book that had the id "
            f"{book.id!r}, and was removed since. Add the file of that book again to continue, or "
            "begin a new conversation.",
            code=BookFault.REPLACED,
            remedies=(SimpleAction.LIST_CONVERSATIONS,),
        )


def number_of(conversation: Conversation) -> int:
    """Return the number of ``conversation`` among those of its book: the last part of its id."""
    return int(conversation.id.rpartition("/")[2])


def _make_title(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= MAX_TITLE_LENGTH:
        return words
    cut = words[: MAX_TITLE_LENGTH - 2]
    return f"{cut.rpartition(' ')[0] or cut} …"


def resolve_horizon(book: Book, page: int | None) -> int | None:
    """Return the last page that may be revealed, or ``None`` if all pages may be revealed.

    Raise ``InputError`` if ``book`` has no such page.
    """
    if not page:
        return None
    if not 1 <= page <= book.pages:
        raise InputError(
            f"{book.id!r} has no page {page}. Give a page from 1 to {book.pages}, "
            "or 0 for the whole book."
        )
    return page
