"""What a writer notes below the prose: what it newly made true for good, a line each.

The notes stand below a line of their own, which cannot be the name of an insert::

    [lasting facts]
    Mara: She limps on her left leg.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from questfoundry.domain.artifacts.fill import ProseFact
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.writing.briefing import BriefedEntity

MOST = 6
"""How many facts of a passage are kept."""

LONGEST = 500
"""Characters of a fact; what is longer tells a story of its own."""

_LINE = re.compile(
    r"^[ \t]*[#*_]*[ \t]*\[?lasting facts\]?[ \t]*:?[*_]*:?[ \t]*$", re.IGNORECASE | re.MULTILINE
)
_BULLET = re.compile(r"^(?:[-*•]|\d{1,2}[.)])[ \t]+")


def parted(text: str) -> tuple[str, tuple[str, ...] | None]:
    """The prose, and the lines of the notes below it; ``None`` where it has none."""
    found = _LINE.search(text)
    if found is None:
        return text, None
    lines = (_BULLET.sub("", line.strip()) for line in text[found.end() :].splitlines())
    return text[: found.start()].rstrip(), tuple(filter(None, lines))


def facts_of(lines: Iterable[str], entities: Sequence[BriefedEntity]) -> tuple[ProseFact, ...]:
    """The facts in such lines about these entities, by name or id, that are not known of them yet.

    A line about anybody else is none.
    """
    known = {(each.id, fact.casefold()) for each in entities for fact in each.facts}
    found: list[ProseFact] = []
    for fact in _facts(lines, entities):
        if (fact.entity, fact.fact.casefold()) not in known and len(found) < MOST:
            known.add((fact.entity, fact.fact.casefold()))
            found.append(fact)
    return tuple(found)


def are_unreadable(lines: Sequence[str], entities: Sequence[Entity]) -> bool:
    """Whether there are notes, and none of them is about any of the story's entities."""
    return any(":" in line for line in lines) and not any(_facts(lines, entities))


def _facts(lines: Iterable[str], entities: Sequence[BriefedEntity | Entity]) -> Iterator[ProseFact]:
    named = [(name.casefold(), each.id) for each in entities for name in (each.id, each.name)]
    for line in lines:
        plain = line.replace("*", "").lstrip("[")
        for name, identifier in named:
            rest = plain[len(name) :].lstrip("] \t")
            fact = rest[1:].strip()
            if plain.casefold().startswith(name) and rest[:1] == ":" and 0 < len(fact) <= LONGEST:
                yield ProseFact(entity=identifier, fact=fact)
                break
