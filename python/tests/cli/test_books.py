"""Tests of ``qf book`` and its output."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from questfoundry.composition.settings.new_project import create_project
from tests.support.book_files import epub, page_mark
from tests.support.libraries import CAKES, TIDES, library_project
from tests.support.printed_books import inline_epub, scanned_pdf
from tests.support.qf import Said, qf
from tests.support.qf_process import QfProcess

_SEA = "<h1>The Sea</h1><p>It is wide.</p>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    project = tmp_path / "story"
    create_project(project, "Drowned")
    return project


@pytest.fixture
def book(tmp_path: Path) -> str:
    path = tmp_path / "sea.epub"
    pages = [f"{page_mark(1)}{_SEA}", f"{page_mark(2)}<h1>Storms</h1><p>They come.</p>"]
    path.write_bytes(epub(pages, title="The \x9b31mSea"))
    return str(path)


def _book(*arguments: str, folder: Path, **given) -> Said:
    return qf("book", *arguments, "-p", str(folder), **given)


def test_an_added_book_is_told_and_found(folder: Path, book: str) -> None:
    """The author sees what was read from a book, and can search the text at once. (LIB-7.1)"""
    said = _book("add", book, folder=folder, code=0)

    assert said.out == "Added book::the-31msea: The 31mSea, 2 pages, 2 chunks.\n"
    assert said.err == "book::the-31msea: 2 pages\n"
    assert "They come." in _book("search", "storms", folder=folder).out


def test_a_book_that_is_there_is_told_as_such(folder: Path, book: str) -> None:
    """Adding a book twice would duplicate every search result. (LIB-7.1)"""
    first = _book("add", book, "--json", folder=folder).document
    again = _book("add", book, "--json", folder=folder).document

    assert (first.pop("known"), again.pop("known")) == (False, True)
    assert first == again
    assert (first["pages"], first["made_pages"], first["status"]) == (2, False, "ready")
    told = _book("add", book, folder=folder).out
    assert told.startswith("The book is already in the library: book::the-31msea: ")


def test_made_pages_are_told_as_such(folder: Path, tmp_path: Path) -> None:
    """Estimated page numbers must be marked, because the author may cite them. (LIB-7.1)"""
    (tmp_path / "b.md").write_text("# Storms\n\n" + "They come. " * 400)

    assert "book::storms: Storms, 3 pages (artificial), 4 chunks." in (
        _book("add", str(tmp_path / "b.md"), folder=folder).out
    )
    assert "    3*  " in _book("list", folder=folder).out
    assert "* artificial pages" in _book("list", folder=folder).out


def test_books_are_listed_and_shown(folder: Path, book: str) -> None:
    """Authors and programs need the same facts, without control characters of the file."""
    assert "Add one with: qf book add FILE" in _book("list", folder=folder).out
    added = _book("add", book, "--title", "Tides", "--json", folder=folder).document
    del added["known"], added["updated"]

    assert _book("list", "--json", folder=folder).document == [added]
    assert _book("show", "tides", "--json", folder=folder).document == {
        **added,
        "findable": 2,
        "contents": [
            {"heading": "The Sea", "page": 1, "label": ""},
            {"heading": "Storms", "page": 2, "label": ""},
        ],
    }
    listed = _book("list", folder=folder).out.splitlines()
    assert listed[1].split() == ["book::tides", "Tides", "An", "Author", "2", "2", "ready"]
    shown = _book("show", "tides", folder=folder).out
    assert "Chunks    2, 2 of them searchable\n" in shown
    assert shown.endswith("\nPage  Contents\n   1  The Sea\n   2  Storms\n")


def test_pages_without_text_are_said(folder: Path, tmp_path: Path) -> None:
    """An author must know that a search cannot find what is on scanned pages."""
    (tmp_path / "scan.pdf").write_bytes(scanned_pdf()[0])
    gap = "6 of 12 pages hold pictures but no text, and cannot be searched: 3-8."

    said = _book("add", str(tmp_path / "scan.pdf"), folder=folder)

    assert f"Added book::scan: Scan, 12 pages, 3 chunks.\n{gap} To search them, run" in said.out
    assert f"book::scan: {gap}" in _book("list", folder=folder).out
    assert gap in " ".join(_book("show", "scan", folder=folder).out.split())
    (book,) = _book("list", "--json", folder=folder).document
    assert book["unread"] == {"count": 6, "pages": "3-8", "chapters": []}


def test_pages_are_named_as_printed(folder: Path, tmp_path: Path) -> None:
    """An author opens the printed book at the page that the search names. (SRC-5.1)"""
    content, printed = inline_epub()
    (tmp_path / "lamp.epub").write_bytes(content)
    added = _book("add", str(tmp_path / "lamp.epub"), folder=folder)
    assert "7 pages and 3 pages before page 1" in added.out

    (word, label), *_ = printed.items()
    assert _book("search", word, "-k", "1", folder=folder).out.startswith("A Book, page")
    (hit,) = _book("search", word, "-k", "1", "--json", folder=folder).document
    assert label == "i"
    assert hit["pages"] == "i-ii"


def test_a_book_of_an_earlier_version_is_read_again(folder: Path, book: str) -> None:
    """A book that is already there must get better by adding it again, and the author must know."""
    _book("add", book, "--title", "Tides", folder=folder)
    with closing(sqlite3.connect(folder / "story.db")) as raw:
        raw.execute("UPDATE books SET edition = 0, title = 'untitled'")
        raw.commit()

    assert (
        "Read by an earlier version: book::tides. Add the file" in _book("list", folder=folder).out
    )
    assert "They come." in _book("search", "storms", folder=folder).out
    said = _book("add", book, folder=folder)

    assert said.out.startswith("Read again, because an earlier version had read it: book::tides: ")
    assert "earlier version" not in _book("list", folder=folder).out
    assert "untitled" not in _book("list", folder=folder).out
    assert "They come." in _book("search", "storms", folder=folder).out


def test_a_book_is_reindexed(folder: Path, book: str) -> None:
    """After a change of the embedding model, the index must be built again from the stored text."""
    added = _book("add", book, "--title", "Tides", "--json", folder=folder).document

    said = _book("reindex", folder=folder)

    assert said.out == "Ready: book::tides: Tides, 2 pages, 2 chunks.\n"
    (document,) = _book("reindex", "tides", "--json", folder=folder).document
    assert {**document, "known": False, "updated": False} == added


def test_a_book_is_removed(folder: Path, book: str) -> None:
    """A removed book must not appear in later searches."""
    _book("add", book, "--title", "Tides", folder=folder)

    assert _book("remove", "tides", folder=folder).out.startswith("Removed book::tides")
    assert _book("list", "--json", folder=folder).document == []
    assert _book("search", "storms", folder=folder).out == "Nothing found.\n"


def test_at_a_terminal_the_author_is_asked_before_a_book_is_removed(folder, book) -> None:
    """A slip at the terminal must not delete a book, so every answer except yes keeps it."""
    _book("add", book, "--title", "Tides", folder=folder)
    for answer, end in (("\n", "Nothing was removed."), ("y\n", "Removed book::tides")):
        with QfProcess("book", "remove", "tides", folder=folder, terminal=True) as process:
            process.await_text("Remove book::tides: Tides, 2 pages, 2 chunks? (y/n)")
            process.type(answer)
            assert process.end() == 0
            assert end in process.screen


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("add", "missing.txt"), "Error: There is no file 'missing.txt'."),
        (("add", "http://127.0.0.1:9/b.txt"), "lies in a private network"),
        (("show", "sea"), "Error: There is no book 'sea': the library is empty."),
        (("remove", "sea"), "Error: There is no book 'sea': the library is empty."),
        (("reindex", "sea"), "Error: There is no book 'sea': the library is empty."),
    ],
)
def test_what_cannot_be_done_is_said_in_one_message(arguments, problem, folder) -> None:
    """A failure of ``qf book`` must be one clear message, not a traceback."""
    said = _book(*arguments, folder=folder)

    assert (said.code, said.out) == (3, "")
    assert problem in said.err
    assert "error" in _book(*arguments, "--json", folder=folder).document


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Return a project with two books, which no test changes."""
    return str(asyncio.run(library_project(tmp_path_factory.mktemp("books") / "story")))


def test_excerpts_are_shown_with_their_book_and_page(project) -> None:
    """The author needs book and page to check or cite an excerpt. (SRC-5.1)"""
    said = qf("book", "search", "who counted the coins?", "-k", "1", "-p", project, code=0)

    assert said.out == f"The Tides, page 2\n{TIDES[1]}\n"

    (hit,) = qf("book", "search", "cake of butter", "-k", "1", "--json", "-p", project).document

    assert hit.pop("score") > 0
    assert hit == {
        "book": "book::of-cakes",
        "title": "Of Cakes",
        "pages": "1",
        "first_page": 1,
        "last_page": 1,
        "heading": "",
        "text": CAKES[0],
    }


def test_one_book_and_a_page_bound_what_is_shown(project):
    """An author who writes about one book must not see spoilers or other books."""

    def found(*options):
        said = qf("book", "search", "butter for the clerk", *options, "--json", "-p", project)
        return {(hit["book"], hit["last_page"]) for hit in said.document}

    assert {("book::the-tides", 2), ("book::of-cakes", 1)} <= found()
    assert found("--book", "of-cakes") == {("book::of-cakes", 1)}
    assert ("book::the-tides", 2) not in found("--horizon", "1")


def test_a_query_without_words_finds_nothing_and_an_unknown_book_is_told(project) -> None:
    """A search without hits is no error; a wrong id must list the existing ids. (SRC-4.3)"""
    said = qf("book", "search", '"*', "-p", project)

    assert (said.code, said.out) == (0, "Nothing found.\n")

    said = qf("book", "search", "tide", "--book", "winds", "-p", project, code=3)

    assert "book::the-tides, book::of-cakes" in said.err
