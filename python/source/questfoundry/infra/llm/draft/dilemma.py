"""Find the dilemma that the statements of an idea contain, such as ``must choose between``."""

import re
from itertools import pairwise

from attrs import frozen

from questfoundry.infra.llm.draft.tagging import tag_words

MOST_CHARACTERS = 60
"""The most characters of one answer, because an answer is a part of a label."""


@frozen
class Alternatives:
    """Two things that somebody can do; ``two`` is empty for an order, which can be refused."""

    one: str
    two: str = ""


_SPLIT = re.compile(r"(?<=[.!?;])\s+")
_EITHER = re.compile(
    r"\b(?:could|can|must|may|might|will|(?:has|have|needs?) to)\b (?:either )?([^.;:,]+?),? "
    r"or (?:else )?([^.;:,]+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\b(?:choose|decide|chooses|decides|choice|torn) between ([^.;:,]+?) and ([^.;:,]+?)[.,;]",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    r"\b(?:(?:is|are|has been|have been|being) "
    r"(?:asked|told|ordered|commanded|instructed|forced|blackmailed)(?: by (?:[\w'-]+ ){1,4}?)?|"
    r"(?:asks|has told|tells|orders|has ordered|has asked|commands|forces) (?:[\w'-]+ ){1,3}?) ?"
    r"to ([^.;:,]+)",
    re.IGNORECASE,
)
_SECRET = re.compile(
    r"\bthe only (?:one|person|witness|man|woman) (?:who|that|to)\b(?: \w+)? know|"
    r"\bonly (?:[A-Z][\w'-]+ ?){1,3}knows\b|"
    r"\b(?:no[- ]?one|nobody) else knows\b",
    re.IGNORECASE,
)
_IN_TIME = re.compile(
    r"\b(?:must|(?:has|have|needs?) to)\b (?!choose|decide)[^.;:]+? before\b", re.IGNORECASE
)
_SUFFIX = re.compile(r" (?:before|by|until) .*")


def find_dilemma(text: str) -> Alternatives | str:
    """Return the last dilemma in ``text``, or the name of a typical one, else an empty text.

    The names are ``secret`` (to tell or not) and ``deadline`` (in time or not).
    """
    sentences = [each for each in _SPLIT.split(text) if not each.endswith("?")]
    for sentence in reversed(sentences):
        found = _find_either(sentence) or _find_between(sentence) or _find_order(sentence)
        if found:
            return found
    if any(map(_SECRET.search, sentences)):
        return "secret"
    return "deadline" if any(map(_IN_TIME.search, sentences)) else ""


def _find_either(sentence: str) -> Alternatives | None:
    """Return the two deeds of ``It could save the people or let the enemy in.``."""
    found = _EITHER.search(sentence)
    if not found or " or " in found[2] or not all(map(begins_with_verb, found.groups())):
        return None
    return _build(found[1], found[2])


def _find_between(sentence: str) -> Alternatives | None:
    found = _BETWEEN.search(sentence if sentence.endswith(".") else f"{sentence}.")
    if not found or " and " in f"{found[1]} {found[2]}":
        return None
    return _build(found[1], _SUFFIX.sub("", found[2]))


def _find_order(sentence: str) -> Alternatives | None:
    """Return the deed of ``is asked to poison the bread``, which can be refused."""
    found = _ORDERED.search(sentence)
    return _build(found[1]) if found and begins_with_verb(found[1]) else None


def _build(one: str, two: str = "") -> Alternatives | None:
    deeds = [" ".join(each.split()) for each in (one, two)]
    is_short = all(len(each) <= MOST_CHARACTERS for each in deeds)
    return Alternatives(*deeds) if is_short else None


def begins_with_verb(deed: str) -> bool:
    """Return whether ``deed`` begins with a base form, and holds no second clause."""
    tags = tag_words(f"They will {deed}.")[2:]
    is_single = not any(_is_finite(each.tag, following.tag) for each, following in pairwise(tags))
    return bool(tags) and tags[0].tag == "VB" and is_single


def _is_finite(tag: str, following: str) -> bool:
    """Return whether ``tag`` is a finite verb; ``the bread meant for`` has none."""
    return tag in {"MD", "VBZ"} or (tag == "VBD" and following != "IN")
