"""``qf book conversations``, ``rename`` and ``forget``: the talks with books that are kept."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from questfoundry.app.books.conversations import number_of
from questfoundry.cli import completion
from questfoundry.cli.book_commands import BookName
from questfoundry.cli.command import Call, CommandResult, command
from questfoundry.cli.console import write_table
from questfoundry.cli.remedies import command_of
from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.remedy import TalkWithBook

Number = Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="The conversation's number.")]


@command()
async def conversations(
    call: Call,
    book: Annotated[
        str | None,
        typer.Argument(
            metavar="BOOK", help="Those with this book alone.", autocompletion=completion.books
        ),
    ] = None,
) -> CommandResult:
    """List the conversations with your books."""
    from questfoundry.composition.book_chat import book_conversations

    async with call.opened(edits=False) as project:
        subject = project.library.finder().find(book).id if book else None
        found = book_conversations(project).list(subject)
    documents = [_document(each) for each in found]
    if not found:
        begin = command_of(TalkWithBook("BOOK"), call.project)
        return CommandResult(documents, f"There are no conversations yet. Begin one with: {begin}")
    rows = [
        (each.subject, str(number_of(each)), str(each.horizon or ""), each.title) for each in found
    ]
    return CommandResult(
        documents, lambda: write_table(("Book", ">Number", ">Page", "Title"), rows)
    )


@command()
async def rename(
    call: Call,
    book: BookName,
    number: Number,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="Its new title.")],
) -> CommandResult:
    """Give a conversation another title."""
    from questfoundry.composition.book_chat import book_conversations

    async with call.opened(edits=False) as project:
        found = project.library.finder().find(book)
        done = book_conversations(project).rename(found, number, title)
    said = f"Conversation {number} with {done.subject} is now: {done.title}"
    return CommandResult(_document(done), said)


@command()
async def forget(call: Call, book: BookName, number: Number) -> CommandResult:
    """Remove a conversation with all its messages."""
    from questfoundry.composition.book_chat import book_conversations

    async with call.opened(edits=False) as project:
        found = project.library.finder().find(book)
        gone = book_conversations(project).remove(found, number)
    said = f"Removed conversation {number} with {gone.subject}: {gone.title}"
    return CommandResult(_document(gone), said)


def _document(conversation: Conversation) -> dict[str, Any]:
    return {
        "book": conversation.subject,
        "conversation": number_of(conversation),
        "title": conversation.title,
        "page": conversation.horizon,
    }
