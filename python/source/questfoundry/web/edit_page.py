"""Editing a passage: prose is saved as it is typed, names are confirmed before they are saved."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from starlette.responses import HTMLResponse

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.prose import join_edited_prose, split_editable_prose
from questfoundry.web.drafts_page import compare_texts
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, page, render, render_page

FILL, GROW = "fill", "grow"
KEEP_OLD = "old"
"""The value of ``undo`` in a form of the comparison page; the edit page sends another one."""

IN_PLACE = {"HX-Retarget": "#main", "HX-Reswap": "outerHTML show:top", "HX-Reselect": "#main"}
"""Response headers that make htmx replace the main part of the page that sent the form."""


@page("/passage/{slug}/edit", "edit.html")
def show_editor(request: PageRequest) -> dict[str, Any]:
    """Show the prose of a passage in text fields; raise ``InputError`` if it is not written yet."""
    here, story = request.passage, request.views.story()
    prose = story.prose.get(here.id)
    if prose is None:
        raise InputError("This passage is not written yet. Generate the story up to FILL first.")
    return {
        "passage": here,
        "parts": split_editable_prose(story.paragraphs(here.id), story.flags),
        "known": _digest(prose),
        "choices": story.existing_structure.selectable_choices(here.id),
    }


@action("/passage/{slug}/edit")
def save(request: PageRequest) -> ActionResult:
    """Save the submitted prose, or undo the last saved change if the form says ``undo``.

    Raise ``InputError`` if the prose has changed since the page was loaded, or is empty.
    """
    undo = request.form.get("undo")
    if undo:
        _undo(request.views, request.passage)
    else:
        saved = _save_prose(request)
        if request.is_from_htmx:
            return HTMLResponse(render("saved.html", **saved))
    return f"/passage/{request.slug}{'' if undo == KEEP_OLD else '/edit'}"


@page("/passage/{slug}/compare", "compare.html")
def show_comparison(request: PageRequest) -> dict[str, Any]:
    """Show how the newest version of FILL changed the prose of the passage."""
    views, here, story = request.views, request.passage, request.views.story()
    now = story.prose.get(here.id, "")
    was = _previous_passages(views).get(here.id, {}).get("prose", now)
    return {
        "passage": here,
        "pieces": compare_texts(was, now),
        "problems": story.problems.get(here.id, ()),
        "comments": len(views.project.comments.list(here.id)),
    }


@action("/passage/{slug}/names")
def rename(request: PageRequest) -> ActionResult:
    """Change the title and the choice labels of a passage.

    If the change makes other work stale, show the consequences first and save only after the author
    has confirmed them.
    """
    views, here, typed = request.views, request.passage, request.form.as_dict()
    changes = _find_changed_names(views, here, typed)
    consequences = views.project.container.preview_edit().execute(GROW, changes)
    if not changes or consequences.is_empty or request.form.get("confirmed") == "yes":
        views.project.container.patch().execute(GROW, changes)
        return f"/passage/{request.slug}"
    asked: dict[str, Any] = {
        "passage": here,
        "consequences": consequences,
        "titles": views.titles(),
    }
    answer = render_page(request.http, "confirm_edit.html", **asked, typed=typed)
    answer.headers.update(IN_PLACE)
    return answer


def _save_prose(request: PageRequest) -> dict[str, Any]:
    form, here = request.form, request.passage
    prose = join_edited_prose(form.pairs("flag", "part"))
    known = {_digest(request.views.story().prose.get(here.id, "")), _digest(prose)}
    if form.get("known") not in known:
        raise InputError(
            "Not saved: the passage was changed elsewhere in the meantime. Copy what you typed "
            "and reload the page."
        )
    if not prose:
        raise InputError("Not saved: a passage must not be empty. Enter some text.")
    changes = {f"passages.{here.id}.prose": prose}
    version = request.views.project.container.patch().execute(FILL, changes)
    return {"known": _digest(prose), "version": version.version}


def _undo(views: ProjectViews, here: Passage) -> None:
    """Undo the last change of FILL; raise ``InputError`` if it changed any other passage, too."""
    was, now = _previous_passages(views), views.project.show(FILL).data["passages"]
    if here.id not in was or was == now or {**now, here.id: was[here.id]} != was:
        raise InputError(
            "Cannot undo: the last change affected other passages, too. Use qf undo fill instead."
        )
    views.project.container.undo().execute(FILL)


def _previous_passages(views: ProjectViews) -> Mapping[str, Any]:
    """Return the passages of FILL's previous version; empty if there is no previous version."""
    artifacts = views.project.container.store().artifacts
    replaced = views.project.show(FILL).replaces
    found = (each for each in artifacts.versions(FILL) if each.version == replaced)
    return next((each.data["passages"] for each in found), {})


def _find_changed_names(
    views: ProjectViews, here: Passage, typed: Mapping[str, str]
) -> dict[str, str]:
    """Return the submitted title and labels that differ from the current ones.

    The keys are paths in the GROW artifact, such as ``passages.<id>.title``. Empty fields are
    ignored.
    """
    changes: dict[str, str] = {}
    title = typed.get("title", "").strip()
    if title and title != here.title:
        changes[f"passages.{here.id}.title"] = title
    for choice in views.structure().outgoing_choices(here.id):
        label = typed.get(f"label {choice.id}", "").strip()
        if label and label != choice.label:
            changes[f"passages.{here.id}.choices.{choice.id}.label"] = label
    return changes


def _digest(prose: str) -> str:
    return sha256(prose.encode()).hexdigest()[:16]
