"""Check before a book chat that the book exists, is still the same book, and is ready."""

from questfoundry.app.books.conversations import require_same_book
from questfoundry.domain.chat.messages import Conversation
from questfoundry.domain.errors import BookError, BookFault, InputError
from questfoundry.domain.library.book import Book, BookStatus
from questfoundry.domain.protocols import BookRepository
from questfoundry.domain.remedy import SimpleAction


def get_ready_book(books: BookRepository, conversation: Conversation, message: str) -> Book:
    """Return the book of ``conversation``, and check it and the message as in ``require_talk``.

    Raise ``BookError`` if the book is missing or replaced by a different book.
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
    """Raise ``BookError`` for a book that is not ready, ``InputError`` for an empty message."""
    if book.status is not BookStatus.READY:
        raise BookError(
            f"The book {book.id!r} is not ready: it is {book.status}.",
            code=BookFault.NOT_READY,
            remedies=(SimpleAction.REINDEX_BOOKS,),
        )
    if not message.strip():
        raise InputError("The message is empty. Ask the book something.")
