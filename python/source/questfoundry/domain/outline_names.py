"""The people, places and things that an author's outline names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from questfoundry.domain.material import MaterialPage
from questfoundry.domain.names_said import carries, names_in

_CAST = re.compile(
    r"\b(?:people|persons?|characters?|cast|places?|locations?|settings?|who|where|names|objects?"
    r"|things|factions?|dramatis|figuren|personen|orte|personnages|lieux|personajes|lugares)\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$")
_WORD = r"[^\W\d_a-z][\w'\u2019.-]*"
_NAME = rf"{_WORD}(?: (?:of|the|de|la|van|von|{_WORD})){{0,4}}"
_LEAD = re.compile(
    rf"^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)?(?:[Tt]he )?({_NAME})(?:\*\*|__)?"
    r"\s*(?:$|[:,(\u2013\u2014]|- )(?:\*\*|__)?\s*(.*)$"
)
_ALONE = re.compile(rf"(?:[Tt]he )?({_NAME})")
_OFTEN = 3


@frozen
class OutlineName:
    """A name, and what the outline says beside it; empty where it only occurs in the text."""

    name: str
    told: str = ""


def names_of_outline(pages: Sequence[MaterialPage]) -> tuple[OutlineName, ...]:
    """Those listed below a heading of people or places, then what the text often names."""
    found = dict[str, OutlineName]()
    for page in pages:
        for each in _listed(page.text):
            found.setdefault(each.name.casefold(), each)
    plain = "\n".join(line for page in pages for line in page.text.splitlines() if line[:1] != "#")
    for said in names_in(plain):
        if plain.count(said.name) >= _OFTEN and not _is_known(said.name, found.values()):
            found[said.name.casefold()] = OutlineName(said.name)
    return tuple(found.values())


def _is_known(name: str, found: Iterable[OutlineName]) -> bool:
    return any(carries(each.name, name) or carries(name, each.name) for each in found)


def _listed(text: str) -> Iterator[OutlineName]:
    cast = 0
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading is None:
            lead = _LEAD.match(line) if cast else None
            if lead:
                yield OutlineName(lead[1], lead[2].strip(" *_)"))
            continue
        level, title = len(heading[1]), heading[2]
        if _CAST.search(title):
            cast = level
        elif cast and level > cast and (named := _ALONE.fullmatch(title)):
            yield OutlineName(named[1])
        elif level <= cast:
            cast = 0
