"""Names that every tool can read, made from the story's own words and never given twice."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.infra.export.text import paragraphs

_LONGEST = 60
_IN_NAMES = frozenset(" _.'-")
_BEGINNING = re.compile(r"^[\W_]+")
_SPECIAL = re.compile(r"(Story|Passage|Menu)[A-Z]\w*")
"""Names that Twee, Twine or SugarCube give a meaning."""


def passage_names(structure: Structure) -> Mapping[str, str]:
    """A name for each passage id, of letters and digits of any script and ``_ . ' -`` only.

    About the rest tools disagree.
    """
    wanted = []
    for number, passage in enumerate(structure.passages, start=1):
        whole = unicodedata.normalize("NFC", passage.title or slug_of(passage.id))
        name = "".join(char if _is_in_names(char) else " " for char in whole)
        short = _BEGINNING.sub("", " ".join(name.split())[:_LONGEST]).rstrip(" _.'-")
        wanted.append((passage.id, short or f"Passage {number}"))
    return _distinct(wanted, " ")


def _is_in_names(char: str) -> bool:
    # Marks belong to the letters before them.
    return char in _IN_NAMES or unicodedata.category(char)[0] in "LMN"


def identifiers(ids: Iterable[str], prefix: str) -> Mapping[str, str]:
    """A name for each id that a program may have, of lower-case letters, digits and ``_``.

    The prefix keeps it off the words of the language.
    """
    wanted = []
    for number, identifier in enumerate(ids, start=1):
        name = re.sub("[^a-z0-9]+", "_", _without_accents(slug_of(identifier)).lower()).strip("_")
        wanted.append((identifier, f"{prefix}_{name or number}"))
    return _distinct(wanted, "_")


def flags_of(edition: Edition) -> tuple[str, ...]:
    """The flags that choices set or read, in the order in which they first come up, and inserts."""
    structure = edition.structure
    of_choices = (
        flag
        for choice in structure.choices
        for flag in sorted(choice.requires | choice.forbids | choice.grants)
    )
    return tuple(dict.fromkeys([*of_choices, *flags_of_inserts(edition)]))


def flags_of_inserts(edition: Edition) -> tuple[str, ...]:
    """The flags that inserts ask for, in the order of the passages."""
    passages = (paragraphs(edition, passage.id) for passage in edition.structure.passages)
    return tuple(dict.fromkeys(each.flag for part in passages for each in part if each.flag))


@frozen(kw_only=True)
class Conditions:
    """How a format tests variables, each of which stands for ``{}`` in a test, and joins tests."""

    is_set: str
    is_unset: str
    joint: str

    def of(self, choice: Choice, variables: Mapping[str, str]) -> str:
        """What the choice asks for, as code; empty where it asks for nothing."""
        return self.joint.join(
            [
                *(self.is_set.format(variables[flag]) for flag in sorted(choice.requires)),
                *self._unset(choice.forbids, variables),
            ]
        )

    def not_done(self, choice: Choice, variables: Mapping[str, str]) -> str:
        """That the player did not take it, if it is there only once; empty where it stays."""
        return self.joint.join(self._unset(choice.once, variables))

    def _unset(self, flags: frozenset[str], variables: Mapping[str, str]) -> list[str]:
        return [self.is_unset.format(variables[flag]) for flag in sorted(flags)]


def _without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    return "".join(char for char in apart if not unicodedata.combining(char))


def _distinct(wanted: Iterable[tuple[str, str]], joint: str) -> Mapping[str, str]:
    names: dict[str, str] = {}
    taken: set[str] = set()
    doubles: Counter[str] = Counter()
    for identifier, name in wanted:
        free = name
        while free in taken or _SPECIAL.fullmatch(free):
            doubles[name] += 1
            free = f"{name}{joint}{doubles[name] + 1}"
        taken.add(free)
        names[identifier] = free
    return names
