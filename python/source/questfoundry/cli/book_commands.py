"""``qf book``: the books of a project, in and out."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from questfoundry.cli.book_view import (
    IngestionProgress,
    book_document,
    report_document,
    told,
    write_books,
    write_report,
)
from questfoundry.cli.console import is_terminal, say, write_json
from questfoundry.cli.errors import errors_told, say_interrupted
from questfoundry.cli.exit_codes import INTERRUPTED
from questfoundry.cli.interrupts import Interrupts, run_interruptible
from questfoundry.cli.lines import PROMPT, read_line
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.project_use import existing_project
from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.domain.remedy import Act

if TYPE_CHECKING:
    from questfoundry.composition.containers import ProjectContainer

BookName = Annotated[
    str, typer.Argument(metavar="BOOK", help="A book's id, or how it begins: moby for moby-dick.")
]


def add(
    place: Annotated[
        str,
        typer.Argument(metavar="FILE|URL", help="A txt, md, html, epub, docx or pdf file."),
    ],
    title: Annotated[
        str, typer.Option(metavar="TITLE", help="What to call it, instead of its own title.")
    ] = "",
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Put a book into the library, or go on where that was interrupted."""

    async def work(opened: ProjectContainer) -> None:
        added = await opened.library.add_book().execute(place, title=title)
        if as_json:
            write_json({**book_document(added.book), "known": added.known})
        elif added.known:
            say(f"It is in the library already, as {told(added.book)}.")
        else:
            say(f"Added {told(added.book)}.")

    _ingest(work, project, as_json=as_json, debug=debug)


def reindex(
    book: Annotated[
        str | None, typer.Argument(metavar="BOOK", help="One book; else all of them.")
    ] = None,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Make findable what is not: after an interruption, or for another embedding model."""

    async def work(opened: ProjectContainer) -> None:
        books = await opened.library.reindex_books().execute(book)
        if as_json:
            write_json([book_document(each) for each in books])
        for each in () if as_json else books:
            say(f"Ready: {told(each)}.")

    _ingest(work, project, as_json=as_json, debug=debug)


def list_(project: Project = None, as_json: AsJson = False, debug: Debug = False) -> None:
    """List the books of the library."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_list(project, as_json=as_json))


def show(
    book: BookName, project: Project = None, as_json: AsJson = False, debug: Debug = False
) -> None:
    """Show what is known of a book, and its contents."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_show(book, project, as_json=as_json))


def remove(
    book: BookName,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Take a book out of the library; the file that it came from stays."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_remove(book, project, sure=yes or as_json, as_json=as_json))


async def _list(given: Path | None, *, as_json: bool) -> None:
    async with existing_project(given) as project:
        books = project.library.finder().books.list()
    if as_json:
        write_json([book_document(book) for book in books])
    elif books:
        write_books(books)
    else:
        say(f"No books yet. Add one with: {command_of(Act.ADD_BOOK, given)}")


async def _show(book: str, given: Path | None, *, as_json: bool) -> None:
    async with existing_project(given) as project:
        report = await project.library.show_book().execute(book)
    if as_json:
        write_json(report_document(report))
    else:
        write_report(report)


async def _remove(name: str, given: Path | None, *, sure: bool, as_json: bool) -> None:
    async with existing_project(given) as project:
        book = project.library.finder().find(name)
        if not sure and is_terminal(sys.stdin) and not _agreed(f"Remove {told(book)}? (y/n)"):
            say("Nothing was removed.")
            return
        await project.library.remove_book().execute(book.id)
    if as_json:
        write_json(book_document(book))
    else:
        say(f"Removed {told(book)}.")


def _agreed(question: str) -> bool:
    say(question)
    answer = read_line(PROMPT, Screen().stream) or ""
    return answer.strip().lower() in {"y", "yes"}


def _ingest(
    work: Callable[[ProjectContainer], Awaitable[None]],
    given: Path | None,
    *,
    as_json: bool,
    debug: bool,
) -> None:
    screen = Screen(text_to_stderr=as_json)

    async def watched(_: Interrupts) -> None:
        async with existing_project(given, sinks=(IngestionProgress(screen),)) as project:
            await work(project)

    with errors_told(as_json=as_json, debug=debug, project=given):
        try:
            run_interruptible(watched)
        except KeyboardInterrupt:
            screen.settle()
            say_interrupted("What is done is kept; the same command goes on.", as_json=as_json)
            raise typer.Exit(INTERRUPTED) from None
        except Exception:
            screen.settle()
            raise
