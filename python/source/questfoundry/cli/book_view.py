"""How books are shown, and how far their ingestion is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict

from questfoundry.app.books.finder import BookReport
from questfoundry.cli.console import say, write_fields, write_table
from questfoundry.cli.screen import Screen
from questfoundry.cli.text import counted, one_line
from questfoundry.domain.events import BookRead, ChunksIndexed, Event
from questfoundry.domain.library.book import Book
from questfoundry.domain.protocols import EventSink


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


def write_books(books: Sequence[Book]) -> None:
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


def write_report(report: BookReport) -> None:
    """All that is known of a book, and its headings."""
    book = report.book
    fields = (
        ("Book", book.id),
        ("Title", book.title),
        ("Author", book.author),
        ("Language", book.language),
        ("From", book.source),
        ("Format", book.format),
        ("Pages", _pages(book.pages, made=book.made_pages)),
        ("Chunks", f"{book.chunks:,}, of which {report.findable:,} can be found"),
        ("Status", book.status.value),
        ("Problem", book.problem),
    )
    write_fields((name, one_line(value)) for name, value in fields if value)
    if report.contents:
        say()
        write_table(
            (">Page", "Contents"),
            [(f"{section.page:,}", one_line(section.heading)) for section in report.contents],
        )


def told(book: Book) -> str:
    """A book in one line."""
    pages = _pages(book.pages, made=book.made_pages)
    return one_line(f"{book.id}: {book.title}, {pages}, {counted(book.chunks, 'chunk')}")


def book_document(book: Book) -> dict[str, Any]:
    """A book for programs."""
    return {**asdict(book), "status": book.status.value}


def report_document(report: BookReport) -> dict[str, Any]:
    """A book with its headings for programs."""
    contents = [asdict(section) for section in report.contents]
    return {**book_document(report.book), "findable": report.findable, "contents": contents}


def _pages(pages: int, *, made: bool) -> str:
    return f"{counted(pages, 'page')}{' (made)' if made else ''}"
