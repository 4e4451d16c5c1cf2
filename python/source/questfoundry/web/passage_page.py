"""Pages for readers: one passage with facts about it, the whole text with comments, and play."""

from collections.abc import Sequence
from typing import Any

from starlette.responses import HTMLResponse

from questfoundry.app.pipeline.drafts import MAX_DRAFTS
from questfoundry.app.playing.routes import decode_route, encode_route, find_route_to
from questfoundry.app.playing.walk import Walk
from questfoundry.app.structure.inspect_passage import inspect_passage
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.comment import MAX_COMMENT_LENGTH, AuthorComment, quote_paragraph
from questfoundry.domain.story.passage import Passage, play
from questfoundry.domain.writing.may_must import find_arrivals
from questfoundry.presentation.author_brief import BriefSection, describe_length, list_sections
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, action, page, render, render_page


@page("/passage/{slug}", "passage.html")
def show_passage(request: PageRequest) -> dict[str, Any]:
    """Show the passage as the player reads it whose choices ``route`` encodes."""
    views, here, story = request.views, request.passage, request.views.story()
    structure, route, flags = story.existing_structure, request.query.get("route"), None
    if route is not None:
        player = play(structure, decode_route(structure, route))
        flags = player.flags if player.passage == here.id else None
    return {
        "story": story,
        "passage": here,
        "about": inspect_passage(story, here.id),
        "people": [
            story.entity_name(each)
            for each in dict.fromkeys(e for beat in story.beats_in(here) for e in beat.entities)
        ],
        "titles": views.titles(),
        "paragraphs": story.paragraphs(here.id),
        "flags": flags,
        "route": route if flags is not None else None,
        "readers": sorted(here.conditional_flags),
        "open_flags": list_uncertain_flags(views, here),
        **views.link_neighbours(here),
        "comments": len(views.project.comments.list(here.id)),
        "max_drafts": MAX_DRAFTS,
        "drafts": len(views.project.drafts.list(passage=here.id)),
        "prose_mode": views.project.container.settings().file.prose,
        "brief": list_brief_sections(views, here.id),
        "differs": here.id in {each.passage for each in views.project.status().differing},
        "problems": tuple(map(views.insert_titles, story.problems.get(here.id, ()))),
    }


def list_brief_sections(views: ProjectViews, passage: str) -> Sequence[BriefSection]:
    """Return the brief of the passage for an author who writes; empty if a model writes."""
    container, story = views.project.container, views.story()
    if not container.settings().file.prose.is_mine or story.voice is None:
        return ()
    (brief,) = views.get_cached(
        f"brief {passage}", lambda: container.brief_author().execute(passage)
    )
    length = BriefSection("Length", (describe_length(brief),))
    return (length, *list_sections(brief, container.prompts().wording("briefing")))


@action("/passage/{slug}/read", method="GET")
def read_as(request: PageRequest) -> ActionResult:
    """Redirect to the passage, read by a player with certain flags, or to the play up to it.

    The query of the request lists the flags that the player has (``holds``) and lacks (``lacks``).
    The player takes a shortest route.
    """
    structure, query = request.views.structure(), request.query
    states = [each.partition(" ") for each in query.getlist("state")]
    required, forbidden = (
        {*filter(None, query.getlist(name)), *(flag for state, _, flag in states if state == name)}
        for name in ("holds", "lacks")
    )
    choices = find_route_to(
        structure, request.passage.id, required_flags=required, forbidden_flags=forbidden
    )
    if choices is None:
        raise InputError(
            "No playthrough reaches this passage with these flags. Select fewer: some of them "
            "exclude each other."
        )
    address = "/play" if query.get("to") == "play" else f"/passage/{request.slug}"
    return f"{address}?route={encode_route(structure, choices)}"


@action("/play", method="GET")
def show_play(request: PageRequest) -> ActionResult:
    """Show the passage at the end of ``route``; htmx gets only the part that changes."""
    views, route = request.views, request.query.get("route", "")
    walk = Walk(views.story(), views.paragraphs, choices=decode_route(views.structure(), route))
    found: dict[str, Any] = {
        "route": route,
        "previous": route.rpartition(".")[0],
        "shown": walk.current_passage(),
        "passage": walk.here.passage,
        "flags": walk.flags(),
        "stats": walk.stats(),
        "story": views.story(),
        "can_keep": not views.is_imported,
        "kept": request.query.get("kept", ""),
    }
    if request.is_from_htmx:
        return HTMLResponse(render("play_part.html", **found))
    return render_page(request.http, "play.html", **found)


@action("/play/keep")
def keep_play(request: PageRequest) -> ActionResult:
    route, name = request.form.get("route"), request.form.get("name")
    choices = decode_route(request.views.structure(), route)
    request.views.project.plays.keep(name, choices, replace=False)
    return f"/play?route={route}&kept={name}"


def list_uncertain_flags(views: ProjectViews, here: Passage) -> list[str]:
    """Return the flags that some players in ``here`` have, first those that the passage reads."""
    structure, texts = views.structure(), views.story().flags
    known = views.get_cached("arrivals", lambda: find_arrivals(structure)).get(here.id)
    asked = {*here.conditional_flags}.union(
        *(each.requires | each.forbids for each in structure.selectable_choices(here.id))
    )
    flags = known.may - known.must if known else ()
    return sorted(flags, key=lambda flag: (flag not in asked, texts.get(flag, flag)))


@page("/text", "text.html")
def show_text(request: PageRequest) -> dict[str, Any]:
    structure, comments = request.views.structure(), dict[str, list[AuthorComment]]()
    for each in request.views.project.comments.list():
        comments.setdefault(each.passage, []).append(each)
    return {
        "story": request.views.story(),
        "comments": comments,
        "passages": structure.passages,
        "choices": {each.id: structure.selectable_choices(each.id) for each in structure.passages},
        "titles": request.views.titles(),
    }


@page("/passage/{slug}/comment/{number:int}", "comment.html")
def show_comment_form(request: PageRequest) -> dict[str, Any]:
    return {
        "passage": request.passage,
        "quote": _find_quote(request),
        "number": request.number,
        "max_length": MAX_COMMENT_LENGTH,
    }


@action("/passage/{slug}/comment/{number:int}")
def add_comment(request: PageRequest) -> ActionResult:
    form = request.form
    # Quote the paragraph as it was shown: the text may have changed since.
    quote = form.get("quote") or _find_quote(request)
    request.views.project.comments.add(request.passage.id, form.get("text"), quote=quote)
    return f"/text#at-{request.slug}"


@action("/passage/{slug}/comments")
def delete_comments(request: PageRequest) -> ActionResult:
    number, comments = request.form.get("number"), request.views.project.comments
    if number and not (number.isascii() and number.isdigit()):
        raise InputError(f"There is no comment {number!r}. Reload the page.")
    here = [each.number for each in comments.list(request.passage.id)]
    comments.remove(*([int(number)] if number else here))
    return f"/text#at-{request.slug}"


def _find_quote(request: PageRequest) -> str:
    paragraphs = request.views.story().paragraphs(request.passage.id)
    if not 0 < request.number <= len(paragraphs):
        raise InputError(
            f"The passage {request.slug!r} has no paragraph {request.number}. Reload the page."
        )
    return quote_paragraph(paragraphs[request.number - 1].text)
