"""The format of an answer with prose: passages below their titles, and notes on continuity."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from attrs import evolve

from questfoundry.domain.artifacts.fill import ProseFact
from questfoundry.domain.ids import SEPARATOR, split_plain_words
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.text.names.word_classes import NUMBERS
from questfoundry.domain.writing.briefing import BriefedEntity

MAX_PASSAGES = 4
"""The highest number of passages in a sequence that one answer contains."""

MAX_WORDS = 1200
"""The highest number of planned words of a sequence; in longer answers, models write too little."""

_TITLE = re.compile(r"^[ \t]*[#*_ \t]*\[\[([^\[\]\n]{1,300})\]\][*_ \t]*$", re.MULTILINE)


def find_sequences(
    structure: Structure, words: Callable[[str], Range]
) -> Iterator[tuple[str, ...]]:
    """Yield the groups of passages that one answer can contain, at least two in each group.

    A group is either the topics of a hub, or a chain: each passage has only one successor, and that
    successor has no other predecessor. Topics with conditional text are left out, and an ending is
    never part of a chain.
    """
    topics: dict[str, list[str]] = defaultdict(list)
    for each in structure.passages:
        if each.hub and not each.callback_flags and not each.remembers:
            topics[each.hub].append(each.id)
    yield from (tuple(each) for each in topics.values() if len(each) > 1)
    successors = {
        each.id: successor
        for each in structure.passages
        if (successor := _only_successor(structure, each))
    }
    continued = {*successors.values()}
    for first in (each for each in successors if each not in continued):
        parts = _split_by_length(_follow_chain(first, successors), words)
        yield from (part for part in parts if len(part) > 1)


def find_unwritten_runs(
    sequence: Iterable[str], written: Collection[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the stretches of consecutive passages in ``sequence`` that are not in ``written``."""
    for is_written, run in groupby(sequence, key=written.__contains__):
        if not is_written:
            yield tuple(run)


def _only_successor(structure: Structure, passage: Passage) -> str:
    """Return the id of the next passage if it follows ``passage`` alone, else an empty text.

    The result is also empty for a topic, and if the next passage is an ending or a topic.
    """
    targets = {choice.target for choice in structure.outgoing_choices(passage.id)}
    if passage.hub or len(targets) != 1:
        return ""
    [target] = targets
    successor = structure.passage(target)
    sources = {choice.source for choice in structure.incoming_choices(target)}
    is_chained = sources == {passage.id} and not successor.ending and not successor.hub
    return target if is_chained else ""


def _follow_chain(first: str, successors: Mapping[str, str]) -> Iterator[str]:
    yield first
    while first in successors:
        first = successors[first]
        yield first


def _split_by_length(
    chain: Iterable[str], words: Callable[[str], Range]
) -> Iterator[tuple[str, ...]]:
    part: list[str] = []
    for each in chain:
        planned = sum((words(one).least + words(one).most) // 2 for one in (*part, each))
        if part and (len(part) == MAX_PASSAGES or planned > MAX_WORDS):
            yield tuple(part)
            part = []
        part.append(each)
    yield tuple(part)


def split_by_title(text: str, titles: Mapping[str, str]) -> Mapping[str, str]:
    """Split an answer into its passages and return their texts by passage id.

    A passage whose title line or text is missing is left out.
    """
    passages = {title.strip().casefold(): passage for passage, title in titles.items()}
    texts: dict[str, str] = {}
    _, *parts = _TITLE.split(text)
    for title, prose in zip(parts[::2], parts[1::2], strict=True):
        passage = passages.get(title.strip().casefold())
        if passage and prose.strip():
            texts[passage] = prose.strip()
    return texts


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

_QUOTES = frozenset('"“”„»«')

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
    return text[: heading.start()].rstrip(), tuple(filter(None, map(_unquote, lines)))


def _unquote(line: str) -> str:
    """Remove the quotation marks around a whole note, which models copy from the request."""
    return line[1:-1] if line[:1] in _QUOTES and line[-1:] in _QUOTES else line


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
    """Return the notes with one name for each entity without an id: that of its first note.

    A longer name means the same as a shorter one with some of its words, and numbers do not count:
    "The three sealed letters" are "Four letters". A name that fits several others is left as it is.
    """
    names: dict[str, frozenset[str]] = {}

    def unify(note: Fact) -> Fact:
        if SEPARATOR in note.entity:
            return note
        words = _list_name_words(note.entity)
        same = [each for each, known in names.items() if known == words] or [
            each for each, known in names.items() if known <= words or words <= known
        ]
        if len(same) == 1:
            return note if same[0] == note.entity else evolve(note, entity=same[0])
        names[note.entity] = words
        return note

    return tuple(map(unify, notes))


@lru_cache(maxsize=1024)
def _list_name_words(name: str) -> frozenset[str]:
    words = frozenset(split_plain_words(_normalise(name)))
    return words - NUMBERS or words


def is_hour(name: str) -> bool:
    """Return whether ``name`` is ``HOUR_NAME``, ignoring capitals and the article."""
    return _normalise(name) == _normalise(HOUR_NAME)


@lru_cache(maxsize=1024)
def _normalise(name: str) -> str:
    """Return ``name`` in lower case without "the"; cached, because briefings repeat names."""
    return _ARTICLE.sub("", name).casefold()
