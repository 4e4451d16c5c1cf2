"""Add people, places, things and groups on the page of the story bible, and rename them."""

from typing import Any

from questfoundry.app.project.joint_edits import BRAINSTORM
from questfoundry.domain.artifacts.version import ADDITION, RENAME
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.entity import EntityKind
from questfoundry.web.edit_page import IN_PLACE
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, render_page

ADDRESS = "/bible"


@action("/people")
def add(request: PageRequest) -> ActionResult:
    """Add a person, place, thing or group to the story."""
    form = request.form
    kind, name, concept = (form.get(each) for each in ("kind", "name", "concept"))
    if kind not in {*EntityKind} or not name or not concept:
        raise InputError("Enter a name, and one sentence that describes the person or place.")
    request.views.project.container.add_entity().execute(EntityKind(kind), name, concept)
    return ADDRESS


@action("/people/rename")
def rename(request: PageRequest) -> ActionResult:
    """Show what a new name would change; change it once the author confirms."""
    form, use_case = request.form, request.views.project.container.rename()
    old, new = form.get("entity"), form.get("new")
    if not new:
        raise InputError("Enter the new name.")
    if form.get("confirmed") == "yes":
        use_case.execute(old, new)
        return ADDRESS
    shown: dict[str, Any] = {"result": use_case.preview(old, new), "typed": form}
    answer = render_page(request.http, "confirm_rename.html", **shown)
    answer.headers.update(IN_PLACE)
    return answer


@action("/people/undo")
def undo(request: PageRequest) -> ActionResult:
    """Undo the newest addition or new name, unless the story changed since."""
    if not can_undo(request.views):
        raise InputError("The story changed since, so this cannot be undone here. Use qf undo.")
    request.views.project.container.undo().execute(BRAINSTORM)
    return ADDRESS


def can_undo(views: ProjectViews) -> bool:
    """Return whether the newest change of the story added or renamed a person or place."""
    container = views.project.container
    names = container.registry().artifact_names
    found = map(container.store().artifacts.current, names[names.index(BRAINSTORM) :])
    origins = {each.origin for each in found if each}
    return len(origins) == 1 and origins.pop().startswith((RENAME, ADDITION))
