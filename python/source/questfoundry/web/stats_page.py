"""The page of the story's stats, where the author adds, changes and removes them."""

from typing import Any

from questfoundry.app.project.change_stats import StatWords
from questfoundry.web.rendering import ActionResult, PageRequest, action, page


@page("/stats", "stats.html")
def show_stats(request: PageRequest) -> dict[str, Any]:
    stats = request.views.project.container.change_stats()
    return {"stats": stats.list_stats(), "can_undo": stats.can_undo()}


@action("/stats")
def change_stats(request: PageRequest) -> ActionResult:
    """Add a stat to the plan, or change or remove the one that the form names."""
    stats, form = request.views.project.container.change_stats(), request.form
    if removed := form.get("remove"):
        stats.remove(removed)
        return "/stats"
    words = StatWords(
        name=form.get("name"),
        question=form.get("question"),
        high=form.get("high"),
        low=form.get("low"),
    )
    if old := form.get("old"):
        stats.change(old, words)
    else:
        stats.add(words)
    return "/stats"


@action("/stats/undo")
def undo(request: PageRequest) -> ActionResult:
    """Undo the last change of the stats, unless the plan changed since."""
    request.views.project.container.change_stats().undo()
    return "/stats"
