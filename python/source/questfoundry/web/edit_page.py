"""Pages to edit a passage, and to compare and choose drafts of its prose."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from secrets import token_hex
from typing import Any

from starlette.responses import HTMLResponse

from questfoundry.app.pipeline.drafts import MAX_DRAFTS
from questfoundry.domain.artifacts.fill import write_by_hand
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.prose import EditedPart, join_edited_prose, split_editable_prose
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.differences import Difference
from questfoundry.domain.text.digest import digest
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.passage_page import list_brief_sections
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import (
    ActionResult,
    PageRequest,
    action,
    async_action,
    page,
    render,
    render_page,
)
from questfoundry.web.text_comparison import ComparedParagraphs, compare_texts


@page("/passage/{slug}/drafts", "drafts.html")
def show_drafts(request: PageRequest) -> dict[str, Any]:
    here = request.passage
    drafts = request.views.project.drafts.list(passage=here.id)
    compared = [
        (each, compare_texts(str(each.current.get("prose", "")), str(each.data["prose"])))
        for each in reversed(drafts)
    ]
    return {"passage": here, "drafts": compared, "compare_change": _compare_change}


def _compare_change(change: Difference) -> Sequence[ComparedParagraphs]:
    return compare_texts("\n\n".join(change.old), "\n\n".join(change.new))


@action("/passage/{slug}/drafts")
def create(request: PageRequest) -> PlannedTask:
    here, number = request.passage, _parse_number(request.form.get("number"), MAX_DRAFTS)
    title, address = here.title or request.slug, f"/passage/{request.slug}"

    async def work() -> TaskOutcome:
        drafts, note = request.views.project.drafts, request.form.get("note")
        await drafts.draft_passage(here.id, note, count=number)
        return TaskOutcome(text=f"The drafts of “{title}” are ready.", address=f"{address}/drafts")

    return PlannedTask(title=f"Making drafts of “{title}”", work=work, page=address)


@async_action("/passage/{slug}/drafts/choose")
async def choose(request: PageRequest) -> ActionResult:
    drafts, name = request.views.project.drafts, request.form.get("draft")
    if not await request.views.do(lambda: drafts.find(name).passage == request.passage.id):
        raise InputError(f"Draft {name!r} belongs to another passage. Reload the page.")
    change = request.form.get("change")
    await drafts.choose(name, change=_parse_number(change, MAX_CHANGES) if change else None)
    return f"/passage/{request.slug}/{'drafts' if change else 'compare'}"


def _parse_number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise InputError(f"{text!r} is not a valid number. Enter 1 to {most}.")
    return int(text)


MAX_CHANGES = 999  # the highest number of a change that a form can send
FILL, GROW = "fill", "grow"
KEEP_OLD = "old"
"""The value that the comparison page sends as ``undo``; the edit page sends another value."""

IN_PLACE = {"HX-Retarget": "#main", "HX-Reswap": "outerHTML show:top", "HX-Reselect": "#main"}
"""Response headers that make htmx replace the main part of the page that sent the form."""


@page("/passage/{slug}/edit", "edit.html")
def show_editor(request: PageRequest) -> dict[str, Any]:
    here, story = request.passage, request.views.story()
    if story.voice is None:
        raise InputError("The voice is not settled yet. Generate the story up to FILL first.")
    return {
        "passage": here,
        "brief": list_brief_sections(request.views, here.id),
        "moments": [*map(story.describe_beat, story.beats_in(here))],
        "parts": _list_parts(story, here, _find_required_flags(request.views, here)),
        "known": digest(story.prose.get(here.id, "")),
        "form_id": token_hex(8),
        "added": request.query.get("added", ""),
        "choices": story.existing_structure.selectable_choices(here.id),
    }


def _find_required_flags(views: ProjectViews, here: Passage) -> Collection[str]:
    """Return the flags for which the passage must have conditional text."""
    story = views.story()
    try:
        briefer = views.get_cached("briefer", lambda: Briefer(story))
    except InputError:  # no order in which a model could write the passages
        return here.callback_flags
    unwritten = defaultdict[str, str](str)  # which texts a passage must have depends on no prose
    names = briefer.build_briefing(here.id, unwritten, {}).list_required_inserts(endings=True)
    known = {story.flags_by_name[name] for name in names if name in story.flags_by_name}
    return known | here.callback_flags


def _list_parts(story: Story, here: Passage, required: Collection[str]) -> Sequence[EditedPart]:
    """Return the written parts, and an empty part for each of the ``required`` flags without."""
    written = split_editable_prose(story.paragraphs(here.id), story.flags)
    parts = written or (EditedPart(flag="", condition="", text=""),)
    missing = {*required} - {each.flag for each in parts}
    return (
        *parts,
        *(
            EditedPart(flag=flag, condition=story.describe_condition(flag), text="")
            for flag in story.sort_flags(missing)
        ),
    )


@action("/passage/{slug}/edit")
def save(request: PageRequest) -> ActionResult:
    """Save or undo the prose; refuse an empty text, and prose that changed since it was shown."""
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
    """Change the title and labels; ask first if that has consequences for other work."""
    views, here, typed = request.views, request.passage, request.form
    if "title" in typed and not typed.get("title"):
        raise InputError("Enter a title for the passage.")
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
    stored = request.views.story().prose.get(here.id, "")
    if not request.views.saves.can_replace(form, stored, prose):
        raise InputError(
            "Not saved: the passage was changed elsewhere in the meantime. Copy what you typed "
            "and reload the page."
        )
    if not prose:
        raise InputError("Not saved: a passage must not be empty. Enter some text.")
    version = write_prose(request.views, here.id, prose)
    saved = str(version.data["passages"][here.id]["prose"])
    return {"known": request.views.saves.note(form, saved), "version": version.version}


def write_prose(views: ProjectViews, passage: str, prose: str) -> ArtifactVersion:
    """Store ``prose`` as the text of the passage, in a new version of FILL."""
    return views.project.container.patch().edit(FILL, write_by_hand(passage, prose))


def _undo(views: ProjectViews, here: Passage) -> None:
    was, now = _previous_passages(views), views.project.show(FILL).data["passages"]
    if here.id not in was or was == now or {**now, here.id: was[here.id]} != was:
        raise InputError(
            "Cannot undo: the last change affected other passages, too. Use qf undo fill instead."
        )
    views.project.container.undo().execute(FILL)


def _previous_passages(views: ProjectViews) -> Mapping[str, Any]:
    artifacts = views.project.container.store().artifacts
    replaced = views.project.show(FILL).replaces
    found = (each for each in artifacts.versions(FILL) if each.version == replaced)
    return next((each.data["passages"] for each in found), {})


def _find_changed_names(
    views: ProjectViews, here: Passage, typed: Mapping[str, str]
) -> dict[str, str]:
    changes: dict[str, str] = {}
    title = typed.get("title", "").strip()
    if title and title != here.title:
        changes[f"passages.{here.id}.title"] = title
    for choice in views.structure().outgoing_choices(here.id):
        label = typed.get(f"label {choice.id}", "").strip()
        if label and label != choice.label:
            changes[f"passages.{here.id}.choices.{choice.id}.label"] = label
    return changes
