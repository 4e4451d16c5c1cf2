"""The whole text in story order, and comments on its paragraphs, which rewrites follow."""

from typing import Any

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.comment import MAX_COMMENT_LENGTH, AuthorComment, quote_paragraph
from questfoundry.web.rendering import ActionResult, PageRequest, action, page


@page("/text", "text.html")
def show_text(request: PageRequest) -> dict[str, Any]:
    """Show every passage with all its conditional text, its choices and the comments on it."""
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
    """Show the form for a comment on a paragraph, with a quotation of the paragraph."""
    return {
        "passage": request.passage,
        "quote": _find_quote(request),
        "number": request.number,
        "max_length": MAX_COMMENT_LENGTH,
    }


@action("/passage/{slug}/comment/{number:int}")
def add_comment(request: PageRequest) -> ActionResult:
    """Save a comment on a paragraph of a passage."""
    form = request.form
    # Quote the paragraph as it was shown: the text may have changed since.
    quote = form.get("quote") or _find_quote(request)
    request.views.project.comments.add(request.passage.id, form.get("text"), quote=quote)
    return f"/text#at-{request.slug}"


@action("/passage/{slug}/comments")
def delete_comments(request: PageRequest) -> ActionResult:
    """Delete the comment with the submitted number, or without one all comments on the passage."""
    number, comments = request.form.get("number"), request.views.project.comments
    if number and not (number.isascii() and number.isdigit()):
        raise InputError(f"There is no comment {number!r}. Reload the page.")
    here = [each.number for each in comments.list(request.passage.id)]
    comments.remove(*([int(number)] if number else here))
    return f"/text#at-{request.slug}"


def _find_quote(request: PageRequest) -> str:
    """Return a quotation of the paragraph that the address names, counted from 1.

    Raise ``InputError`` if it is missing.
    """
    paragraphs = request.views.story().paragraphs(request.passage.id)
    if not 0 < request.number <= len(paragraphs):
        raise InputError(
            f"The passage {request.slug!r} has no paragraph {request.number}. Reload the page."
        )
    return quote_paragraph(paragraphs[request.number - 1].text)
