"""Pages where the author keeps or regenerates passages whose request has changed."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from questfoundry.app.writing.author_brief import AuthorBrief, RequestComparison
from questfoundry.presentation.author_brief import list_sections
from questfoundry.presentation.plan_view import describe_change
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.rendering import ActionResult, PageRequest, action, page
from questfoundry.web.text_comparison import ComparedParagraphs, compare_texts

_NAME = re.compile(r"\[([\w-]+)\],? ")
"""The name of a flag before what it means."""

_Section = tuple[str, tuple[ComparedParagraphs, ...]]
"""The heading of a part of the request, and what was asked then beside what is asked now."""


@page("/passage/{slug}/request", "request.html")
def show_requests(request: PageRequest) -> dict[str, Any]:
    """Show the request for the passage beside the one that its prose was written from."""
    project = request.views.project
    found = project.compare_requests(request.passage.id)
    wording = project.container.prompts().wording("briefing")
    return {
        "passage": request.passage,
        "changes": [request.views.name_flags(describe_change(each)) for each in found.changes],
        "is_known": found.old is not None,
        "sections": _compare_briefs(found, wording, request.views.story().flags_by_name),
        "pieces": compare_texts(found.old or "", found.new),
    }


def _compare_briefs(
    found: RequestComparison, wording: Mapping[str, Any], flags: Collection[str]
) -> Sequence[_Section]:
    """Return the sections that differ, each under its heading."""
    if found.old_brief is None:
        return ()
    old, new = (_list_texts(each, wording, flags) for each in (found.old_brief, found.new_brief))
    return [
        (name, compare_texts(old.get(name, ""), new.get(name, "")))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    ]


def _list_texts(
    brief: AuthorBrief, wording: Mapping[str, Any], flags: Collection[str]
) -> Mapping[str, str]:
    """Return the text of each section by its heading, without the names of ``flags``."""
    sections = {each.heading: each.lines for each in list_sections(brief, wording)}
    own = {"Title": (brief.briefing.title,), "Length": (f"{brief.briefing.words} words",)}
    lines = {**own, **sections}
    texts = {name: "\n\n".join(each).replace("**", "") for name, each in lines.items()}
    return {
        name: _NAME.sub(lambda found: "" if found[1] in flags else found[0], text)
        for name, text in texts.items()
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
