"""Describe a book for people: its pages, and the parts of its file that have no text."""

from collections.abc import Iterator

from questfoundry.domain.library.book import Book
from questfoundry.presentation.text import format_count, join_lines

_MOST_CHAPTERS = 5


def format_pages(pages: int, front_pages: int, *, made: bool) -> str:
    """Return the number of pages in words; ``made`` pages were computed by the program."""
    front = f" and {format_count(front_pages, 'page')} before page 1" if front_pages else ""
    return f"{format_count(pages, 'page')}{front}{' (artificial)' if made else ''}"


def list_gaps(book: Book) -> Iterator[str]:
    """Yield a sentence for each kind of part of the book's file that has no text to read."""
    unread = book.unread
    if unread.count:
        pages = book.pages + book.front_pages
        holds = "holds" if unread.count == 1 else "hold"
        yield (
            f"{unread.count:,} of {format_count(pages, 'page')} {holds} pictures but no text, and "
            f"cannot be searched: {unread.pages}. To search them, run a program for text "
            "recognition (OCR) on the file, and add its output."
        )
    if unread.chapters:
        named = ", ".join(map(join_lines, unread.chapters[:_MOST_CHAPTERS]))
        more = len(unread.chapters) - _MOST_CHAPTERS
        yield (
            f"{format_count(len(unread.chapters), 'chapter')} left out, because no text could be "
            f"read: {named}{f' and {more} more' if more > 0 else ''}. Compare the book with its "
            "file."
        )
