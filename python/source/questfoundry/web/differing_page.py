"""Pages where the author keeps or regenerates passages whose request has changed."""

from typing import Any

from questfoundry.presentation.differing_view import describe_change
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.rendering import ActionResult, PageRequest, action, page
from questfoundry.web.text_comparison import compare_texts


@page("/passage/{slug}/request", "request.html")
def show_requests(request: PageRequest) -> dict[str, Any]:
    """Show the request for the passage beside the one that its prose was written from."""
    found = request.views.project.compare_requests(request.passage.id)
    pieces = compare_texts(found.old, found.new) if found.old is not None else ()
    return {
        "passage": request.passage,
        "changes": [describe_change(each) for each in found.changes],
        "is_known": found.old is not None,
        "pieces": pieces,
    }


@action("/passage/{slug}/keep")
def keep(request: PageRequest) -> ActionResult:
    request.views.project.keep(passages=[request.passage.id])
    return "/run#judge"


@action("/passage/{slug}/regenerate")
def regenerate(request: PageRequest) -> ActionResult:
    project, here = request.views.project, request.passage
    title, address = here.title or request.slug, f"/passage/{request.slug}"

    async def work() -> TaskOutcome:
        await project.rewrite(here.id)
        return TaskOutcome(text=f"Regenerated “{title}”.", address=f"{address}/compare")

    return PlannedTask(title=f"Regenerating “{title}”", work=work, page=address)
