"""``qf book``: adding, listing, searching and removing the books of a project."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.app.books.finder import BookDetails
from questfoundry.app.books.ingest import AddedBook
from questfoundry.cli import completion
from questfoundry.composition.project.books import ProjectBooks
from questfoundry.domain.events import BookOpened, BookRead, ChunksIndexed, Event
from questfoundry.domain.library.book import Book, SearchHit
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.remedy import SimpleAction
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import Screen, is_terminal, say, write_fields, write_table
from questfoundry.presentation.parameters import BudgetFlag, Positive
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import (
    format_count,
    format_pages,
    join_lines,
    list_gaps,
    select_fields,
    to_plain,
)

READABLE = 100  # the maximum line length of an excerpt, in cells
_KEPT = "Finished work is saved; run the same command to continue."


@command()
async def add(call: Call, place: str, title: str = "", budget: BudgetFlag = None) -> CommandResult:
    """Add a book, or continue after an interruption.

    FILE|URL: A txt, md, html, epub, docx or pdf file, or its web address.
    --title TITLE: Title of the book (default: the title in the file).
    """
    call.interruption_message = _KEPT
    async with call.open_project(edits=False, sinks=(IngestionProgress(call.screen),)) as project:
        added = await ProjectBooks(project).add(place, title=title, budget=budget)
    document = {**to_plain(added.book), "known": added.known, "updated": added.is_updated}
    return CommandResult(document, "\n".join((_describe_added(added), *list_gaps(added.book))))


@command()
async def reindex(
    call: Call, book: completion.Book | None = None, budget: BudgetFlag = None
) -> CommandResult:
    """Index books that are not searchable yet, or whose embedding model changed.

    BOOK: Id of a book (default: all books).
    """
    call.interruption_message = _KEPT
    async with call.open_project(edits=False, sinks=(IngestionProgress(call.screen),)) as project:
        books = await ProjectBooks(project).reindex(book, budget=budget)
    return CommandResult(books, "\n".join(f"Ready: {format_book(each)}." for each in books))


@command()
async def list_(call: Call) -> CommandResult:
    """List the books of the library."""
    async with call.open_project(edits=False) as project:
        books = project.library.finder().books.list()
    if not books:
        add_one = command_of(SimpleAction.ADD_BOOK, call.project)
        return CommandResult(books, f"No books yet. Add one with: {add_one}")
    return CommandResult(books, lambda: _write_books(books))


@command()
async def show(call: Call, book: completion.Book) -> CommandResult:
    """Show the details and the contents of a book.

    BOOK: Id of a book, or the beginning of the id: moby for moby-dick.
    """
    async with call.open_project(edits=False) as project:
        details = await project.library.show_book().execute(book)
    document = {
        **to_plain(details.book),
        "findable": details.findable,
        "contents": details.contents,
    }
    return CommandResult(document, lambda: _write_details(details))


@command()
async def search(
    call: Call,
    query: str,
    books: completion.Books | None = None,
    top_k: Positive = 5,
    horizon: int | None = None,
) -> CommandResult:
    """Search your books for excerpts that match a question.

    QUERY: A question or a few words, without special syntax.
    --book, -b BOOK: Search only this book; repeat the option for more books.
    --top-k, -k NUMBER: Maximum number of excerpts.
    --horizon PAGE: Show nothing beyond this page.
    """
    async with call.open_project(edits=False) as project:
        finder = project.library.finder()
        ids = [finder.find(name).id for name in books] if books else None
        hits = await project.library.search_books().execute(
            query, books=ids, top_k=top_k, horizon=horizon
        )
        titles = {book.id: book.title for book in finder.books.list()}
    return CommandResult([_hit(hit, titles) for hit in hits], lambda: _write_hits(hits, titles))


@command()
async def remove(call: Call, book: completion.Book, yes: bool = False) -> CommandResult:
    """Remove a book from the library; the original file stays.

    BOOK: Id of a book, or the beginning of the id: moby for moby-dick.
    --yes, -y: Do not ask for confirmation.
    """
    from questfoundry.composition.project.books import book_conversations

    is_confirmed = yes or call.as_json or not is_terminal(sys.stdin)
    async with call.open_project(edits=False) as project:
        found = project.library.finder().find(book)
        line = format_book(found)
        if not (is_confirmed or call.confirm(f"Remove {line}? (y/n)")):
            return CommandResult(None, "Nothing was removed.")
        talks = len(book_conversations(project).list(found.id))
        await project.library.remove_book().execute(found.id)
    conversations = f" Conversations still stored: {talks}." if talks else ""
    return CommandResult(found, f"Removed {line}.{conversations}")


def _describe_added(added: AddedBook) -> str:
    line = format_book(added.book)
    if added.is_updated:
        return (
            f"Read again, because an earlier version had read it: {line}. Page numbers may have "
            "changed: in its conversations, set your page again."
        )
    return f"The book is already in the library: {line}." if added.known else f"Added {line}."


class IngestionProgress(EventSink):
    """The progress of reading and indexing a book, shown on the screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def emit(self, event: Event) -> None:
        """Show ``event`` if it concerns a book."""
        match event:
            case BookOpened():
                self._screen.show_waiting(
                    f"  reading {join_lines(event.file)} ({event.size:,} bytes) ..."
                )
            case BookRead():
                pages = format_pages(event.pages, event.front_pages, made=event.made_pages)
                self._screen.note(f"{event.book}: {pages}")
            case ChunksIndexed() if event.done < event.total:
                left = f"{event.done:,} of {format_count(event.total, 'chunk')}"
                self._screen.show_waiting(f"  indexed {left} ...")
            case ChunksIndexed():
                self._screen.finish_line()
            case _:
                pass


def _write_books(books: Sequence[Book]) -> None:
    write_table(
        ("Book", "Title", "Author", ">Pages", ">Chunks", "Status", "Problem"),
        [
            (
                book.id,
                join_lines(book.title),
                join_lines(book.author),
                f"{book.pages:,}{'*' if book.made_pages else ''}",
                f"{book.chunks:,}",
                book.status.value,
                join_lines(book.problem),
            )
            for book in books
        ],
    )
    if any(book.made_pages for book in books):
        say("* artificial pages of 1,800 characters: the format has no pages")
    for book in books:
        for gap in list_gaps(book):
            say(f"{book.id}: {gap}")
    if outdated := ", ".join(book.id for book in books if book.is_outdated):
        say(
            f"Read by an earlier version: {outdated}. Add the file again to get the page numbers "
            "as printed, and less noise in the text."
        )


def _write_details(details: BookDetails) -> None:
    book = details.book
    fields = (
        ("Book", book.id),
        ("Title", book.title),
        ("Author", book.author),
        ("Language", book.language),
        ("From", book.source),
        ("Format", book.format),
        ("Pages", format_pages(book.pages, book.front_pages, made=book.made_pages)),
        ("Chunks", f"{book.chunks:,}, {details.findable:,} of them searchable"),
        ("Status", book.status.value),
        ("Problem", book.problem),
        ("Left out", " ".join(list_gaps(book))),
    )
    write_fields((name, join_lines(value)) for name, value in fields if value)
    if details.contents:
        say()
        write_table(
            (">Page", "Contents"),
            [
                (section.label or f"{section.page:,}", join_lines(section.heading))
                for section in details.contents
            ],
        )


def format_book(book: Book) -> str:
    """Return the id, title, pages and chunks of ``book`` in one line."""
    pages = format_pages(book.pages, book.front_pages, made=book.made_pages)
    return join_lines(f"{book.id}: {book.title}, {pages}, {format_count(book.chunks, 'chunk')}")


def _hit(hit: SearchHit, titles: Mapping[str, str]) -> dict[str, Any]:
    return {
        "book": hit.chunk.book,
        "title": titles[hit.chunk.book],
        "pages": hit.chunk.page_names,
        **select_fields(hit.chunk, "first_page", "last_page", "heading", "text"),
        "score": round(hit.score, 6),
    }


def _write_hits(hits: Sequence[SearchHit], titles: Mapping[str, str]) -> None:
    if not hits:
        say("Nothing found.")
    for at, hit in enumerate(hits):
        if at:
            say()
        heading = f": {hit.chunk.heading}" if hit.chunk.heading else ""
        say(join_lines(f"{titles[hit.chunk.book]}, {_pages_of(hit)}{heading}"))
        say(hit.chunk.text, max_width=READABLE)


def _pages_of(hit: SearchHit) -> str:
    chunk = hit.chunk
    is_one = chunk.first_printed == chunk.last_printed
    return f"{'page' if is_one else 'pages'} {chunk.page_names}"
