"""Write the passages that a run kept though their request has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.domain.remedy import SimpleAction
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import clip, format_count, join_lines

if TYPE_CHECKING:
    from questfoundry.domain.writing.request_change import DifferingPassage, RequestChange

_LABELS = {
    "title": "title",
    "moments": "moments",
    "people": "people and things",
    "choices": "choices",
    "questions": "questions",
    "place": "place in the story",
    "origins": "players also come from",
    "inserts": "needs conditional text",
    "facts": "new facts",
    "absent": "may be absent",
    "uncertain": "not known to all players any more",
    "vision": "vision of the story",
}

_NOT_KNOWN = "not known, because the request it was written from is not stored"

_LONGEST = 100
"""The maximum number of terminal cells for the changed lines of one kind."""


def describe_difference(passage: DifferingPassage) -> str:
    """Return in one line what has changed in the request for ``passage``."""
    return ". ".join(map(describe_change, passage.changes)) or _NOT_KNOWN


def describe_change(change: RequestChange) -> str:
    """Return a change of a request in a few words: its kind, and the new or else the old lines."""
    lines = join_lines("; ".join(change.added or change.removed))
    return f"{_LABELS[change.kind]}: {clip(lines, _LONGEST)}"


def format_differing(
    differing: Sequence[DifferingPassage], project: Path | None = None
) -> Iterator[str]:
    """Yield lines with the differing passages and commands to compare, keep or regenerate them."""
    if not differing:
        return
    count = format_count(len(differing), "passage")
    yield f"{count} may need another text, because the request has changed since it was written:"
    for each in differing:
        yield f"  {each.passage}  {describe_difference(each)}"
    yield "Their prose is unchanged. Compare the requests, then keep or regenerate each passage:"
    for action in (
        SimpleAction.COMPARE_REQUESTS,
        SimpleAction.KEEP_PASSAGE,
        SimpleAction.REGENERATE_PASSAGE,
    ):
        yield f"  {command_of(action, project)}"
