"""A project with books that are ready for searching."""

from collections.abc import Sequence
from pathlib import Path

from questfoundry.composition.project.projects import open_project
from questfoundry.composition.settings.new_project import create_project
from questfoundry.domain.library.book import Book, BookStatus, Chunk

TIDES = (
    "The tide came in at noon and took the ledger.",
    "The clerk counted his drowned coins by the light of a lantern.",
    "At dawn the harbour bell rang for the drowned.",
)
CAKES = ("She baked a cake of flour, butter and sugar.",)


async def library_project(folder: Path) -> Path:
    create_project(folder, "Drowned")
    async with open_project(folder, {}) as project:
        library = project.library
        for book, texts in (("The Tides", TIDES), ("Of Cakes", CAKES)):
            chunks = chunks_of(f"book::{book.lower().replace(' ', '-')}", texts)
            library.books().save(ready_book(chunks, title=book))
            library.chunks().add(chunks)
            await library.index().add(chunks)
    return folder


def ready_book(chunks: Sequence[Chunk], *, title: str) -> Book:
    return Book(
        id=chunks[0].book,
        title=title,
        source=f"{title}.txt",
        format="txt",
        digest=title,
        pages=chunks[-1].last_page,
        chunks=len(chunks),
        status=BookStatus.READY,
    )


def chunks_of(book: str, texts: Sequence[str]) -> list[Chunk]:
    """Return each text as a chunk on a page of its own, from page 1 on."""
    return [
        Chunk(book=book, number=at, first_page=at + 1, last_page=at + 1, text=text)
        for at, text in enumerate(texts)
    ]
