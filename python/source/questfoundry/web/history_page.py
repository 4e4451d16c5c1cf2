"""The page of a passage's history: any two stored texts of it side by side."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.web.edit_page import FILL, write_prose
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, page
from questfoundry.web.text_comparison import compare_texts


@frozen
class StoredText:
    """A text of a passage, with the version of FILL that had it first, and its time in UTC."""

    version: int
    time: str
    prose: str


@page("/passage/{slug}/history", "history.html")
def show_history(request: PageRequest) -> dict[str, Any]:
    """Compare the versions ``old`` and ``new`` of the address; by default the last two texts."""
    texts = list_texts(request.views, request.passage.id)
    if not texts:
        raise InputError("The passage has no text yet.")
    by_version = {str(each.version): each for each in texts}
    old = by_version.get(request.http.query_params.get("old", ""), texts[max(0, len(texts) - 2)])
    new = by_version.get(request.http.query_params.get("new", ""), texts[-1])
    return {
        "passage": request.passage,
        "texts": texts,
        "old": old,
        "new": new,
        "rows": compare_texts(old.prose, new.prose),
    }


@action("/passage/{slug}/history")
def restore(request: PageRequest) -> ActionResult:
    """Make a stored text the current one, as an edit that can be undone."""
    number, here = request.form.get("version"), request.passage
    found = [each for each in list_texts(request.views, here.id) if str(each.version) == number]
    if not found:
        raise InputError(f"Version {number!r} has no text of this passage. Reload the page.")
    write_prose(request.views, here.id, found[0].prose)
    return f"/passage/{request.slug}/history"


def list_texts(views: ProjectViews, passage: str) -> Sequence[StoredText]:
    """Return the different texts that the passage had one after another, oldest first."""
    found: list[StoredText] = []
    for version in views.project.container.store().artifacts.versions(FILL):
        part: Mapping[str, Any] = version.data.get("passages", {}).get(passage, {})
        prose = str(part.get("prose", ""))
        if prose and (not found or found[-1].prose != prose):
            time = f"{version.created_at:%Y-%m-%d %H:%M}"
            found.append(StoredText(version.version, time, prose))
    return found
