"""Serve the whole text in story order, for reading and for printing."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from questfoundry.domain.story.comment import AuthorComment
from questfoundry.web.rendering import get_views, render_page


async def show_text(request: Request) -> Response:
    """Show every passage with all its conditional text, its choices and the comments on it."""
    views = get_views(request)

    def load() -> dict[str, Any]:
        structure, story = views.structure(), views.story()
        comments = dict[str, list[AuthorComment]]()
        for each in views.project.comments.list():
            comments.setdefault(each.passage, []).append(each)
        return {
            "story": story,
            "comments": comments,
            "passages": structure.passages,
            "choices": {
                each.id: structure.selectable_choices(each.id) for each in structure.passages
            },
            "titles": {each.id: each.title or each.id for each in structure.passages},
        }

    return render_page(request, "text.html", **await views.do(load))
