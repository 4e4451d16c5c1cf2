"""``qf book conversations``, ``rename`` and ``forget``: the stored conversations with books."""

from typing import Any

from questfoundry.app.books.conversations import KIND, is_same_book, number_of
from questfoundry.cli import completion
from questfoundry.domain.chat.messages import Conversation
from questfoundry.domain.ids import make_id
from questfoundry.domain.remedy import TalkWithBook
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say, write_table
from questfoundry.presentation.parameters import Positive
from questfoundry.presentation.remedies import command_of


@command()
async def conversations(call: Call, book: completion.Book | None = None) -> CommandResult:
    """List the conversations with your books.

    BOOK: Id of a book (default: all books).
    """
    from questfoundry.composition.project.books import book_conversations

    async with call.open_project(edits=False) as project:
        finder = project.library.finder()
        subject = finder.find(book).id if book else None
        found = book_conversations(project).list(subject)
        has_book = {each.id: is_same_book(each, finder.books.get(each.subject)) for each in found}
    documents = [{**_document(each), "book_is_there": has_book[each.id]} for each in found]
    if not found:
        begin = command_of(TalkWithBook("BOOK"), call.project)
        return CommandResult(documents, f"There are no conversations yet. Start one with: {begin}")
    rows = [
        (
            f"{each.subject}{'' if has_book[each.id] else '*'}",
            str(number_of(each)),
            str(each.horizon or ""),
            each.title,
        )
        for each in found
    ]

    def write() -> None:
        write_table(("Book", ">Number", ">Page", "Title"), rows)
        if not all(has_book.values()):
            say("* the book was removed; add the same file again to continue")

    return CommandResult(documents, write)


@command()
async def rename(call: Call, book: completion.Book, number: Positive, title: str) -> CommandResult:
    """Rename a conversation.

    BOOK: Id of a book, or the beginning of the id: moby for moby-dick.
    NUMBER: Number of the conversation.
    TITLE: New title.
    """
    from questfoundry.composition.project.books import book_conversations

    async with call.open_project(edits=False) as project:
        found = project.library.finder().find(book)
        renamed = book_conversations(project).rename(found, number, title)
    message = f"Conversation {number} with {renamed.subject} is now: {renamed.title}"
    return CommandResult(_document(renamed), message)


@command()
async def forget(call: Call, book: completion.Book, number: Positive) -> CommandResult:
    """Delete a conversation with all its messages.

    BOOK: Id of a book, or the beginning of the id: moby for moby-dick.
    NUMBER: Number of the conversation.
    """
    from questfoundry.composition.project.books import book_conversations

    async with call.open_project(edits=False) as project:
        talks, finder = book_conversations(project), project.library.finder()
        named = make_id(KIND, book)
        subject = named if talks.list(named) else finder.find(book).id
        removed = talks.remove(subject, number)
    message = f"Deleted conversation {number} with {removed.subject}: {removed.title}"
    return CommandResult(_document(removed), message)


def _document(conversation: Conversation) -> dict[str, Any]:
    return {
        "book": conversation.subject,
        "conversation": number_of(conversation),
        "title": conversation.title,
        "page": conversation.horizon,
    }
