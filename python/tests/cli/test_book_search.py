"""Tests of ``qf book search``: results and errors."""

import asyncio

import pytest

from tests.support.libraries import CAKES, TIDES, library_project
from tests.support.qf import qf


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Return a project with two books, which no test changes."""
    return str(asyncio.run(library_project(tmp_path_factory.mktemp("books") / "story")))


def test_excerpts_are_shown_with_their_book_and_page(project):
    """The author needs the book and the page to check or cite an excerpt. (SRC-5.1)"""
    said = qf("book", "search", "who counted the coins?", "-k", "1", "-p", project)

    assert said.code == 0
    assert said.out == f"The Tides, page 2\n{TIDES[1]}\n"


def test_one_book_and_a_page_bound_what_is_shown(project):
    """An author who writes about one book must not see spoilers or other books."""

    def found(*options):
        said = qf("book", "search", "butter for the clerk", *options, "--json", "-p", project)
        return {(hit["book"], hit["last_page"]) for hit in said.document}

    assert {("book::the-tides", 2), ("book::of-cakes", 1)} <= found()
    assert found("--book", "of-cakes") == {("book::of-cakes", 1)}
    assert ("book::the-tides", 2) not in found("--horizon", "1")


def test_programs_get_excerpts_as_json(project):
    """A program needs all facts about an excerpt without parsing text."""
    (hit,) = qf("book", "search", "cake of butter", "-k", "1", "--json", "-p", project).document

    assert hit.pop("score") > 0
    assert hit == {
        "book": "book::of-cakes",
        "title": "Of Cakes",
        "first_page": 1,
        "last_page": 1,
        "heading": "",
        "text": CAKES[0],
    }


def test_a_query_without_words_finds_nothing_and_is_no_error(project):
    """A query without words must not end a script with an error."""
    said = qf("book", "search", '"*', "-p", project)

    assert (said.code, said.out) == (0, "Nothing found.\n")


def test_an_unknown_book_is_told_with_those_there_are(project):
    """A wrong book id must list the existing ids. (SRC-4.3)"""
    said = qf("book", "search", "tide", "--book", "winds", "-p", project)

    assert said.code == 3
    assert "book::the-tides, book::of-cakes" in said.err
