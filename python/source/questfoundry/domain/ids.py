"""Define the form of ids: ``kind::slug``, stable, readable and derived from names."""

import re
import unicodedata
from collections.abc import Container
from itertools import chain, count

SEPARATOR = "::"
MAX_SLUG_LENGTH = 48
"""The maximum length of a slug, in characters; longer names end at a whole word."""

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"-[1-9]\d*$")


def split_plain_words(text: str) -> list[str]:
    """Return all words of ``text`` in lower case and without accents."""
    if text.isascii():
        return _WORD.findall(text.lower())
    # Case folding can produce accents, and decomposition capitals, so both are applied twice.
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    bare = "".join(char for char in folded.casefold() if not unicodedata.combining(char))
    return _WORD.findall(unicodedata.normalize("NFKC", bare))


def slugify(text: str, max_length: int = MAX_SLUG_LENGTH) -> str:
    """Return as many plain words of ``text`` as fit in ``max_length``, joined by hyphens."""
    result = ""
    for word in split_plain_words(text):
        longer = f"{result}-{word}" if result else word[:max_length]
        if len(longer) > max_length:
            break
        result = longer
    return result


def make_id(kind: str, name: str) -> str:
    """Return the id ``kind::slug`` for ``name``; a name that is already such an id is kept."""
    prefix = f"{kind}{SEPARATOR}"
    bare = name.strip()
    while bare.startswith(prefix):
        bare = bare.removeprefix(prefix)
    return f"{prefix}{slugify(bare)}"


def make_unique_id(identifier: str, taken: Container[str]) -> str:
    """Return ``identifier``, with a free number (from 2) at its end if its slug is ``taken``."""
    ids = chain([identifier], (f"{identifier}-{number}" for number in count(2)))
    return next(each for each in ids if slug_of(each) not in taken)


def is_id(text: str, kind: str) -> bool:
    """Return whether ``text`` is an id of ``kind``, with or without a number at the end."""
    return bool(slug_of(text)) and make_id(kind, text) in (text, _NUMBER.sub("", text))


def kind_of(identifier: str) -> str:
    """Return the kind in ``identifier``: the part before ``::``."""
    return identifier.partition(SEPARATOR)[0]


def slug_of(identifier: str) -> str:
    """Return the slug in ``identifier``: the part after ``::``."""
    return identifier.partition(SEPARATOR)[2]
