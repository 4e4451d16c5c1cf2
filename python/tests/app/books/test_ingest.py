from collections import Counter
from contextlib import suppress

import pytest
from attrs import evolve

from questfoundry.domain.errors import InputError, UnreachableError
from questfoundry.domain.events import BookRead, ChunksIndexed
from questfoundry.domain.library.book import Book, BookStatus, Chunk
from tests.support.ingesting import LONG, Killed, Library, Life, library


async def _all_chunks(found: Library, book: str) -> list[Chunk]:
    return list(found.finder.chunks.list_after(book, -1, 10_000))


async def test_a_book_is_ready_when_all_its_chunks_can_be_found() -> None:
    """A book marked ready too early answers from half its text; a whole one is done. (LIB-5.4)"""
    found = library({"sea.txt": LONG})

    book = (await found.add.execute("sea.txt")).book

    assert found.finder.books.list() == [book]
    assert (book.id, book.title, book.status) == ("book::the-sea", "The Sea", BookStatus.READY)
    assert (book.source, book.format, book.made_pages) == ("sea.txt", "txt", True)
    assert await found.finder.index.count(book.id) == book.chunks == len(found.embedded) > 128
    chunks = await _all_chunks(found, book.id)
    assert chunks == found.embedded
    assert chunks[-1].last_page == book.pages

    done = [event.done for event in found.events.events if isinstance(event, ChunksIndexed)]
    assert done == [0, 64, 128, book.chunks]
    assert BookRead(book=book.id, pages=book.pages, made_pages=True) in found.events.events

    assert await found.reindex.execute() == [book]
    assert len(found.embedded) == book.chunks


async def test_the_same_bytes_are_the_same_book() -> None:
    """Adding a file twice must not pay twice for its embeddings."""
    found = library({"sea.txt": LONG, "copy.md": LONG, "other.txt": LONG + "\n\nMore."})
    first = await found.add.execute("sea.txt")

    again = await found.add.execute("copy.md", title="Another")
    other = await found.add.execute("other.txt")

    assert (again.book, again.known) == (first.book, True)
    assert (other.book.id, other.known) == ("book::the-sea-2", False)
    assert not first.known
    assert max(Counter((chunk.book, chunk.number) for chunk in found.embedded).values()) == 1


async def test_a_title_is_given_told_or_made_of_the_name() -> None:
    """Every book needs a readable title and a unique id, even a file without letters."""
    found = library({"my_old-book.txt": "One.", "b.txt": "Title: Told\n\nTwo.", "海.txt": "Three."})

    ids = [
        (await found.add.execute("my_old-book.txt")).book,
        (await found.add.execute("b.txt", title="Given")).book,
        (await found.add.execute("海.txt", title="!?")).book,
    ]

    assert [(book.id, book.title) for book in ids] == [
        ("book::my-old-book", "My old book"),
        ("book::given", "Given"),
        ("book::book", "!?"),
    ]


async def test_a_book_of_an_earlier_version_is_read_again_wherever_it_was_killed() -> None:
    """Reading again must end with the new chunks alone, all of them in the index. (LIB-5.4)"""
    expected = (await library({"sea.txt": LONG}).add.execute("sea.txt")).book

    async def read_again(steps: int) -> Library:
        life = Life()
        found = library({"sea.txt": LONG}, life=life)
        found.finder.books.save(evolve(expected, edition=0, chunks=300))
        chunks = [_old_chunk(number) for number in range(300)]
        found.finder.chunks.add(chunks)
        await found.finder.index.add(chunks)
        life.steps = steps
        with suppress(Killed):
            await found.add.execute("sea.txt")
        life.steps = 1_000_000
        return found

    for steps in range(16):
        found = await read_again(steps)
        again = await found.add.execute("sea.txt")

        assert again.book == expected
        chunks = await _all_chunks(found, expected.id)
        assert len(chunks) == expected.chunks
        assert not any(chunk.text.startswith("Old") for chunk in chunks)
        assert await found.finder.index.count(expected.id) == expected.chunks


def _old_chunk(number: int) -> Chunk:
    return Chunk(
        book="book::the-sea", number=number, first_page=1, last_page=1, text=f"Old {number}"
    )


@pytest.mark.parametrize("resumed_by", ["add", "reindex"])
async def test_a_book_goes_on_wherever_it_was_killed(resumed_by: str) -> None:
    """A crash while adding a book must neither lose chunks nor embed them twice. (LIB-5.4)"""
    whole = library({"sea.txt": LONG})
    expected = (await whole.add.execute("sea.txt")).book
    chunks = await _all_chunks(whole, expected.id)

    deaths = 0
    while True:
        life = Life()
        found = library({"sea.txt": LONG}, life=life)
        life.steps = deaths
        try:
            await found.add.execute("sea.txt")
        except Killed:
            deaths += 1
        else:
            break
        life.steps = 1_000_000
        before = list(found.finder.books.list())
        if resumed_by == "add" or not before:
            book: Book = (await found.add.execute("sea.txt")).book
        else:
            found.files.files["sea.txt"] = LONG
            (book,) = await found.reindex.execute("the-sea")

        assert book == expected
        assert await _all_chunks(found, book.id) == chunks
        assert found.embedded == chunks
    assert deaths == 14


async def test_an_index_that_fails_leaves_a_failed_book_which_can_go_on() -> None:
    """A failing embedding server must leave a book that can be completed later."""
    found = library({"sea.txt": LONG})
    adding, calls = found.finder.index.add, 0

    async def unreachable(chunks: list[Chunk]) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise UnreachableError("No embedding server. Start it.")
        await adding(chunks)

    found.finder.index.add = unreachable
    with pytest.raises(UnreachableError):
        await found.add.execute("sea.txt")

    (book,) = found.finder.books.list()
    assert (book.status, book.problem) == (BookStatus.FAILED, "No embedding server. Start it.")

    (book,) = await found.reindex.execute()

    assert (book.status, book.problem) == (BookStatus.READY, "")
    assert max(Counter(chunk.number for chunk in found.embedded).values()) == 1


async def test_what_cannot_be_read_leaves_the_library_as_it_was() -> None:
    """An unreadable file must not leave an empty book behind."""
    found = library(
        {
            "whole.md": "Text.",
            "blank.txt": " \n ",
            "marks.md": "<!-- -->",
            "file.zip": b"PK",
            "noise.txt": bytes(range(256)),
        }
    )
    await found.add.execute("whole.md")
    before = list(found.finder.books.list())

    for place, problem in {
        "blank.txt": r"'blank.txt' has no text\. .*\(OCR\)",
        "marks.md": "'marks.md' has no text",
        "file.zip": r"is zip, which is not read as a book\. Give it as one of: txt, md, html",
        "noise.txt": "is not text",
        "missing.txt": "There is no file",
    }.items():
        with pytest.raises(InputError, match=problem):
            await found.add.execute(place)

    assert found.finder.books.list() == before


async def test_a_part_of_a_book_whose_file_changed_is_told() -> None:
    """Completing a book from a changed file would mix two texts. (LIB-5.4)"""
    life = Life()
    found = library({"sea.txt": LONG}, life=life)
    life.steps = 2
    with pytest.raises(Killed):
        await found.add.execute("sea.txt")
    life.steps = 100

    found.files.files["sea.txt"] = "Another text."
    with pytest.raises(InputError, match=r"Only a part of 'book::the-sea' is stored, .*no longer"):
        await found.reindex.execute()
    del found.files.files["sea.txt"]
    with pytest.raises(InputError, match="There is no file"):
        await found.reindex.execute()


async def test_a_part_of_a_book_keeps_the_title_that_it_was_given() -> None:
    """After a crash, the completed book must keep the title that the reader gave."""
    life = Life()
    found = library({"sea.txt": LONG}, life=life)
    life.steps = 2
    with pytest.raises(Killed):
        await found.add.execute("sea.txt", title=" The \x07 Tides ")
    life.steps = 100

    assert (await found.add.execute("sea.txt")).book.title == "The Tides"
