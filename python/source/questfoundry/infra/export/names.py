"""Give passages and variables unique names that every tool can read, based on the story's words."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Structure

_LONGEST, _LONGEST_IDENTIFIER = 60, 40
_IN_NAMES = frozenset(" _.'-")
_BEGINNING = re.compile(r"^[\W_]+")
_SPECIAL = re.compile(r"(Story|Passage|Menu)[A-Z]\w*")
"""Passage names with a special meaning in Twee, Twine or SugarCube."""
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019](?=\w)")
_INK_WORDS = re.compile(
    "and|or|not|mod|has|hasnt|true|false|return|temp|else|function|ref|end|done|once|cycle|shuffle"
    "|stopping|var|const|list|todo|include|external"
)
"""Words that are, or were, keywords of ink."""


def passage_names(structure: Structure) -> Mapping[str, str]:
    """Return a unique name for each passage id, of letters, digits and ``_ . ' -``.

    Other characters are left out, because tools disagree about them.
    """
    wanted = []
    for number, passage in enumerate(structure.passages, start=1):
        whole = unicodedata.normalize("NFC", passage.title or slug_of(passage.id))
        name = "".join(char if _is_in_names(char) else " " for char in whole)
        short = _BEGINNING.sub("", " ".join(name.split())[:_LONGEST]).rstrip(" _.'-")
        wanted.append((passage.id, short or f"Passage {number}"))
    return make_distinct(wanted, " ")


def _is_in_names(char: str) -> bool:
    # Combining marks (category M) belong to the letters before them.
    return char in _IN_NAMES or unicodedata.category(char)[0] in "LMN"


def knot_names(structure: Structure) -> Mapping[str, str]:
    """Return a unique name for each passage id that is valid for a knot, a section in ink."""
    wanted = []
    for number, passage in enumerate(structure.passages, start=1):
        name = to_identifier(passage.title) or to_identifier(slug_of(passage.id))
        if not name or name[0].isdigit() or name.startswith("flag_") or _INK_WORDS.fullmatch(name):
            name = f"passage_{name or number}"
        wanted.append((passage.id, name))
    return make_distinct(wanted, "_")


def to_identifier(text: str) -> str:
    """Return ``text`` as lower-case Latin letters, digits and ``_``; perhaps empty."""
    apart = unicodedata.normalize("NFKD", text)
    letters = "".join(char for char in apart if not unicodedata.combining(char))
    name = re.sub("[^a-z0-9]+", "_", _APOSTROPHE.sub("", letters).lower()).strip("_")
    if len(name) <= _LONGEST_IDENTIFIER:
        return name
    return name[: _LONGEST_IDENTIFIER + 1].rpartition("_")[0] or name[:_LONGEST_IDENTIFIER]


def make_distinct(wanted: Iterable[tuple[str, str]], separator: str) -> Mapping[str, str]:
    """Return a unique name for each pair of an id and a desired name, with numbers as needed."""
    names: dict[str, str] = {}
    used: set[str] = set()
    doubles: Counter[str] = Counter()
    for each, name in wanted:
        free = name
        while free in used or _SPECIAL.fullmatch(free):
            doubles[name] += 1
            free = f"{name}{separator}{doubles[name] + 1}"
        used.add(free)
        names[each] = free
    return names
