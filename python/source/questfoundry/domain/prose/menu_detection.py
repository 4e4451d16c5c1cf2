"""Detection of prose that lists the choices which follow, or that takes one for the player."""

import re
from collections.abc import Sequence

from questfoundry.domain.prose.narration import Narration, split_words
from questfoundry.domain.story.voice import Person

_MENU_PHRASE = re.compile(
    # Testing the first letter before anything else halves the time.
    r"\b(?=[wtyco])(?:what (?:do|will|would|should) you (?:do|choose)(?: now| next)?\s?\?"
    r"|the choice is yours\b|your (?:choices|options) are\b"
    r"|choose (?:wisely|your path|your next)\b|option [a-d1-9](?=[:.)]))",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:\d{1,2}[.)]|[A-Da-d][.)]|[*\u2022])[ \t]+\S")
_STOP = re.compile(r"[.!?\u2026\n]+")
_PLAYER = {Person.FIRST: "i|we", Person.SECOND: "you", Person.THIRD: "he|she|they"}
_MIN_LABEL_WORDS = 3
"""The fewest words of a label whose occurrence in the prose is no coincidence."""


def find_menu(prose: Narration, labels: Sequence[str]) -> str:
    """Return the text that offers choices, or an empty string.

    The text is a question about what to do, a list at the end, or at least two labels in the prose.
    """
    if phrase := _MENU_PHRASE.search("\n".join(prose.stretches)):
        return phrase.group()
    lines = [line.strip() for line in prose.text.splitlines() if line.strip()][-2:]
    if len(lines) == 2 and all(_ITEM.match(line) for line in lines):
        return lines[0]
    labels_in_text = [
        label
        for label in labels
        if _is_distinctive(label) and _space_words(label) in prose.narrated_text
    ]
    return labels_in_text[0] if len({_space_words(label) for label in labels_in_text}) > 1 else ""


def find_decided_label(prose: Narration, labels: Sequence[str], person: Person) -> str:
    """Return the label of a choice that the prose takes for the player, or an empty string.

    With a single label nothing is found, because the prose may lead into that choice. A choice that
    is only considered ("if you open the floodgate") does not count.
    """
    named = [
        each
        for each in labels
        if _is_distinctive(each) and _words_after_verb(each) in prose.narrated_text
    ]
    if len(labels) < 2 or not named:
        return ""
    sentences = (_space_words(each) for part in prose.stretches for each in _STOP.split(part))
    narration = f" . {' . '.join(sentences)}"
    for label in named:
        verb, *rest = map(re.escape, split_words(label))
        action = f"{verb}(?:e?d|e?s)? {' '.join(rest)} "
        if re.search(f" (?:[.]|and|then)  ?(?:{_PLAYER[person]}) {action}", narration):
            return label
    return ""


def _words_after_verb(label: str) -> str:
    """Return the words of a label after its verb, the only word that prose inflects."""
    return f" {' '.join(split_words(label)[1:])} "


def _is_distinctive(label: str) -> bool:
    return len(split_words(label)) >= _MIN_LABEL_WORDS


def _space_words(text: str) -> str:
    """Return the words of ``text`` with one space before and after each."""
    return f" {' '.join(split_words(text))} "
