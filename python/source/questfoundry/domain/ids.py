"""The grammar of ids: ``kind::slug``, stable, readable, made from names.

An id that a model reads or an author types is never random and holds no time.
"""

from __future__ import annotations

import re
import unicodedata

SEPARATOR = "::"
LONGEST = 48
"""Longest slug, in characters; longer names are cut at a word."""

_WORD = re.compile(r"[^\W_]+")


def slug(text: str) -> str:
    """Lower-case words of ``text`` joined by hyphens, without accents; empty where it has none."""
    # Folding can give accents, and taking characters apart capitals: hence each one twice.
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    bare = "".join(char for char in folded.casefold() if not unicodedata.combining(char))
    kept = ""
    for word in _WORD.findall(unicodedata.normalize("NFKC", bare)):
        longer = f"{kept}-{word}" if kept else word[:LONGEST]
        if len(longer) > LONGEST:
            break
        kept = longer
    return kept


def make_id(kind: str, name: str) -> str:
    """``kind::slug`` of a name; an id of that kind stays as it is."""
    prefix = f"{kind}{SEPARATOR}"
    bare = name.strip()
    while bare.startswith(prefix):
        bare = bare.removeprefix(prefix)
    return f"{prefix}{slug(bare)}"


def is_id(text: str, kind: str) -> bool:
    """Whether the text is an id of that kind, spelled as :func:`make_id` spells it."""
    return bool(slug_of(text)) and make_id(kind, text) == text


def kind_of(identifier: str) -> str:
    """The part before the separator."""
    return identifier.partition(SEPARATOR)[0]


def slug_of(identifier: str) -> str:
    """The part after the separator."""
    return identifier.partition(SEPARATOR)[2]
