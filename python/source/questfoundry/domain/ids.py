"""The grammar of ids: ``kind::slug``, stable, readable, made from names.

An id that a model reads or an author types is never random and holds no time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from itertools import chain, count

SEPARATOR = "::"
MAX_SLUG_LENGTH = 48
"""Longest slug, in characters; longer names are cut at a word."""

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"-[1-9]\d*$")


def split_plain_words(text: str) -> list[str]:
    """All words of ``text`` in lower case, without accents."""
    if text.isascii():
        return _WORD.findall(text.lower())
    # Folding can give accents, and taking characters apart capitals: hence each one twice.
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    bare = "".join(char for char in folded.casefold() if not unicodedata.combining(char))
    return _WORD.findall(unicodedata.normalize("NFKC", bare))


def slugify(text: str, max_length: int = MAX_SLUG_LENGTH) -> str:
    """Lower-case words of ``text`` joined by hyphens, without accents; empty where it has none.

    It is short: what has no room in so many characters is left out.
    """
    kept = ""
    for word in split_plain_words(text):
        longer = f"{kept}-{word}" if kept else word[:max_length]
        if len(longer) > max_length:
            break
        kept = longer
    return kept


def make_id(kind: str, name: str) -> str:
    """``kind::slug`` of a name; an id of that kind stays as it is."""
    prefix = f"{kind}{SEPARATOR}"
    bare = name.strip()
    while bare.startswith(prefix):
        bare = bare.removeprefix(prefix)
    return f"{prefix}{slugify(bare)}"


def make_unique_id(identifier: str, taken: Container[str]) -> str:
    """The id, or the first one of it with a number, from 2 on, whose slug is not ``taken``."""
    ids = chain([identifier], (f"{identifier}-{number}" for number in count(2)))
    return next(each for each in ids if slug_of(each) not in taken)


def is_id(text: str, kind: str) -> bool:
    """Whether it is an id of that kind as :func:`make_id` spells it, or one with a number."""
    return bool(slug_of(text)) and make_id(kind, text) in (text, _NUMBER.sub("", text))


def kind_of(identifier: str) -> str:
    """The part before the separator."""
    return identifier.partition(SEPARATOR)[0]


def slug_of(identifier: str) -> str:
    """The part after the separator."""
    return identifier.partition(SEPARATOR)[2]
