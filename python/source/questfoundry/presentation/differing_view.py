"""Write the passages that a run kept though their request has changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.domain.remedy import ShowBrief, SimpleAction
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import clip, format_count, join_lines

if TYPE_CHECKING:
    from questfoundry.domain.writing.request_change import DifferingPassage, RequestChange

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "title": ("The title is now {}", ""),
    "moments": ("This happens now: {}", "This no longer happens: {}"),
    "people": ("New or different here: {}", "No longer here: {}"),
    "choices": ("New or different choices: {}", "Removed choices: {}"),
    "questions": ("New questions: {}", "Questions that are gone: {}"),
    "place": ("Its place in the story is now: {}", "Its place in the story is no longer: {}"),
    "origins": ("Players now also come from {}", ""),
    "inserts": ("New conditional text: {}", ""),
    "facts": ("Players know more: {}", ""),
    "absent": ("Not always here: {}", ""),
    "uncertain": ("", "Not all players know this any more: {}"),
    "vision": ("The vision of the story is now: {}", "The vision of the story lost: {}"),
}
"""What is new, and what is gone, for each kind of change."""

_NOT_KNOWN = "It is not known, because the request that it was written from is not stored."

_WEIGHT = re.compile(r"weight \d+")

_ACTIONS = (
    SimpleAction.COMPARE_REQUESTS,
    SimpleAction.KEEP_PASSAGE,
    SimpleAction.REGENERATE_PASSAGE,
)
_OWN_ACTIONS = (ShowBrief("PASSAGE"), SimpleAction.KEEP_PASSAGE)

_NEXT = "Compare the requests, then keep or regenerate each passage"

_LONGEST = 100
"""The maximum number of terminal cells for the changed lines of one kind."""


def describe_difference(passage: DifferingPassage) -> str:
    """Return in one line what has changed in the request for ``passage``."""
    return " ".join(map(describe_change, passage.changes)) or _NOT_KNOWN


def describe_change(change: RequestChange) -> str:
    """Return a change of a request as sentences: its new lines, and the lines that are gone.

    A line that is only different counts as new.
    """
    new, gone = change.added, change.removed
    if change.kind == "moments":
        new, gone = _list_moments(new, gone), _list_moments(gone, new)
    heads = {_find_head(each) for each in new}
    gone = tuple(each for each in gone if _find_head(each) not in heads)
    sentences = zip(_SENTENCES[change.kind], (new, gone), strict=True)
    found = [_fill(sentence, lines) for sentence, lines in sentences if sentence and lines]
    return " ".join(found) or "The planned length is different."


def _list_moments(lines: Iterable[str], others: Sequence[str]) -> tuple[str, ...]:
    """Return what happens in each line, or time, place and people if only these differ."""
    moments = (each.partition(": ") for each in lines if not _WEIGHT.fullmatch(each))
    return tuple(
        text if text and not any(each.endswith(f": {text}") for each in others) else head
        for head, _, text in moments
    )


def _find_head(line: str) -> str:
    return line.partition(": ")[0]


def _fill(sentence: str, lines: Iterable[str]) -> str:
    words = clip(join_lines("; ".join(lines)), _LONGEST).rstrip(".")
    return f"{sentence.format(words)}."


def format_differing(
    differing: Sequence[DifferingPassage], project: Path | None = None, *, is_mine: bool = False
) -> Iterator[str]:
    """Yield lines with the differing passages and commands to compare, keep or regenerate them.

    If ``is_mine``, the author writes, so nothing is regenerated.
    """
    if not differing:
        return
    count, source = format_count(len(differing), "passage"), "brief" if is_mine else "request"
    yield f"{count} may need another text, because the {source} has changed since it was written:"
    for each in differing:
        yield f"  {each.passage}  {describe_difference(each)}"
    step = "Read the brief again, then change your text or keep it" if is_mine else _NEXT
    yield f"Their prose is unchanged. {step}:"
    for action in _OWN_ACTIONS if is_mine else _ACTIONS:
        yield f"  {command_of(action, project)}"
