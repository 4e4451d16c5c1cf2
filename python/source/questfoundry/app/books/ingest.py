"""Import books so that an interrupted import can resume where it stopped.

A book is ``pending`` until all its chunks (pieces of text) are stored. It is then ``ingesting``
until all chunks are in the search index, and finally ``ready``.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import PurePath
from typing import TypeVar

from attrs import evolve, frozen

from questfoundry.app.books.finder import KIND, BookFinder
from questfoundry.domain.errors import InputError, QuestFoundryError, StoreError
from questfoundry.domain.events import BookOpened, BookRead, ChunksIndexed
from questfoundry.domain.ids import make_id, make_unique_id, slug_of, slugify
from questfoundry.domain.library.book import EDITION, Book, BookFile, BookStatus, ParsedBook
from questfoundry.domain.library.text import find_title, tidy
from questfoundry.domain.protocols.library import BookFiles, BookParser, TextChunker
from questfoundry.domain.protocols.runs import EventSink, ProjectLock
from questfoundry.domain.remedy import RemoveBook, SimpleAction

_STORE_BATCH_SIZE = 500
_INDEX_BATCH_SIZE = 64
_T = TypeVar("_T")


@frozen(kw_only=True)
class AddedBook:
    """A book after an import.

    ``known``: whether the book had been imported before and is unchanged. ``is_updated``: whether
    the book was read again because an earlier version of the program had read the file.
    """

    book: Book
    known: bool
    is_updated: bool = False


@frozen(kw_only=True)
class AddBookUseCase:
    """The use case that adds a book to the library; files with equal bytes count as one book.

    If an earlier version of the program has read a book, the book is read again.
    """

    _files: BookFiles
    _ingestion: Ingestion
    _finder: BookFinder
    _lock: ProjectLock

    async def execute(self, place: str, *, title: str = "") -> AddedBook:
        """Add the file at the path or URL ``place``; on ``InputError``, nothing is changed."""
        file = await self._files.read(place)
        digest = _digest_of(file)
        with self._lock.hold("adding a book"):
            book = next((each for each in self._finder.books.list() if each.digest == digest), None)
            is_ready = book is not None and book.status is BookStatus.READY
            is_outdated = is_ready and book is not None and book.is_outdated
            if book is None or book.status is BookStatus.PENDING or book.is_outdated:
                book = await self._ingestion.store(file, title=title, existing=book)
            return AddedBook(
                book=await self._ingestion.make_findable(book),
                known=is_ready and not is_outdated,
                is_updated=is_outdated,
            )


@frozen(kw_only=True)
class ReindexBooksUseCase:
    """The use case that completes interrupted imports and incomplete search indexes of books."""

    _files: BookFiles
    _ingestion: Ingestion
    _finder: BookFinder
    _lock: ProjectLock

    async def execute(self, name: str | None = None) -> Sequence[Book]:
        """Complete the import of the book ``name``, or of all books, and return these books.

        Raise ``InputError`` if the file of a partly stored book has changed.
        """
        with self._lock.hold("indexing books"):
            books = [self._finder.find(name)] if name else self._finder.books.list()
            return [await self._complete(book) for book in books]

    async def _complete(self, book: Book) -> Book:
        if book.status is BookStatus.PENDING:
            file = await self._files.read(book.source)
            if _digest_of(file) != book.digest:
                raise InputError(
                    f"Only a part of {book.id!r} is stored, and {book.source!r} is no longer the "
                    "file that it came from. Add the file again, or remove it.",
                    remedies=(SimpleAction.ADD_BOOK, RemoveBook(book.id)),
                )
            book = await self._ingestion.store(file, existing=book)
        return await self._ingestion.make_findable(book)


@frozen(kw_only=True)
class Ingestion:
    """An importer that stores a book's text and then adds the text to the search index."""

    _parsers: Mapping[str, BookParser]
    _chunker: TextChunker
    _finder: BookFinder
    _events: EventSink

    async def store(self, file: BookFile, *, title: str = "", existing: Book | None = None) -> Book:
        """Parse the file, store its chunks (pieces of text), and return the book.

        ``existing`` is a book whose import was interrupted, or that an earlier version read. Raise
        ``InputError`` if the format is unknown or the file contains no text.
        """
        self._events.emit(BookOpened(file=file.name, size=len(file.content)))
        parsed = await self._parse(file)
        book = self._describe(file, parsed, tidy(title), existing)
        if existing:
            # Indexing resumes at the number of indexed chunks, so none may stay from before.
            await self._finder.index.remove(existing.id)
        self._finder.books.save(book)
        self._events.emit(
            BookRead(
                book=book.id,
                pages=book.pages,
                made_pages=book.made_pages,
                front_pages=book.front_pages,
            )
        )
        stored = 0
        for batch in _split_batches(self._chunker.chunks(book.id, parsed.pages), _STORE_BATCH_SIZE):
            self._finder.chunks.add(batch)
            stored += len(batch)
            await asyncio.sleep(0)  # lets a Ctrl-C take effect
        self._finder.chunks.remove_from(book.id, stored)
        book = evolve(book, chunks=stored, status=BookStatus.INGESTING)
        self._finder.books.save(book)
        return book

    def _describe(
        self, file: BookFile, parsed: ParsedBook, title: str, existing: Book | None
    ) -> Book:
        known = find_title(existing.title) if existing else ""
        name = title or known or parsed.title or _name_from_file(file)
        return Book(
            id=existing.id if existing else self._make_free_id(name),
            title=name,
            author=parsed.author,
            language=parsed.language,
            source=file.source,
            format=file.format,
            digest=_digest_of(file),
            pages=parsed.last_page or parsed.pages[-1].number,
            front_pages=parsed.front_pages,
            made_pages=parsed.made_pages,
            unread=parsed.unread,
            edition=EDITION,
        )

    async def make_findable(self, book: Book) -> Book:
        """Index the chunks that are not indexed yet, and return the book with the status ``READY``.

        After an error, store the status ``FAILED`` and raise the error.
        """
        try:
            await self._index(book)
        except QuestFoundryError as problem:
            with suppress(StoreError):
                self._save(book, BookStatus.FAILED, str(problem))
            raise
        return self._save(book, BookStatus.READY)

    async def _index(self, book: Book) -> None:
        # Batches are added whole and in order, so the count is the position to resume from.
        done = await self._finder.index.count(book.id)
        for begin in range(done, book.chunks, _INDEX_BATCH_SIZE):
            self._events.emit(ChunksIndexed(book=book.id, done=begin, total=book.chunks))
            batch = self._finder.chunks.list_after(book.id, begin - 1, _INDEX_BATCH_SIZE)
            await self._finder.index.add(batch)
        self._events.emit(ChunksIndexed(book=book.id, done=book.chunks, total=book.chunks))

    def _save(self, book: Book, status: BookStatus, problem: str = "") -> Book:
        saved = evolve(book, status=status, problem=problem)
        self._finder.books.save(saved)
        return saved

    async def _parse(self, file: BookFile) -> ParsedBook:
        parser = self._parsers.get(file.format)
        if parser is None:
            formats = ", ".join(self._parsers)
            raise InputError(
                f"{file.name!r} is {file.format}, which is not read as a book. "
                f"Give it as one of: {formats}."
            )
        parsed = await parser.parse(file)
        if not parsed.pages:
            raise InputError(
                f"{file.name!r} has no text. If it holds pictures of pages, run a program for "
                "text recognition (OCR), and add its output."
            )
        return parsed

    def _make_free_id(self, title: str) -> str:
        taken = {slug_of(book.id) for book in self._finder.books.list()}
        return make_unique_id(make_id(KIND, slugify(title) or KIND), taken)


def _digest_of(file: BookFile) -> str:
    return hashlib.sha256(file.content).hexdigest()


def _name_from_file(file: BookFile) -> str:
    words = tidy(PurePath(file.name).stem.replace("_", " ").replace("-", " "))
    return words.capitalize() or file.format


def _split_batches(items: Iterable[_T], size: int) -> Iterator[tuple[_T, ...]]:
    left = iter(items)
    while batch := tuple(islice(left, size)):
        yield batch
