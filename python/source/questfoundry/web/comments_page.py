"""Comments on paragraphs of the prose, which a rewrite takes into account."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.comment import MAX_COMMENT_LENGTH, quote_paragraph
from questfoundry.web.forms import read_form
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import get_views, render_page


async def show_comment_form(request: Request) -> Response:
    """Show the form for a comment on a paragraph, with a quotation of the paragraph."""
    views, slug = get_views(request), request.path_params["slug"]
    number = request.path_params["number"]

    def load() -> dict[str, Any]:
        quote = _find_quote(views, slug, number)
        return {"passage": views.passage(slug), "quote": quote, "number": number}

    return render_page(
        request, "comment.html", max_length=MAX_COMMENT_LENGTH, **await views.do(load)
    )


async def add(request: Request) -> Response:
    """Save a comment on a paragraph of a passage."""
    views, slug = get_views(request), request.path_params["slug"]
    form, number = await read_form(request), request.path_params["number"]

    def work() -> None:
        # Quote the paragraph as it was shown: the text may have changed since.
        quote = form.get("quote") or _find_quote(views, slug, number)
        views.project.comments.add(views.passage(slug).id, form.get("text"), quote=quote)

    await views.do(work)
    return _redirect_to_text(slug)


async def delete(request: Request) -> Response:
    """Delete the comment with the submitted number, or without one all comments on the passage."""
    views, slug = get_views(request), request.path_params["slug"]
    form = await read_form(request)
    number = form.get("number")
    if number and not (number.isascii() and number.isdigit()):
        raise InputError(f"There is no comment {number!r}. Reload the page.")

    def work() -> None:
        comments = views.project.comments
        here = [each.number for each in comments.list(views.passage(slug).id)]
        comments.remove(*([int(number)] if number else here))

    await views.do(work)
    return _redirect_to_text(slug)


def _find_quote(views: ProjectViews, slug: str, number: int) -> str:
    """Return a quotation of paragraph ``number``, counted from 1.

    Raise ``InputError`` if it is missing.
    """
    paragraphs = views.story().paragraphs(views.passage(slug).id)
    if not 0 < number <= len(paragraphs):
        raise InputError(f"The passage {slug!r} has no paragraph {number}. Reload the page.")
    return quote_paragraph(paragraphs[number - 1].text)


def _redirect_to_text(slug: str) -> Response:
    return RedirectResponse(f"/text#at-{slug}", status_code=303)
