"""``qf book``: the books of a project, in and out, and how they are shown."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from questfoundry.app.books.finder import BookDetails
from questfoundry.cli.command import Call, CommandResult, command
from questfoundry.cli.console import PROMPT, is_terminal, read_line, say, write_fields, write_table
from questfoundry.cli.documents import plain
from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.cli.text import counted, one_line
from questfoundry.domain.events import BookRead, ChunksIndexed, Event
from questfoundry.domain.library.book import Book
from questfoundry.domain.protocols import EventSink
from questfoundry.domain.remedy import Act

BookName = Annotated[
    str, typer.Argument(metavar="BOOK", help="A book's id, or how it begins: moby for moby-dick.")
]
_KEPT = "What is done is kept; the same command goes on."


@command()
async def add(
    call: Call,
    place: Annotated[
        str,
        typer.Argument(metavar="FILE|URL", help="A txt, md, html, epub, docx or pdf file."),
    ],
    title: Annotated[
        str, typer.Option(metavar="TITLE", help="What to call it, instead of its own title.")
    ] = "",
) -> CommandResult:
    """Put a book into the library, or go on where that was interrupted."""
    call.interrupted = _KEPT
    async with call.opened(edits=False, sinks=(IngestionProgress(call.screen),)) as project:
        added = await project.library.add_book().execute(place, title=title)
    line = in_a_line(added.book)
    said = f"It is in the library already, as {line}." if added.known else f"Added {line}."
    return CommandResult({**plain(added.book), "known": added.known}, said)


@command()
async def reindex(
    call: Call,
    book: Annotated[
        str | None, typer.Argument(metavar="BOOK", help="One book; else all of them.")
    ] = None,
) -> CommandResult:
    """Make findable what is not: after an interruption, or for another embedding model."""
    call.interrupted = _KEPT
    async with call.opened(edits=False, sinks=(IngestionProgress(call.screen),)) as project:
        books = await project.library.reindex_books().execute(book)
    return CommandResult(books, "\n".join(f"Ready: {in_a_line(each)}." for each in books))


@command()
async def list_(call: Call) -> CommandResult:
    """List the books of the library."""
    async with call.opened(edits=False) as project:
        books = project.library.finder().books.list()
    if not books:
        add_one = command_of(Act.ADD_BOOK, call.project)
        return CommandResult(books, f"No books yet. Add one with: {add_one}")
    return CommandResult(books, lambda: _write_books(books))


@command()
async def show(call: Call, book: BookName) -> CommandResult:
    """Show what is known of a book, and its contents."""
    async with call.opened(edits=False) as project:
        details = await project.library.show_book().execute(book)
    document = {
        **plain(details.book),
        "findable": details.findable,
        "contents": details.contents,
    }
    return CommandResult(document, lambda: _write_details(details))


@command()
async def remove(
    call: Call,
    book: BookName,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> CommandResult:
    """Take a book out of the library; the file that it came from stays."""
    sure = yes or call.as_json or not is_terminal(sys.stdin)
    async with call.opened(edits=False) as project:
        found = project.library.finder().find(book)
        line = in_a_line(found)
        if not (sure or _agreed(f"Remove {line}? (y/n)", call)):
            return CommandResult(None, "Nothing was removed.")
        await project.library.remove_book().execute(found.id)
    return CommandResult(found, f"Removed {line}.")


def _agreed(question: str, call: Call) -> bool:
    say(question)
    with call.interrupts.prompting():
        answer = read_line(PROMPT, call.screen.stream) or ""
    return answer.strip().lower() in {"y", "yes"}


class IngestionProgress(EventSink):
    """Tells on the screen how far a book is."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def emit(self, event: Event) -> None:
        """Tell of it, if it is about a book."""
        match event:
            case BookRead():
                self._screen.note(f"{event.book}: {_pages(event.pages, made=event.made_pages)}")
            case ChunksIndexed() if event.done < event.total:
                left = f"{event.done:,} of {counted(event.total, 'chunk')}"
                self._screen.wait(f"  {left} can be found ...")
            case ChunksIndexed():
                self._screen.settle()
            case _:
                pass


def _write_books(books: Sequence[Book]) -> None:
    """A line a book; what is made of a format without pages is marked."""
    write_table(
        ("Book", "Title", "Author", ">Pages", ">Chunks", "Status", "Problem"),
        [
            (
                book.id,
                one_line(book.title),
                one_line(book.author),
                f"{book.pages:,}{'*' if book.made_pages else ''}",
                f"{book.chunks:,}",
                book.status.value,
                one_line(book.problem),
            )
            for book in books
        ],
    )
    if any(book.made_pages for book in books):
        say("* made pages of 1,800 characters: the format has none")


def _write_details(details: BookDetails) -> None:
    """All that is known of a book, and its headings."""
    book = details.book
    fields = (
        ("Book", book.id),
        ("Title", book.title),
        ("Author", book.author),
        ("Language", book.language),
        ("From", book.source),
        ("Format", book.format),
        ("Pages", _pages(book.pages, made=book.made_pages)),
        ("Chunks", f"{book.chunks:,}, of which {details.findable:,} can be found"),
        ("Status", book.status.value),
        ("Problem", book.problem),
    )
    write_fields((name, one_line(value)) for name, value in fields if value)
    if details.contents:
        say()
        write_table(
            (">Page", "Contents"),
            [(f"{section.page:,}", one_line(section.heading)) for section in details.contents],
        )


def in_a_line(book: Book) -> str:
    """A book in one line."""
    pages = _pages(book.pages, made=book.made_pages)
    return one_line(f"{book.id}: {book.title}, {pages}, {counted(book.chunks, 'chunk')}")


def _pages(pages: int, *, made: bool) -> str:
    return f"{counted(pages, 'page')}{' (made)' if made else ''}"
