"""The story bible: the author's own texts, each edited in place, and the story's entities."""

from hashlib import sha256
from typing import Any
from urllib.parse import quote

from starlette.responses import HTMLResponse

from questfoundry.domain.errors import InputError
from questfoundry.domain.outline.material import FOLDERS, headings_of
from questfoundry.domain.story.entity import EntityKind
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, page, render


@page("/bible", "bible.html")
def show_bible(request: PageRequest) -> dict[str, Any]:
    """Show the author's texts by folder and the entities of the story by kind."""
    material, story = request.views.project.material.read(), request.views.story()
    return {
        "folders": [(each, material.select_folders(each)) for each in FOLDERS],
        "headings": {each.name: headings_of(each) for each in material.pages},
        "kinds": [(each.value, story.list_kept_entities(each)) for each in EntityKind],
    }


@action("/bible", sync=False)
def add(request: PageRequest) -> ActionResult:
    """Create an empty text with the submitted name.

    Raise ``InputError`` if the file already exists.
    """
    name = f"{request.form.get('folder')}/{_with_suffix(request.form.get('name'))}"
    if _find_text(request.views, name) is not None:
        raise InputError(f"The file {name!r} already exists. Choose another name.")
    request.views.project.material.write(name, "")
    return f"/bible/{quote(name)}"


@action("/bible/rename/{name:path}", sync=False)
def rename(request: PageRequest) -> ActionResult:
    """Rename a text within its folder and redirect to its new address."""
    folder = request.name.partition("/")[0]
    new = f"{folder}/{_with_suffix(request.form.get('name'))}"
    if new != request.name:
        request.views.project.material.rename(request.name, new)
    return f"/bible/{quote(new)}"


@action("/bible/delete/{name:path}", sync=False)
def delete(request: PageRequest) -> ActionResult:
    """Delete a text for good, unless the file has changed since the page was loaded."""
    current = _find_text(request.views, request.name)
    if current is not None and request.form.get("known") != _digest(current):
        raise InputError("Not deleted: the file was changed in the meantime. Reload the page.")
    request.views.project.material.remove(request.name)
    return "/bible"


@page("/bible/{name:path}", "bible_text.html", sync=False)
def show_text(request: PageRequest) -> dict[str, Any]:
    """Show one text in an editable field; raise ``InputError`` if there is no such file."""
    name = request.name
    current = _find_text(request.views, name)
    if current is None:
        raise InputError(
            f"There is no file {name!r}. Go back to the story bible for the list of files."
        )
    return {"name": name, "text": current, "known": _digest(current)}


@action("/bible/{name:path}", sync=False)
def save(request: PageRequest) -> ActionResult:
    """Save the submitted text, unless the file has changed since the page was loaded.

    The form's ``known`` is the digest of the text that the page showed. A file with another digest
    raises ``InputError``.
    """
    form, before = request.form, _find_text(request.views, request.name)
    typed = dict(form.fields).get("text", "").replace("\r\n", "\n")
    if before is None or form.get("known") not in {_digest(before), _digest(typed)}:
        raise InputError(
            "Not saved: the file was changed elsewhere in the meantime. Copy what you typed "
            "and reload the page."
        )
    if typed != before:
        request.views.project.material.write(request.name, typed)
    if request.is_from_htmx:
        return HTMLResponse(render("saved_text.html", known=_digest(typed)))
    return request.http.url.path


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
