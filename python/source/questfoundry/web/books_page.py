"""The books of the project: adding one from the project folder, and asking questions about it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.routing import Route

from questfoundry.app.books.conversations import is_same_book, number_of
from questfoundry.composition.project.books import book_conversations, can_only_quote
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.library.book import Book
from questfoundry.presentation.text import format_count
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import PageRequest, action, page

_KINDS = frozenset({".docx", ".epub", ".htm", ".html", ".md", ".pdf", ".txt"})
_PROGRAM_FILES = frozenset(
    {"CONTEXT.md", "artifacts", "context", "deliverables", "exports", "logs", "prompts", "runs"}
)
"""The files and folders of a project folder that the program itself writes or reads."""

_MAX_FILES = 200


@page("/books", "books.html", sync=False)
def show_books(request: PageRequest) -> dict[str, Any]:
    """Show the project's books, and the files in the project folder that can be added as books."""
    books = request.views.project.books.list()
    return {"books": books, "files": tuple(_list_files(_project_root(request.views)))}


@action("/books", sync=False)
def add(request: PageRequest) -> PlannedTask:
    """Start a task that adds a file of the project folder as a book and indexes it for search.

    Raise ``InputError`` if the submitted file is not one that the page lists.
    """
    views, form = request.views, request.form
    name, root = form.get("file"), _project_root(views)
    if name not in _list_files(root):
        raise InputError(
            f"The project folder has no file {name!r} that can be added. Reload the page."
        )

    async def work() -> TaskOutcome:
        added = await views.project.books.add(str(root / name), title=form.get("title"))
        return TaskOutcome(
            text=f"Added “{_title(added.book)}”, {format_count(added.book.pages, 'page')}.",
            address=f"/books/{slug_of(added.book.id)}",
        )

    return PlannedTask(title=f"Adding {name}", work=work, page="/books")


@page("/books/{slug}", "book.html", sync=False)
def show_book(request: PageRequest) -> dict[str, Any]:
    """Show a book and its conversations.

    If the address names a conversation, show its messages, too.
    """
    views, found = request.views, _find_book(request)
    number = request.http.path_params.get("number")
    conversations = book_conversations(views.project.container)
    conversation = conversations.get(found, number) if number else None
    return {
        "book": found,
        "conversation": conversation,
        "number": number,
        "conversations": [
            (number_of(each), each)
            for each in conversations.list(found.id)
            if is_same_book(each, found)
        ],
        "messages": tuple(_list_messages(views, conversation.id)) if conversation else (),
        "quotes_only": _only_quotes(views),
    }


@action("/books/{slug}", sync=False)
def ask(request: PageRequest) -> PlannedTask:
    """Start a task that asks the book a question.

    The question continues the conversation in the address, or starts a new one.
    """
    views, found, form = request.views, _find_book(request), request.form
    question = form.get("question")
    if not question:
        raise InputError("The question is empty. Enter a question.")

    async def work() -> TaskOutcome:
        reply = await views.project.books.chat(
            found.id,
            question,
            conversation=request.http.path_params.get("number"),
            page=_parse_page(form.get("page")),
            budget=form.get("budget") or None,
        )
        return TaskOutcome(
            text="The book has answered.",
            address=f"/books/{slug_of(found.id)}/{reply.conversation}",
        )

    page_of_form = request.http.url.path
    return PlannedTask(title=f"Asking “{_title(found)}”", work=work, page=page_of_form)


show_conversation = Route("/books/{slug}/{number:int}", show_book.endpoint)
continue_conversation = Route("/books/{slug}/{number:int}", ask.endpoint, methods=["POST"])


def _find_book(request: PageRequest) -> Book:
    return request.views.project.container.library.finder().find(f"book::{request.slug}")


def _title(book: Book) -> str:
    return book.title or slug_of(book.id)


def _only_quotes(views: ProjectViews) -> bool:
    """Return whether the configured model can only quote from a book.

    Return False while no model can be determined; asking a question then reports the reason.
    """
    with suppress(QuestFoundryError):
        return can_only_quote(views.project.container)
    return False


def _parse_page(text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal():
        raise InputError(
            f"{text!r} is not a page number. Enter a number, or leave the field empty."
        )
    return int(text)


def _list_messages(views: ProjectViews, conversation: str) -> Iterator[Message]:
    """Yield the reader's questions and the book's answers, without tool calls and their results."""
    for each in views.project.container.store().messages.get_by_conversation(conversation):
        if each.message.role in (Role.USER, Role.ASSISTANT) and each.message.content.strip():
            yield each.message


def _project_root(views: ProjectViews) -> Path:
    return views.project.container.settings().paths.root


def _list_files(root: Path) -> Iterator[str]:
    """Yield up to 200 files that can be added as books, as paths relative to ``root``.

    Hidden files, symbolic links and the files and folders that the program manages are left out.
    """
    found = 0
    for place, folders, names in os.walk(root):
        own = _PROGRAM_FILES if Path(place) == root else frozenset[str]()
        folders[:] = sorted(each for each in folders if each[0] != "." and each not in own)
        for name in sorted({*names} - own):
            path = Path(place) / name
            if path.suffix.casefold() in _KINDS and name[0] != "." and not path.is_symlink():
                yield path.relative_to(root).as_posix()
                found += 1
                if found == _MAX_FILES:
                    return
