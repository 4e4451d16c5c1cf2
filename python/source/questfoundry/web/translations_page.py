"""Pages for translations: how far each language is, its lines to edit, and translators' files."""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

from attrs import frozen
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from questfoundry.app.translation.sheets import ImportResult
from questfoundry.app.translation.workbook import Workbook
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.translations import Translation, TranslationState
from questfoundry.domain.translation.context import ContextFinder, LineContext
from questfoundry.domain.translation.lines import StoryLine
from questfoundry.presentation.text import format_count
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.rendering import ActionResult, PageRequest, action, get_views, page, render

_FORMATS = {"xliff": "xlf", "po": "po", "csv": "csv"}
"""The formats of translators' files, with their suffixes."""

_MOST_WARNINGS = 20

_WHOLE_STORY = "*"
"""The name, in addresses, of the texts that belong to no passage."""


@frozen(kw_only=True)
class ShownLine:
    """A line with its translation, if it has one, for the page."""

    line: StoryLine
    context: LineContext
    state: TranslationState
    translation: Translation | None
    is_first: bool


@page("/translations", "translations.html")
def show_languages(request: PageRequest) -> dict[str, Any]:
    workbooks = request.views.project.container.translations().open_all()
    return {"languages": [(each.language, _count(each)) for each in workbooks]}


@action("/translations")
def begin(request: PageRequest) -> ActionResult:
    """Go to the page of a language, which the first translation stores."""
    language = request.form.get("language")
    request.views.project.container.translations().open(language)
    return _address_of(language)


@page("/translations/{name}", "translation.html")
def show_language(request: PageRequest) -> dict[str, Any]:
    """Show the lines of the passage in the address, or else of the first one with open lines."""
    container, language = request.views.project.container, request.name
    workbook = container.translations().open(language)
    chosen = request.query.get("passage") or _name_place((*workbook.open_lines, None)[0])
    left = Counter(map(_name_place, workbook.open_lines))
    titles = {slug_of(each): title for each, title in request.views.titles().items()}
    return {
        **_describe_state(request, workbook, chosen),
        "places": [
            (name, titles.get(name, "The whole story"), left[name])
            for name in dict.fromkeys(map(_name_place, workbook.book.lines))
        ],
        "lines": _list_lines(workbook, chosen),
        "formats": _FORMATS,
        "imported": request.query.get("imported"),
        "warnings": request.query.getlist("warning"),
    }


@action("/translations/{name}")
def save(request: PageRequest) -> ActionResult:
    """Store the translation of a line; refuse one with a fault, or changed elsewhere.

    A page that htmx sent gets only this line and the state of the language again.
    """
    form, changes = request.form, request.views.project.container.change_translations()
    text, line = "".join(form.getlist("text")), form.get("line")
    known = "".join(form.getlist("known")).replace("\r\n", "\n")
    workbook = changes.translate_line(request.name, line, text, known=known)
    chosen = form.get("passage")
    if request.is_from_htmx:  # other lines of the page may have text that is not saved yet
        shown = next(each for each in _list_lines(workbook, chosen) if each.line.id == line)
        return _render_saved(request, workbook, shown, chosen)
    return _address_of(request.name, passage=chosen)


@action("/translations/{name}/undo")
def undo(request: PageRequest) -> ActionResult:
    """Undo the newest import, or the newest line that was typed here."""
    request.views.project.container.change_translations().undo(request.name)
    return _address_of(request.name, passage=request.form.get("passage"))


@action("/translations/{name}/translate")
def translate(request: PageRequest) -> PlannedTask:
    """Let a model translate all open lines, as a task that can be stopped and continued."""
    views, language = request.views, request.name

    async def work() -> TaskOutcome:
        result = await views.project.translate(language)
        text = f"Translated {format_count(result.translated, 'line')} to {language}."
        return TaskOutcome(text=text, address=_address_of(language))

    return PlannedTask(title=f"Translating to {language}", work=work, page=_address_of(language))


@action("/translations/{name}/export")
def export(request: PageRequest) -> PlannedTask:
    """Export the complete translation in all formats."""
    views, language = request.views, request.name
    ship = views.project.container.ship(language=language)

    async def work() -> TaskOutcome:
        shipped = await ship.execute_cooperatively()
        text = f"Exported {format_count(len(shipped.files), 'file')} to exports/{language}."
        return TaskOutcome(text=text, address=_address_of(language))

    return PlannedTask(title=f"Exporting {language}", work=work, page=_address_of(language))


async def _send_file(http: Request) -> Response:
    """Return the file of all lines for translators, as a download."""
    language, suffix = http.path_params["name"], http.path_params["suffix"]
    form = next((each for each, known in _FORMATS.items() if known == suffix), "")
    if not form:
        raise HTTPException(404)
    views = get_views(http)
    sheets = views.project.container.translation_sheets()
    content = await views.do(lambda: sheets.export(language, form))
    headers = {"content-disposition": f'attachment; filename="{language}.{suffix}"'}
    return Response(content, media_type="application/octet-stream", headers=headers)


async def _take_in_file(http: Request) -> Response:
    """Store the translations in an uploaded file, or refuse it with all its faults."""
    views, language = get_views(http), http.path_params["name"]
    async with http.form(max_files=1, max_fields=1) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            raise InputError("Choose a file first.")
        name, content = file.filename, await file.read()
    result = await views.do(lambda: _read_back(views.project.container, language, name, content))
    query: list[tuple[str, object]] = [("imported", result.changed)]
    query += [("warning", each) for each in result.warnings[:_MOST_WARNINGS]]
    return RedirectResponse(f"{_address_of(language)}?{urlencode(query)}", status_code=303)


download = Route("/translations/{name}/file.{suffix}", _send_file)
upload = Route("/translations/{name}/file", _take_in_file, methods=["POST"])


def _read_back(
    container: ProjectContainer, language: str, name: str, content: bytes
) -> ImportResult:
    suffix = name.rpartition(".")[2].lower()
    suffixes = {**{each: form for form, each in _FORMATS.items()}, "xliff": "xliff"}
    if suffix not in suffixes:
        known = ", ".join(f".{each}" for each in suffixes)
        raise InputError(f"{name!r} has no known suffix. Choose one of these files: {known}.")
    return container.translation_sheets().read_back(language, suffixes[suffix], content, name)


def _describe_state(request: PageRequest, workbook: Workbook, chosen: str) -> dict[str, Any]:
    changes = request.views.project.container.change_translations()
    return {
        "language": workbook.language,
        "source_language": workbook.edition.language,
        "counts": _count(workbook),
        "total": len(workbook.book.lines),
        "undoable": changes.find_undoable(workbook.language),
        "chosen": chosen,
        "is_swapped": False,
    }


def _render_saved(
    request: PageRequest, workbook: Workbook, line: ShownLine, chosen: str
) -> Response:
    """Return the saved line in place of the one that was shown, and the state beside it."""
    state = {**_describe_state(request, workbook, chosen), "is_swapped": True}
    parts = (render(f"translation_{each}.html", each=line, **state) for each in ("line", "state"))
    headers = {"HX-Retarget": f"#{line.line.id}", "HX-Reswap": "outerHTML"}
    return HTMLResponse("\n".join(parts), headers=headers)


def _count(workbook: Workbook) -> dict[str, int]:
    return {each.value: workbook.count(each) for each in TranslationState}


def _name_place(line: StoryLine | None) -> str:
    return slug_of(line.passage) if line and line.passage else _WHOLE_STORY


def _list_lines(workbook: Workbook, place: str) -> Sequence[ShownLine]:
    contexts = ContextFinder(workbook.edition)
    found = [each for each in workbook.book.lines if _name_place(each) == place]
    return [
        ShownLine(
            line=each,
            context=contexts.find(each),
            state=workbook.state_of(each),
            translation=workbook.translations.get(each.id),
            is_first=number == 0,
        )
        for number, each in enumerate(found)
    ]


def _address_of(language: str, **query: str) -> str:
    given = {name: each for name, each in query.items() if each}
    return f"/translations/{quote(language)}{'?' if given else ''}{urlencode(given)}"
