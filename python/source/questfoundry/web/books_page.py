"""Pages for the author's sources: texts of the story bible to edit, and books to question."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import PurePosixPath
from secrets import token_hex
from typing import Any
from urllib.parse import quote

from starlette.responses import HTMLResponse
from starlette.routing import Route

from questfoundry.app.books.conversations import is_same_book, number_of
from questfoundry.composition.project.books import book_conversations, can_only_quote
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.library.book import Book
from questfoundry.domain.outline.material_parts import FOLDERS, headings_of
from questfoundry.domain.protocols.files import ProjectFiles, walk_order
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.text.digest import digest
from questfoundry.presentation.text import format_pages, list_gaps
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.people_page import can_undo
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, page, render


@page("/bible", "bible.html")
def show_bible(request: PageRequest) -> dict[str, Any]:
    material, story = request.views.project.material.read(), request.views.story()
    return {
        "folders": [(each, material.select_folders(each)) for each in FOLDERS],
        "headings": {each.name: headings_of(each) for each in material.pages},
        "kinds": [(each.value, story.list_kept_entities(each)) for each in EntityKind],
        "can_undo": can_undo(request.views),
    }


@action("/bible", sync=False)
def add_text(request: PageRequest) -> ActionResult:
    name = f"{request.form.get('folder')}/{_add_suffix(request.form.get('name'))}"
    if _find_text(request.views, name) is not None:
        raise InputError(f"The file {name!r} already exists. Choose another name.")
    request.views.project.material.write(name, "")
    return f"/bible/{quote(name)}"


@action("/bible/rename/{name:path}", sync=False)
def rename(request: PageRequest) -> ActionResult:
    """Rename a text within its folder and redirect to its new address."""
    folder = request.name.partition("/")[0]
    new = f"{folder}/{_add_suffix(request.form.get('name'))}"
    if new != request.name:
        request.views.project.material.rename(request.name, new)
    return f"/bible/{quote(new)}"


@action("/bible/delete/{name:path}", sync=False)
def delete(request: PageRequest) -> ActionResult:
    current = _find_text(request.views, request.name)
    if current is not None and request.form.get("known") != digest(current):
        raise InputError("Not deleted: the file was changed in the meantime. Reload the page.")
    request.views.project.material.remove(request.name)
    return "/bible"


@page("/bible/{name:path}", "bible_text.html", sync=False)
def show_text(request: PageRequest) -> dict[str, Any]:
    name = request.name
    current = _find_text(request.views, name)
    if current is None:
        raise InputError(
            f"There is no file {name!r}. Go back to the story bible for the list of files."
        )
    return {"name": name, "text": current, "known": digest(current), "form_id": token_hex(8)}


@action("/bible/{name:path}", sync=False)
def save(request: PageRequest) -> ActionResult:
    """Save the text, unless the file has changed since its text was shown."""
    form, before = request.form, _find_text(request.views, request.name)
    typed = "".join(form.getlist("text")).replace("\r\n", "\n")
    if before is None or not request.views.saves.can_replace(form, before, typed):
        raise InputError(
            "Not saved: the file was changed elsewhere in the meantime. Copy what you typed "
            "and reload the page."
        )
    if typed != before:
        request.views.project.material.write(request.name, typed)
    known = request.views.saves.note(form, typed)
    if request.is_from_htmx:
        return HTMLResponse(render("saved_text.html", known=known))
    return request.http.url.path


def _add_suffix(name: str) -> str:
    return name if "." in name.rpartition("/")[2] else f"{name}.md"


def _find_text(views: ProjectViews, name: str) -> str | None:
    pages = views.project.material.read().pages
    return next((each.text for each in pages if each.name == name), None)


_KINDS = frozenset({".docx", ".epub", ".htm", ".html", ".md", ".pdf", ".txt"})
_PROGRAM_FILES = frozenset(
    {"CONTEXT.md", "artifacts", "context", "deliverables", "exports", "logs", "prompts", "runs"}
)
"""The files and folders of a project folder that the program itself writes or reads."""

_MAX_FILES = 200


@page("/books", "books.html", sync=False)
def show_books(request: PageRequest) -> dict[str, Any]:
    books = request.views.project.books.list()
    files = tuple(_list_files(_project_files(request.views)))
    return {"books": books, "gaps": list_gaps, "files": files}


@action("/books", sync=False)
def add(request: PageRequest) -> PlannedTask:
    views, form = request.views, request.form
    name, files = form.get("file"), _project_files(views)
    if name not in _list_files(files):
        raise InputError(
            f"The project folder has no file {name!r} that can be added. Reload the page."
        )

    async def work() -> TaskOutcome:
        added = await views.project.books.add(files.place(name), title=form.get("title"))
        return TaskOutcome(
            text=" ".join((_describe_added(added.book), *list_gaps(added.book))),
            address=f"/books/{slug_of(added.book.id)}",
        )

    return PlannedTask(title=f"Adding {name}", work=work, page="/books")


@page("/books/{slug}", "book.html", sync=False)
def show_book(request: PageRequest) -> dict[str, Any]:
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


def _describe_added(book: Book) -> str:
    pages = format_pages(book.pages, book.front_pages, made=False)
    return f"Added “{_title(book)}”, {pages}."


def _title(book: Book) -> str:
    return book.title or slug_of(book.id)


def _only_quotes(views: ProjectViews) -> bool:
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
    for each in views.project.container.store().messages.get_by_conversation(conversation):
        if each.message.role in (Role.USER, Role.ASSISTANT) and each.message.content.strip():
            yield each.message


def _project_files(views: ProjectViews) -> ProjectFiles:
    return views.project.container.settings().files


def _list_files(files: ProjectFiles) -> Sequence[str]:
    found = (
        name
        for name in sorted(files.names(), key=walk_order)
        if name.partition("/")[0] not in _PROGRAM_FILES
        and PurePosixPath(name).suffix.casefold() in _KINDS
    )
    return list(islice(found, _MAX_FILES))
