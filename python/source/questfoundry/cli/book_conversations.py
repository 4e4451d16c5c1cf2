"""``qf book conversations``, ``rename`` and ``forget``: the talks with books that are kept."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import typer

from questfoundry.app.books.conversations import number_of
from questfoundry.cli.console import say, write_json, write_table
from questfoundry.cli.errors import errors_told
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.project_use import existing_project
from questfoundry.cli.remedies import command_of
from questfoundry.domain.chat.conversation import Conversation
from questfoundry.domain.remedy import TalkWithBook

BookName = Annotated[str, typer.Argument(metavar="BOOK", help="Its id, or the beginning of it.")]
Number = Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="The conversation's number.")]


def conversations(
    book: Annotated[
        str | None, typer.Argument(metavar="BOOK", help="Those with this book alone.")
    ] = None,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """List the conversations with your books."""

    async def listed() -> list[Conversation]:
        from questfoundry.composition.book_chat import book_conversations

        async with existing_project(project) as opened:
            subject = opened.library.finder().find(book).id if book else None
            return list(book_conversations(opened).list(subject))

    with errors_told(as_json=as_json, debug=debug, project=project):
        found = asyncio.run(listed())
        if as_json:
            write_json([_document(each) for each in found])
        elif found:
            write_table(
                ("Book", ">Number", ">Page", "Title"),
                [
                    (each.subject, str(number_of(each)), str(each.horizon or ""), each.title)
                    for each in found
                ],
            )
        else:
            begin = command_of(TalkWithBook("BOOK"), project)
            say(f"There are no conversations yet. Begin one with: {begin}")


def rename(
    book: BookName,
    number: Number,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="Its new title.")],
    project: Project = None,
    debug: Debug = False,
) -> None:
    """Give a conversation another title."""

    async def renamed() -> Conversation:
        from questfoundry.composition.book_chat import book_conversations

        async with existing_project(project) as opened:
            found = opened.library.finder().find(book)
            return book_conversations(opened).rename(found, number, title)

    with errors_told(as_json=False, debug=debug, project=project):
        done = asyncio.run(renamed())
        say(f"Conversation {number} with {done.subject} is now: {done.title}")


def forget(
    book: BookName,
    number: Number,
    project: Project = None,
    debug: Debug = False,
) -> None:
    """Remove a conversation with all its messages."""

    async def removed() -> Conversation:
        from questfoundry.composition.book_chat import book_conversations

        async with existing_project(project) as opened:
            found = opened.library.finder().find(book)
            return book_conversations(opened).remove(found, number)

    with errors_told(as_json=False, debug=debug, project=project):
        gone = asyncio.run(removed())
        say(f"Removed conversation {number} with {gone.subject}: {gone.title}")


def _document(conversation: Conversation) -> dict[str, Any]:
    return {
        "book": conversation.subject,
        "conversation": number_of(conversation),
        "title": conversation.title,
        "page": conversation.horizon,
    }
