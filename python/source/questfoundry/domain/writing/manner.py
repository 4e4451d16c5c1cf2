"""Whether English prose keeps to its person and its tense, as far as words alone show it.

Speech is left out: a character may say "I" and "was" in any story.
"""

from __future__ import annotations

import re

from questfoundry.domain.story.voice import Person, Tense

_SPEECH = re.compile(r"\u201c[^\u201c\u201d]*\u201d|\"[^\"]*\"|\u2018[^\u2018\u2019]*\u2019(?!\w)")
_FIRST = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|my|myself|mine)\b")
_SECOND = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)

_SUBJECT = r"\b(?:you|I|we|he|she|they|it|there)\s+"
_IS_NOW = re.compile(
    _SUBJECT + r"(?:am|are|is|have|has|do|does|see|sees|hear|hears|feel|feels|turn|turns|take"
    r"|takes|step|steps|walk|walks|look|looks|stand|stands|know|knows|find|finds|hold|holds)\b",
    re.IGNORECASE,
)
_WAS_THEN = re.compile(
    _SUBJECT + r"(?:was|were|had|did|saw|heard|felt|turned|took|stepped|walked|looked|stood|knew"
    r"|found|held|went|came|said|made)\b",
    re.IGNORECASE,
)
_ENOUGH = 3
"""How often the wrong one must be met: once or twice has its reasons."""


def wrong_person(prose: str, person: Person) -> str:
    """A word that tells of the wrong person; empty where the prose keeps to the right one."""
    told = _SPEECH.sub(" ", prose.replace("\u2019", "'"))
    first, second = _FIRST.findall(told), _SECOND.findall(told)
    match person:
        case Person.FIRST:
            return _outweighing(second, first)
        case Person.SECOND:
            return _outweighing(first, second)
        case Person.THIRD:
            return _outweighing([*second, *first], [])


def wrong_tense(prose: str, tense: Tense) -> str:
    """Words in the wrong tense; empty where most of the prose keeps to the right one."""
    told = _SPEECH.sub(" ", prose)
    now, then = _IS_NOW.findall(told), _WAS_THEN.findall(told)
    return _outweighing(now, then) if tense is Tense.PAST else _outweighing(then, now)


def _outweighing(wrong: list[str], right: list[str]) -> str:
    return wrong[0] if len(wrong) >= _ENOUGH and len(wrong) > len(right) else ""
