"""Judge by the words around a name whether it is a place or a person."""

import re

from questfoundry.domain.text.names.word_classes import (
    CALLED_THE,
    PERSON_AFTER,
    PERSON_BEFORE,
    PLACE_AFTER,
    PLACE_BEFORE,
    is_place,
    is_title,
)

_CONTEXT_LENGTH = 40
_MOVING = re.compile(
    r"\b(?:go(?:es|ne|ing)?|went|com(?:e|es|ing)|came|moved?s?|moving|travel\w*|return\w*|sail\w*"
    r"|dr(?:ive|ives|ove|iven)|ride?s?|rode|walk\w*|flees?|fled|back|home|way|road|ferry|boat"
    r"|train|ship|steamer|bus|it(?:['\u2019]s| is)|letter|sent|taken|brought"
    r"|arriv\w*)"
    r"(?: (?!to\b)\w+){0,2} (?:to|from) $",
    re.IGNORECASE,
)
_PEOPLED = re.compile(
    r" (?:has|had) (?!(?:his|her|their|my)\b)[^.,;!?]{0,30}?\b(?:people|inhabitants|souls|streets"
    r"|houses|walls|gates|boats|farms|roofs|churches)\b"
)
_SOUNDS = re.compile(
    r"(?:mouth|mere|garth|foss|haug|ford|wick|port|haven|stead|dale|fjord|fjell|holme?|burgh?"
    r"|borough|minster|combe|bridge|chester|hampton|ville|stadt|dorf)$"
)


def is_place_in_context(text: str, name: str, start: int, end: int) -> bool:
    """Return whether the words around ``name``, or its last word, mark a place.

    ``start`` and ``end`` are the name's position in ``text``.
    """
    before = text[max(0, start - _CONTEXT_LENGTH) : start]
    return bool(
        PLACE_BEFORE.search(before)
        or CALLED_THE.search(before)
        or PLACE_AFTER.match(text, end, end + 2 * _CONTEXT_LENGTH)
        or _PEOPLED.match(text, end, end + 2 * _CONTEXT_LENGTH)
        or is_place(name)
    )


def can_be_place(text: str, name: str, start: int) -> bool:
    """Return whether somebody moves to or from ``name``, or ``name`` sounds like a place.

    ``start`` is the position of the name in ``text``. The evidence is weaker than in
    :func:`is_place_in_context`, since somebody may also move to a person.
    """
    before = text[max(0, start - _CONTEXT_LENGTH) : start]
    return bool(_MOVING.search(before) or _SOUNDS.search(name))


def is_person_in_context(text: str, first: str, start: int, end: int) -> bool:
    """Return whether the words around a name mark a person, or the name begins with a title.

    ``first`` is the first word of the name. ``start`` and ``end`` are the name's position in
    ``text``.
    """
    before = text[max(0, start - _CONTEXT_LENGTH) : start]
    return bool(is_title(first) or PERSON_BEFORE.search(before) or PERSON_AFTER.match(text, end))
