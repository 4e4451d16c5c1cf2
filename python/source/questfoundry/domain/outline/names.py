"""Find the people, places and things that are named in an author's outline."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.story.entity import EntityKind, OutlineName
from questfoundry.domain.text.names.mentions import Mentions
from questfoundry.domain.text.names.name_index import NameIndex
from questfoundry.domain.text.names.short_names import Mention
from questfoundry.domain.text.names.unclear_capitals import (
    find_heading_places,
    select_sentence_case,
)
from questfoundry.domain.text.names.word_classes import is_group
from questfoundry.domain.text.sections import SENTENCE_END, TextSection, is_list_item, sections_of

_KINDS = {
    EntityKind.CHARACTER: r"people|persons?|characters?|cast|dramatis|figuren|personen"
    r"|personnages|personajes|^who(?:['\u2019]s| is| are)?(?: who| is who| in .*| there is)?$",
    EntityKind.LOCATION: r"places?|locations?|settings?|orte|lieux|lugares"
    r"|^where(?: (?:it|this|the story) (?:is|plays|happens|takes place)| we are)?$",
    EntityKind.OBJECT: r"objects?|^(?:the )?things$",
    EntityKind.FACTION: r"factions?",
    None: r"names",
}
_CAST = [(kind, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for kind, words in _KINDS.items()]
_WORD = r"(?:[^\W\d_a-z]\w{0,2}\.|[^\W\d_a-z][\w'\u2019-]*)"
_NAME = rf"{_WORD}(?: (?:of|the|de|la|van|von|{_WORD})){{0,4}}"
_SMALL = r" [^\W\dA-Z_][\w'\u2019-]*"
_NAME = rf"{_NAME}(?:(?<=['\u2019]s)(?:{_SMALL}){{1,2}})?"
"""A name of capitalised and small linking words, or a possessive such as ``St Orlan's tower``."""


def _entry_pattern(name: str) -> re.Pattern[str]:
    """Compile a pattern for a list entry: group 1 is ``name``, group 2 the rest of the entry."""
    return re.compile(
        rf"^\s*(?:[-*+•]\s+|\d+[.)]\s+)?(?:\*\*|__)?{name}(?:\*\*|__)?"
        r"\s*(?:$|[:,(\u2013\u2014]|- )(?:\*\*|__)?\s*(.*)$"
    )


_LEAD = _entry_pattern(rf"(?:[Tt]he )?({_NAME})")
_PLACE_LEAD = _entry_pattern(rf"((?:[Tt]he )?{_NAME}(?:{_SMALL})?)")
_NOUN = r"(?:(?:[Tt]he|[Aa]n?) )?[\w'\u2019-]+(?: [\w'\u2019-]+){0,3}"
_NOUN_LEAD = _entry_pattern(rf"({_NOUN})")
"""List entries that begin with a name.

A place keeps its article and may end in a small word: ``Fallow quay``. A place or a thing may also
be up to four words of any case: ``a tide mill``.
"""

_ALONE, _NOUN_ALONE = re.compile(rf"(?:[Tt]he )?({_NAME})"), re.compile(rf"({_NOUN})")
_INTRODUCES = re.compile(r",| (?:is|was|are|were|has)\b")
_MARK = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+|\*\*|__")
_MOST_SENTENCES = 2
_MIN_CAPS_LENGTH = 4
_BETWEEN = re.compile(r"\s*[,;.]\s+(?:and |und |et |y )?|\s+(?:and|und|et|y)\s+")
_MIN_SENTENCE_WORDS = 4
_MIN_REPEATS, _WORDS_PER_MENTION = 2, 1000
"""The minimum number of mentions of a name outside the outline's lists.

In a long text, one mention per ``_WORDS_PER_MENTION`` words is required.
"""

_MIN_LISTED = 2
_LONG_TEXT = 5000
"""The number of words from which a text is long, so that a single mention is no proof of a name."""


def find_outline_names(pages: Sequence[MaterialPage]) -> tuple[OutlineName, ...]:
    """Return the names listed below headings such as "People" or "Places", then other names.

    If the outline lists names, any other name must be a full name or occur repeatedly; places are
    exempt if the lists contain none. In a text of more than 5,000 words, an unlisted name must
    occur once per 1,000 words.
    """
    return _find_names(tuple(page.text for page in pages))


@frozen(kw_only=True)
class _OutlineText:
    text: str
    cast: str
    sentences: NameIndex
    listed: tuple[OutlineName, ...]
    mentioned: tuple[Mention, ...]


@lru_cache(maxsize=8)
def _read_outline(texts: tuple[str, ...]) -> _OutlineText:
    sections = [tuple(sections_of(text)) for text in texts]
    text = "\n".join(block for page in sections for each in page for block in each.blocks)
    titles = {next((each.heading for each in page if each.heading), "") for page in sections}
    headings = [
        each.heading for page in sections for each in page if not is_cast_heading(each.heading)
    ]
    story_headings = [each for each in headings if each not in titles]
    mentions = Mentions.from_text("\n".join((text, *select_sentence_case(story_headings))))
    listed, known = list[OutlineName](), NameIndex()
    for page in sections:
        for each in _find_listed(page, mentions):
            if not _is_known(each.all_names, known):
                listed.append(each)
                known.add_all(each.all_names)
    return _OutlineText(
        text=text,
        cast="\n".join(
            each.body
            for page in sections
            for each, kind in _cast_sections(page)
            if kind is not None
        ),
        sentences=NameIndex(
            _MARK.sub("", each) for line in text.splitlines() for each in SENTENCE_END.split(line)
        ),
        listed=tuple(listed),
        mentioned=(*mentions.found, *find_heading_places(headings, mentions.found)),
    )


@lru_cache(maxsize=8)
def _find_names(texts: tuple[str, ...]) -> tuple[OutlineName, ...]:
    read = _read_outline(texts)
    found, words = list(read.listed), len(read.text.split())
    known = _index(found)
    is_listed = len(found) >= _MIN_LISTED
    places = ("", EntityKind.LOCATION)
    are_places = not is_listed or any(each.kind in places for each in found)
    for mention in read.mentioned:
        is_beside = is_listed and (are_places or not mention.is_place)
        often = _min_count(mention, words, is_listed=is_beside)
        if mention.count >= often and not _is_known((mention.name, *mention.also), known):
            known.add_all((mention.name, *mention.also))
            sentence = _find_introduction(read.sentences, mention.name)
            listed = mention.name in read.cast
            found.append(
                OutlineName(mention.name, sentence, _kind_of(mention), listed, mention.also)
            )
    return tuple(sorted(found, key=lambda each: not each.is_listed))


def add_outline_text(
    names: Iterable[OutlineName], pages: Sequence[MaterialPage]
) -> tuple[OutlineName, ...]:
    """Return ``names``, each with a sentence about it, then other names that the outline lists."""
    return _add_text(tuple(names), tuple(page.text for page in pages))


@lru_cache(maxsize=8)
def _add_text(names: tuple[OutlineName, ...], texts: tuple[str, ...]) -> tuple[OutlineName, ...]:
    read, found = _read_outline(texts), list[OutlineName]()
    for each in names:
        same = next((one for one in read.listed if _is_known(each.all_names, _index([one]))), None)
        sentence = same.told if same else _find_introduction(read.sentences, each.name)
        found.append(evolve(each, told=sentence))
    known = _index(found)
    return (*found, *(each for each in read.listed if not _is_known(each.all_names, known)))


def is_from_outline(idea: str, pages: Sequence[MaterialPage]) -> bool:
    """Return whether most sentences of ``idea`` are copied from the outline ``pages``."""
    sentences = SENTENCE_END.split(idea.strip())
    return 2 * sum(is_named_in(each, pages) for each in sentences) > len(sentences)


def is_named_in(name: str, pages: Sequence[MaterialPage]) -> bool:
    """Return whether the outline ``pages`` contains the words of ``name`` in sequence."""
    words = _join_words(name)
    return any(
        words in _join_words(page.text) or (not words.isascii() and name.strip() in page.text)
        for page in pages
    )


@lru_cache(maxsize=64)
def _join_words(text: str) -> str:
    return f" {' '.join(split_plain_words(text))} "


def _find_introduction(sentences: NameIndex, name: str) -> str:
    here = [*sentences.find_containing(name)]
    starts = (name, f"The {name}")
    begins = (
        each
        for each in here
        for start in starts
        if each.startswith(start) and _INTRODUCES.match(each, len(start))
    )
    return next(begins, next(iter(here), ""))


def _kind_of(mention: Mention) -> str:
    if is_group(mention.name):
        return EntityKind.FACTION
    if mention.is_place:
        return EntityKind.LOCATION
    return EntityKind.CHARACTER if mention.is_person or mention.also else ""


def _min_count(mention: Mention, words: int, *, is_listed: bool) -> int:
    by_length = words // _WORDS_PER_MENTION if words > _LONG_TEXT else 1
    is_bare = is_listed and len(mention.name.split()) == 1
    return max(by_length, _MIN_REPEATS if is_bare else 1)


def is_cast_heading(heading: str) -> bool:
    """Return whether ``heading`` announces a list of people, places or things."""
    return bool(_kinds(heading))


def _kinds(heading: str) -> list[EntityKind | None]:
    return [kind for kind, words in _CAST if words.search(heading)]


def _kind(heading: str) -> str:
    kinds = _kinds(heading)
    return (kinds[0] or "") if len(kinds) == 1 else ""


def _index(names: Iterable[OutlineName]) -> NameIndex:
    return NameIndex(form for each in names for form in each.all_names)


def _is_known(forms: Iterable[str], known: NameIndex) -> bool:
    return any(any(known.find_containing(form)) or any(known.find_within(form)) for form in forms)


def _find_listed(sections: Iterable[TextSection], mentions: Mentions) -> Iterator[OutlineName]:
    for section, kind in _cast_sections(sections):
        heading_name = (
            None
            if kind is None or is_cast_heading(section.heading)
            else _ALONE.fullmatch(section.heading)
        )
        if heading_name:
            yield OutlineName(
                _normalise_case(heading_name[1]),
                _first_sentences(" ".join(section.blocks[:1])),
                kind or "",
            )
        else:
            yield from _find_in_entries(
                section.entries, kind or "", mentions, is_list=kind is not None
            )


def _cast_sections(sections: Iterable[TextSection]) -> Iterator[tuple[TextSection, str | None]]:
    """Yield each section with the kind of the names in it.

    The kind is "" for names of any kind, and ``None`` for a section outside of lists of names.
    """
    level, kind = 0, ""
    for section in sections:
        if is_cast_heading(section.heading):
            level, kind = section.level, _kind(section.heading)
        elif section.level <= level:
            level = 0
        yield section, kind if level else None


def _find_in_entries(
    entries: Iterable[str], kind: str, mentions: Mentions, *, is_list: bool
) -> Iterator[OutlineName]:
    """Yield the names in the ``entries`` of a section.

    If the section is no list of names (``is_list``), only the entries below lines such as
    ``Places:`` are searched.
    """
    is_labelled = False
    for entry in entries:
        label, colon, rest = entry.partition(":")
        if (
            (colon or entry.isupper())
            and len(label.split()) < _MIN_SENTENCE_WORDS
            and is_cast_heading(label)
        ):
            is_labelled, kind = True, _kind(label)
            yield from _split_row(rest, kind)
        elif is_list or (is_labelled and is_list_item(entry)):
            yield from list(_split_row(entry, kind)) or _find_in_entry(entry, kind, mentions)
        else:
            is_labelled = False


def _split_row(entry: str, kind: str) -> Iterator[OutlineName]:
    form = _ALONE if _is_person(kind) else _NOUN_ALONE
    names = [form.fullmatch(each) for each in _BETWEEN.split(entry.strip().rstrip("."))]
    if len(names) > 1:
        yield from (
            OutlineName(_normalise_case(each[1]), "", kind) for each in names if all(names) and each
        )


def _find_in_entry(entry: str, kind: str, mentions: Mentions) -> Iterator[OutlineName]:
    lead = (_LEAD if _is_person(kind) else _PLACE_LEAD).match(entry)
    if not _is_person(kind) and (noun := _NOUN_LEAD.match(entry)):
        yield OutlineName(noun[1], _first_sentences(noun[2].strip(" *_)")), kind)
    elif lead and (lead[1].isupper() or not mentions.is_common(lead[1])):
        yield OutlineName(_normalise_case(lead[1]), _first_sentences(lead[2].strip(" *_)")), kind)
    elif first := mentions.find_first(entry, least=2):
        yield OutlineName(first, _first_sentences(entry), kind)


def _is_person(kind: str) -> bool:
    return kind in ("", EntityKind.CHARACTER)


def _normalise_case(found: str) -> str:
    return found.title() if found.isupper() and len(found) >= _MIN_CAPS_LENGTH else found


def _first_sentences(block: str) -> str:
    return " ".join(SENTENCE_END.split(block)[:_MOST_SENTENCES])
