"""The story bible: the author's own texts, each edited in place, and the story's entities."""

from __future__ import annotations

from hashlib import sha256
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from questfoundry.domain.errors import InputError
from questfoundry.domain.outline.material import FOLDERS, headings_of
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.web.forms import read_form
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import get_views, render, render_page


async def show_bible(request: Request) -> Response:
    """Show the author's texts by folder and the entities of the story by kind."""
    views = get_views(request)

    def load() -> dict[str, Any]:
        material, story = views.project.material.read(), views.story()
        kinds: list[tuple[str, tuple[Entity, ...]]] = [
            (each.value, story.list_kept_entities(each)) for each in EntityKind
        ]
        return {
            "folders": [(each, material.select_folders(each)) for each in FOLDERS],
            "headings": {each.name: headings_of(each) for each in material.pages},
            "kinds": kinds,
        }

    return render_page(request, "bible.html", **await views.do(load))


async def show_text(request: Request) -> Response:
    """Show one text in an editable field; raise ``InputError`` if there is no such file."""
    views, name = get_views(request), request.path_params["name"]

    def load() -> dict[str, Any]:
        current = _find_text(views, name)
        if current is None:
            raise InputError(
                f"There is no file {name!r}. Go back to the story bible for the list of files."
            )
        return {"name": name, "text": current, "known": _digest(current)}

    return render_page(request, "bible_text.html", **await views.do_without_sync(load))


async def save(request: Request) -> Response:
    """Save the submitted text, unless the file has changed since the page was loaded.

    The form's ``known`` is the digest of the text that the page showed. A file with another digest
    raises ``InputError``.
    """
    views, name = get_views(request), request.path_params["name"]
    form = await read_form(request)
    typed = dict(form.fields).get("text", "").replace("\r\n", "\n")

    def work() -> str:
        before = _find_text(views, name)
        if before is None or form.get("known") not in {_digest(before), _digest(typed)}:
            raise InputError(
                "Not saved: the file was changed elsewhere in the meantime. Copy what you typed "
                "and reload the page."
            )
        if typed != before:
            views.project.material.write(name, typed)
        return _digest(typed)

    known = await views.do_without_sync(work)
    if "hx-request" in request.headers:
        return HTMLResponse(render("saved_text.html", known=known))
    return RedirectResponse(request.url.path, status_code=303)


async def add(request: Request) -> Response:
    """Create an empty text with the submitted name.

    Raise ``InputError`` if the file already exists.
    """
    views, form = get_views(request), await read_form(request)
    name = f"{form.get('folder')}/{_with_suffix(form.get('name'))}"

    def work() -> None:
        if _find_text(views, name) is not None:
            raise InputError(f"The file {name!r} already exists. Choose another name.")
        views.project.material.write(name, "")

    await views.do_without_sync(work)
    return RedirectResponse(f"/bible/{quote(name)}", status_code=303)


async def rename(request: Request) -> Response:
    """Rename a text within its folder and redirect to its new address."""
    views, name = get_views(request), request.path_params["name"]
    folder = name.partition("/")[0]
    new = f"{folder}/{_with_suffix((await read_form(request)).get('name'))}"
    if new != name:
        await views.do_without_sync(lambda: views.project.material.rename(name, new))
    return RedirectResponse(f"/bible/{quote(new)}", status_code=303)


async def delete(request: Request) -> Response:
    """Delete a text for good, unless the file has changed since the page was loaded."""
    views, name = get_views(request), request.path_params["name"]
    known = (await read_form(request)).get("known")

    def work() -> None:
        current = _find_text(views, name)
        if current is not None and known != _digest(current):
            raise InputError("Not deleted: the file was changed in the meantime. Reload the page.")
        views.project.material.remove(name)

    await views.do_without_sync(work)
    return RedirectResponse("/bible", status_code=303)


def _with_suffix(name: str) -> str:
    """Return ``name`` as a file name, with ``.md`` appended if the name has no suffix."""
    return name if "." in name.rpartition("/")[2] else f"{name}.md"


def _find_text(views: ProjectViews, name: str) -> str | None:
    """Return the content of the material file ``name``, or None if no such file is listed.

    The name is compared with the listed files and never used as a path.
    """
    pages = views.project.material.read().pages
    return next((each.text for each in pages if each.name == name), None)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
