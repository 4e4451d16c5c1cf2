"""Read the two options that a statement of an idea contains."""

import re

from attrs import frozen

from questfoundry.infra.llm.draft.deeds import (
    MOST_CHARACTERS,
    begins_with_verb,
    shorten_deed,
    use_base,
)


@frozen
class Alternatives:
    """The two options that a statement contains.

    ``two`` is empty if the statement is an order; the second option is then to refuse the order.
    """

    one: str
    two: str = ""


_SPLIT = re.compile(r"(?<=[.!?;])\s+")

_EITHER = re.compile(
    r"\b(?:could|can|must|may|might|will|(?:has|have|needs?) to)\b (?:either )?([^.;:,]+?),? "
    r"or (?:else )?([^.;:,]+)",
    re.IGNORECASE,
)

_BETWEEN = re.compile(
    r"\b(?:choose|decide|chooses|decides|choice|torn) between "
    r"([^.;:,]+?) (?:and|or) ([^.;:,]+?)[.,;]",
    re.IGNORECASE,
)

_ORDERED = re.compile(
    r"\b(?:(?:is|are|has been|have been|being) "
    r"(?:asked|told|ordered|commanded|instructed|forced|blackmailed)(?: by (?:[\w'-]+ ){1,4}?)?|"
    r"(?:asks|has told|tells|orders|has ordered|has asked|commands|forces) (?:[\w'-]+ ){1,3}?) ?"
    r"to ([^.;:,]+)|\boffered\b[^.;:]* if (?:s?he|they|I) (?:will|would) ([^.;:,]+)",
    re.IGNORECASE,
)


def find_dilemma(text: str) -> Alternatives | None:
    """Return the two options of the last statement in ``text`` that has options, or ``None``."""
    sentences = [each for each in _SPLIT.split(text) if not each.endswith("?")]
    for sentence in reversed(sentences):
        found = _find_either(sentence) or _find_between(sentence) or _find_order(sentence)
        if found:
            return found
    return None


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
    two = re.sub(r" (?:before|by|until) .*", "", found[2])
    return _build(*(shorten_deed(use_base(each)) for each in (found[1], two)))


def _find_order(sentence: str) -> Alternatives | None:
    """Return the deed of ``is asked to poison the bread``, which can be refused."""
    found = _ORDERED.search(sentence)
    deed = shorten_deed(found[1] or found[2]) if found else ""
    return _build(deed) if begins_with_verb(deed) else None


def _build(one: str, two: str = "") -> Alternatives | None:
    deeds = [" ".join(each.split()) for each in (one, two)]
    is_short = all(len(each) <= MOST_CHARACTERS for each in deeds)
    return Alternatives(*deeds) if is_short else None
