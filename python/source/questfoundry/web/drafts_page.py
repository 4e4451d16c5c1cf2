"""Drafts of a passage: making them, comparing them word by word, and choosing one."""

import re
from difflib import SequenceMatcher
from typing import Any

from attrs import frozen

from questfoundry.app.pipeline.drafts import MAX_DRAFTS
from questfoundry.domain.errors import InputError
from questfoundry.domain.run.record import Draft
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.rendering import ActionResult, PageRequest, action, async_action, page

_PIECES = re.compile(r"\s+|\w+|[^\w\s]")


@frozen
class ComparedPiece:
    """A run of words; ``side`` is ``same`` for both texts, ``old`` or ``new`` for one of them."""

    side: str
    text: str


def compare_texts(old: str, new: str) -> tuple[ComparedPiece, ...]:
    """Return the word-by-word difference of two texts, in the order of the new text.

    Words that only ``old`` has come before the words that replace them.
    """
    before, after = _PIECES.findall(old), _PIECES.findall(new)
    pieces: list[ComparedPiece] = []
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pieces.append(ComparedPiece("same", "".join(after[c:d])))
            continue
        pieces += [ComparedPiece("old", "".join(before[a:b]))] if b > a else []
        pieces += [ComparedPiece("new", "".join(after[c:d]))] if d > c else []
    return tuple(pieces)


@frozen(kw_only=True)
class ShownDraft:
    """A draft, and how its prose differs from the current prose of the passage."""

    draft: Draft
    pieces: tuple[ComparedPiece, ...]


@page("/passage/{slug}/drafts", "drafts.html")
def show_drafts(request: PageRequest) -> dict[str, Any]:
    """Show the stored drafts of a passage, newest first, compared with the current prose."""
    here = request.passage
    drafts = request.views.project.drafts.list(passage=here.id)
    return {"passage": here, "drafts": tuple(map(_compare_draft, reversed(drafts)))}


@action("/passage/{slug}/drafts")
def create(request: PageRequest) -> PlannedTask:
    """Start a task that writes drafts of a passage, guided by the submitted note.

    The story itself does not change.
    """
    here, number = request.passage, _parse_count(request.form.get("number"))
    title, address = here.title or request.slug, f"/passage/{request.slug}"

    async def work() -> TaskOutcome:
        drafts, note = request.views.project.drafts, request.form.get("note")
        await drafts.draft_passage(here.id, note, count=number)
        return TaskOutcome(text=f"The drafts of “{title}” are ready.", address=f"{address}/drafts")

    return PlannedTask(title=f"Making drafts of “{title}”", work=work, page=address)


@async_action("/passage/{slug}/drafts/choose")
async def choose(request: PageRequest) -> ActionResult:
    """Make a draft the current prose of its passage, without a model call.

    Raise ``InputError`` if the draft belongs to another passage.
    """
    drafts, name = request.views.project.drafts, request.form.get("draft")
    if not await request.views.do(lambda: drafts.find(name).passage == request.passage.id):
        raise InputError(f"Draft {name!r} belongs to another passage. Reload the page.")
    await drafts.choose(name)
    return f"/passage/{request.slug}/compare"


def _parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_DRAFTS):
        raise InputError(f"{text!r} is not a valid number of drafts. Enter 1 to {MAX_DRAFTS}.")
    return int(text)


def _compare_draft(draft: Draft) -> ShownDraft:
    was, now = str(draft.current.get("prose", "")), str(draft.data["prose"])
    return ShownDraft(draft=draft, pieces=compare_texts(was, now))
