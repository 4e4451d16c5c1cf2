"""Choose articles and forms for English words."""

import re

_SOUNDS_LIKE_VOWEL = re.compile(r"(?:[Hh](?:our|onest|onou?r|eir)|[Xx]-?ray\b|[FHLMNRSX]\b)")
_SOUNDS_LIKE_CONSONANT = re.compile(
    r"(?:uni(?!n|m)|use|usu|eu|ewe|one\b|once\b|ut(?:e|i)|u-)", re.IGNORECASE
)


def takes_an(noun: str) -> bool:
    """Return whether the article before ``noun`` is ``an``, by its sound."""
    if _SOUNDS_LIKE_VOWEL.match(noun):
        return True
    return noun[:1].lower() in "aeiou" and not _SOUNDS_LIKE_CONSONANT.match(noun)


def drop_article(noun: str) -> str:
    """Return ``noun`` without ``a``, ``an`` or ``the``."""
    return re.sub(r"^(?:an?|the)\s+", "", noun, flags=re.IGNORECASE)


def capitalise(text: str) -> str:
    """Return ``text`` with a capital first letter."""
    return text[:1].upper() + text[1:]


_SMALL = frozenset(
    {"a", "an", "the", "of", "in", "on", "at", "to", "by", "and", "or", "for", "from"}
)


def capitalise_title(title: str) -> str:
    """Return ``title`` with capital letters, except for small words inside it."""
    first, *others = title.split(" ")
    words = (each if each in _SMALL else capitalise(each) for each in others)
    return " ".join((capitalise(first), *words))
