"""The notes that a writer adds below the prose, one a line, for the writers of later passages.

A note gives the state of an entity at the end of the passage, or a permanent fact. The notes follow
a heading that cannot be the name of a conditional text::

    [for later]
    Mara now: At the stove, the torn half of the ticket in her pocket.
    Mara: She limps on her left leg.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from attrs import evolve

from questfoundry.domain.artifacts.fill import ProseFact
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.briefing import BriefedEntity

MAX_NOTES = 10
"""The highest number of notes that are stored for a passage."""

MAX_NOTE_LENGTH = 500
"""The highest number of characters of a note; a longer one would be prose."""

MAX_NAME_LENGTH = 60
"""The highest number of characters of a name that only the prose introduced."""

HOUR_NAME = "The hour"
"""The name under which writers note the time of day."""

_HEADING = re.compile(
    r"^[ \t]*[#*_]*[ \t]*\[?(?:for later|lasting facts)\]?[ \t]*:?[*_]*:?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_BULLET = re.compile(r"^(?:[-*•]|\d{1,2}[.)])[ \t]+")
_ID_OR_NAME = re.compile(r"(\w+::[\w-]+|[^:]+):\s*(\S.*)")
_AND = re.compile(r"[ \t]+(?:and|&)[ \t]+|,[ \t]+")
_NOW = re.compile(r"[ \t,]+\(?now\)?$", re.IGNORECASE)
_ARTICLE = re.compile(r"^the[ \t]+", re.IGNORECASE)


def split_notes(text: str) -> tuple[str, tuple[str, ...] | None]:
    """Split an answer into its prose and its note lines; without a heading, these are ``None``."""
    heading = _HEADING.search(text)
    if heading is None:
        return text, None
    lines = (_BULLET.sub("", line.strip()) for line in text[heading.end() :].splitlines())
    return text[: heading.start()].rstrip(), tuple(filter(None, lines))


def parse_facts(
    lines: Sequence[str], entities: Sequence[Entity], known: Iterable[BriefedEntity] = ()
) -> tuple[ProseFact, ...]:
    """Parse note lines into at most ``MAX_NOTES`` facts.

    A fact refers to an entity by id, or by name if ``entities`` lacks it. Permanent facts that the
    ``known`` entities already have are left out.
    """
    seen = {(each.id, fact.casefold()) for each in known for fact in each.facts}
    facts: list[ProseFact] = []
    for fact in _iterate_facts(lines, entities):
        if len(facts) < MAX_NOTES and (fact.now or (fact.entity, fact.fact.casefold()) not in seen):
            seen.add((fact.entity, fact.fact.casefold()))
            facts.append(fact)
    return tuple(facts)


def _iterate_facts(lines: Sequence[str], entities: Sequence[Entity]) -> Iterator[ProseFact]:
    if not lines:
        return
    ids = _ids_by_unique_word(entities) | {
        _normalise(name): each.id for each in entities for name in (each.id, each.name)
    }
    for line in lines:
        parts = _ID_OR_NAME.fullmatch(line.replace("*", "").replace("[", "").replace("]", ""))
        if parts is None:
            continue
        about, fact = parts[1].strip(), parts[2].strip()
        name = _NOW.sub("", about)
        if 0 < len(name) <= MAX_NAME_LENGTH and len(fact) <= MAX_NOTE_LENGTH:
            parts_ids = [ids.get(_normalise(each), "") for each in _AND.split(name)]
            for entity in parts_ids if all(parts_ids) else [ids.get(_normalise(name), name)]:
                yield ProseFact(entity=entity, fact=fact, now=name != about)


def _ids_by_unique_word(entities: Iterable[Entity]) -> dict[str, str]:
    """Map each word that occurs in only one name to that entity's id: Kell for Mrs Kell."""
    ids_by_word: dict[str, set[str]] = defaultdict(set)
    for each in entities:
        for word in _normalise(each.name).split():
            ids_by_word[word].add(each.id)
    return {word: min(ids) for word, ids in ids_by_word.items() if len(ids) == 1}


def unify_spelling(notes: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the notes with one spelling for each entity without an id: that of its first note."""
    spellings: dict[str, str] = {}

    def unify(note: Fact) -> Fact:
        name = spellings.setdefault(_normalise(note.entity), note.entity)
        return note if name == note.entity else evolve(note, entity=name)

    return tuple(map(unify, notes))


def is_hour(name: str) -> bool:
    """Return whether ``name`` is ``HOUR_NAME``, ignoring capitals and the article."""
    return _normalise(name) == _normalise(HOUR_NAME)


@lru_cache(maxsize=1024)
def _normalise(name: str) -> str:
    """Return ``name`` in lower case without "the"; cached, because briefings repeat names."""
    return _ARTICLE.sub("", name).casefold()
