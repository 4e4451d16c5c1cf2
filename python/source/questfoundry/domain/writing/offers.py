"""The choices that follow a passage, where its text lists them or takes one for the player."""

from __future__ import annotations

import re
from collections.abc import Sequence

from questfoundry.domain.story.voice import Person
from questfoundry.domain.writing.narration import narrated, terms

_ASKED = re.compile(
    r"\bwhat (?:do|will|would|should) you (?:do|choose)(?: now| next)?\s?\?"
    r"|\bthe choice is yours\b|\byour (?:choices|options) are\b"
    r"|\bchoose (?:wisely|your path|your next)\b|\boption [a-d1-9](?=[:.)])",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:\d{1,2}[.)]|[A-Da-d][.)]|[*\u2022])[ \t]+\S")
_STOP = re.compile(r"[.!?\u2026\n]+")
_PLAYER = {Person.FIRST: "i|we", Person.SECOND: "you", Person.THIRD: "he|she|they"}
_TELLING = 3
"""Words of a label that are no accident where a text has them, too."""


def menu(prose: str, labels: Sequence[str]) -> str:
    """Where the text asks for a choice, ends in a list, or names two choices; else empty."""
    narration = "\n".join(narrated(prose))
    if asked := _ASKED.search(narration):
        return asked.group()
    lines = [line.strip() for line in prose.splitlines() if line.strip()][-2:]
    if len(lines) == 2 and all(_ITEM.match(line) for line in lines):
        return lines[0]
    plain = _plain(narration)
    named = [label for label in labels if _is_telling(label) and _plain(label) in plain]
    return named[0] if len({_plain(label) for label in named}) > 1 else ""


def decided_label(prose: str, labels: Sequence[str], person: Person) -> str:
    """A choice that the text takes for the player, in the choice's own words; else empty.

    Only where there is something to choose: a single label tells what comes next. A choice
    that is weighed, as in "if you open the floodgate", is not taken.
    """
    sentences = (_plain(each) for part in narrated(prose) for each in _STOP.split(part))
    narration = f" . {' . '.join(sentences)}"
    for label in labels if len(labels) > 1 else ():
        if _is_telling(label):
            verb, *rest = map(re.escape, terms(label))
            act = f"{verb}(?:e?d|e?s)? {' '.join(rest)} "
            if re.search(f" (?:[.]|and|then)  ?(?:{_PLAYER[person]}) {act}", narration):
                return label
    return ""


def _is_telling(label: str) -> bool:
    return len(terms(label)) >= _TELLING


def _plain(text: str) -> str:
    """The words with one space around each."""
    return f" {' '.join(terms(text))} "
