"""A library in memory, and use cases that can be killed at any write."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.app.books.finder import BookFinder, RemoveBookUseCase, ShowBookUseCase
from questfoundry.app.books.ingest import AddBookUseCase, Ingestion, ReindexBooksUseCase
from questfoundry.domain.library.book import Book, BookFile, Chunk, ParsedBook
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.documents.chunker import SentenceChunker
from questfoundry.infra.documents.parsers import READERS
from questfoundry.testing.library import (
    InMemoryBookFiles,
    InMemoryBookRepository,
    InMemoryChunkIndex,
    InMemoryChunkRepository,
)
from questfoundry.testing.memory import InMemoryProjectLock
from questfoundry.testing.scripted import RecordingEventSink

LONG = "Title: The Sea\n\n" + "\n\n".join(
    f"On day {day} the tide came in and took the ledger of the clerk. " * 16 for day in range(150)
)
"""A book of about 150 chunks, so that indexing takes three batches."""


class Killed(BaseException):
    """The end of the process."""


class ParserHere(BookParser):
    """A parser that reads in this process, for tests of the steps after reading."""

    def __init__(self, kind: str) -> None:
        self.format = kind

    async def parse(self, file: BookFile) -> ParsedBook:
        return READERS[self.format](file)


@frozen
class Library:
    """A library of files in memory; ``embedded`` lists the chunks in the index."""

    files: InMemoryBookFiles
    finder: BookFinder
    events: RecordingEventSink
    embedded: list[Chunk]

    @property
    def add(self) -> AddBookUseCase:
        return AddBookUseCase(
            files=self.files,
            ingestion=self._ingestion,
            finder=self.finder,
            lock=InMemoryProjectLock(),
        )

    @property
    def reindex(self) -> ReindexBooksUseCase:
        return ReindexBooksUseCase(
            files=self.files,
            ingestion=self._ingestion,
            finder=self.finder,
            lock=InMemoryProjectLock(),
        )

    @property
    def show(self) -> ShowBookUseCase:
        return ShowBookUseCase(finder=self.finder)

    @property
    def remove(self) -> RemoveBookUseCase:
        return RemoveBookUseCase(finder=self.finder, lock=InMemoryProjectLock())

    @property
    def _ingestion(self) -> Ingestion:
        return Ingestion(
            parsers={each: ParserHere(each) for each in READERS},
            chunker=SentenceChunker(),
            finder=self.finder,
            events=self.events,
        )


class Life:
    """The number of writes before a process dies, with or without its last write."""

    def __init__(self) -> None:
        self.steps = 1_000_000

    def step(self) -> None:
        if not self.steps:
            raise Killed
        self.steps -= 1


def library(files: Mapping[str, str | bytes], *, life: Life | None = None) -> Library:
    alive = life or Life()
    embedded: list[Chunk] = []

    class Books(InMemoryBookRepository):
        def save(self, book: Book) -> None:
            alive.step()
            super().save(book)
            alive.step()

    class Chunks(InMemoryChunkRepository):
        def add(self, chunks: Sequence[Chunk]) -> None:
            alive.step()
            super().add(chunks)
            alive.step()

    class Index(InMemoryChunkIndex):
        async def add(self, chunks: Sequence[Chunk]) -> None:
            alive.step()
            await super().add(chunks)
            embedded.extend(chunks)
            alive.step()

    books = Books()
    finder = BookFinder(books=books, chunks=Chunks(books), index=Index(books))
    return Library(InMemoryBookFiles(files), finder, RecordingEventSink(), embedded)
