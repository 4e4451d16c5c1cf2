"""``qf book search``: the excerpts of the project's books that a question is about."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from questfoundry.cli.console import say, write_json
from questfoundry.cli.errors import errors_told
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.project_use import existing_project
from questfoundry.cli.text import one_line
from questfoundry.domain.library.book import Book, SearchHit

READABLE = 100
"""The widest line of an excerpt."""


def search(
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help="A question, or a few words, as they come.")
    ],
    books: Annotated[
        list[str] | None,
        typer.Option("--book", "-b", metavar="BOOK", help="Search this book; may be repeated."),
    ] = None,
    top_k: Annotated[
        int, typer.Option("--top-k", "-k", metavar="NUMBER", min=1, help="The most excerpts.")
    ] = 5,
    horizon: Annotated[
        int | None,
        typer.Option(metavar="PAGE", help="Show nothing that lies beyond this page."),
    ] = None,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Find the excerpts of your books that a question is about."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_search(query, books, top_k, horizon, project, as_json=as_json))


async def _search(
    query: str,
    names: Sequence[str] | None,
    top_k: int,
    horizon: int | None,
    given: Path | None,
    *,
    as_json: bool,
) -> None:
    async with existing_project(given) as project:
        finder = project.library.finder()
        ids = [finder.find(name).id for name in names] if names else None
        hits = await project.library.search_books().execute(
            query, books=ids, top_k=top_k, horizon=horizon
        )
        titles = {book.id: book for book in finder.books.list()}
    if as_json:
        write_json([_document(hit, titles[hit.chunk.book]) for hit in hits])
    else:
        _write(hits, titles)


def _write(hits: Sequence[SearchHit], books: Mapping[str, Book]) -> None:
    if not hits:
        say("Nothing found.")
    for at, hit in enumerate(hits):
        if at:
            say()
        heading = f": {hit.chunk.heading}" if hit.chunk.heading else ""
        say(one_line(f"{books[hit.chunk.book].title}, {_pages(hit)}{heading}"))
        say(hit.chunk.text, widest=READABLE)


def _pages(hit: SearchHit) -> str:
    first, last = hit.chunk.first_page, hit.chunk.last_page
    return f"page {first}" if first == last else f"pages {first}-{last}"


def _document(hit: SearchHit, book: Book) -> dict[str, Any]:
    return {
        "book": book.id,
        "title": book.title,
        "first_page": hit.chunk.first_page,
        "last_page": hit.chunk.last_page,
        "heading": hit.chunk.heading,
        "text": hit.chunk.text,
        "score": round(hit.score, 6),
    }
