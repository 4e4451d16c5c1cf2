"""``qf book search``: the excerpts of the project's books that a question is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from questfoundry.cli.command import Call, CommandResult, command
from questfoundry.cli.console import say
from questfoundry.cli.documents import picked
from questfoundry.cli.text import one_line
from questfoundry.domain.library.book import SearchHit

READABLE = 100
"""The widest line of an excerpt."""


@command()
async def search(
    call: Call,
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
) -> CommandResult:
    """Find the excerpts of your books that a question is about."""
    async with call.opened(edits=False) as project:
        finder = project.library.finder()
        ids = [finder.find(name).id for name in books] if books else None
        hits = await project.library.search_books().execute(
            query, books=ids, top_k=top_k, horizon=horizon
        )
        titles = {book.id: book.title for book in finder.books.list()}
    return CommandResult([_document(hit, titles) for hit in hits], lambda: _write(hits, titles))


def _document(hit: SearchHit, titles: Mapping[str, str]) -> dict[str, Any]:
    return {
        "book": hit.chunk.book,
        "title": titles[hit.chunk.book],
        **picked(hit.chunk, "first_page", "last_page", "heading", "text"),
        "score": round(hit.score, 6),
    }


def _write(hits: Sequence[SearchHit], titles: Mapping[str, str]) -> None:
    if not hits:
        say("Nothing found.")
    for at, hit in enumerate(hits):
        if at:
            say()
        heading = f": {hit.chunk.heading}" if hit.chunk.heading else ""
        say(one_line(f"{titles[hit.chunk.book]}, {_pages(hit)}{heading}"))
        say(hit.chunk.text, widest=READABLE)


def _pages(hit: SearchHit) -> str:
    first, last = hit.chunk.first_page, hit.chunk.last_page
    return f"page {first}" if first == last else f"pages {first}-{last}"
