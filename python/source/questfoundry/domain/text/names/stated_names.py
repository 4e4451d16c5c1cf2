"""Find the names in an author's words by their capitals."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import frozen

from questfoundry.domain.ids import slugify, split_plain_words
from questfoundry.domain.text.names.name_index import NameIndex
from questfoundry.domain.text.names.word_classes import (
    APOSTROPHES,
    CALENDAR,
    NUMBERS,
    is_function_word,
    normalise_word,
)

_WORD = re.compile(rf"\w[\w{APOSTROPHES}-]*")
_TITLE = re.compile(r"(?:Dr|Mr|Mrs|Ms|St|Prof|Rev|Capt|Sgt|\w)$")
_LINKING = """
of the de del di da do dos das du la le les los las von van der den zu ter af av ibn bin
"""
_LINKS = frozenset(_LINKING.split())
_MOST_LINKS = 2
_MAX_RUN = 20  # The number of words from which a sequence of capitalised words is cut
_PARTICLES = {"de", "da", "do", "dos", "das"}
_CONTEXT_LENGTH = 60  # The length of the context that shows whether a word is a name, in characters

_ADJECTIVE = re.compile(r"(?:ian|ish|ese|ean|ench|erman|reek|utch|elsh|esque)$")
_ARTICLE = re.compile(r"\b(?:an?|the)\s+$", re.IGNORECASE)
_LIKE = re.compile(
    r"\b(?:like|by|à la|(?:style|manner|spirit|tradition|fans?) of|inspired by|wie|stil von)\s+$",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"\b(?:named|called|names? (?:is|are)|namens|heißt|heißen|genannt|nommée?|appelée?|llamad[oa]"
    r"|chiamat[oa])\s+[\"“„«]?$",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?:^|[.!?:\"“„«(]|\n[-*•\s]*)\s*$")
_NOUNS_HAVE_CAPITALS = re.compile(
    r"\b(?:der|das|eine?[rmn]?|und|ist|nicht|mit|von|zu|auf|ihre?[mn]?|seine?[mn]?|muss|dem)\b"
)
_CHARACTERS_PER_WORD = 150
"""A German text has at least one German function word per this number of characters.

A single such word is no proof, because English has "von", too.
"""
# In "ihrem Bruder Tobin", the first of two capitalised words is a noun.
_BEFORE_NOUN = re.compile(
    r"\b(?:[dmsk]?eine?[rmns]?|de[rmns]|die|das|ihre?[rmns]?|im|am|zu[rm])\s+$", re.IGNORECASE
)
_CONTINUES_AS_NAME = re.compile(
    rf"[{APOSTROPHES}]s\b|,| (?:is|was|must|has|had|can|will|should|and|or|ist|muss|und|est|doit"
    r"|et|es|debe|[a-z]+s)\b"
)


@frozen(kw_only=True)
class NameSpan:
    """A name, and its position in the text from ``start`` up to ``end``."""

    name: str
    start: int
    end: int


_DATELINE = re.compile(r"^[^.:;!?]{1,60}?,\s*(?:in\s+)?(?:the\s+)?\d{3,4}s?\s*[:.;]")


def drop_dateline(text: str) -> str:
    """Return ``text`` without a dateline at its beginning, such as "Mid-Wales, 1957:"."""
    return _DATELINE.sub("", text)


def find_names(text: str) -> tuple[NameSpan, ...]:
    """Return the names in ``text`` in order of first mention, without parts of longer names."""
    strict = has_capitalised_nouns(text)
    found: dict[str, NameSpan] = {}
    for run in find_capitalised_runs(text):
        introduced = (
            strict and len(run) > 1 and _BEFORE_NOUN.search(_text_before(text, run[0].start()))
        )
        each = build_name_span(run[1:] if introduced else run)
        if slugify(each.name) and (introduced or _is_name(text, each, strict=strict)):
            found.setdefault(slugify(each.name), each)
    index = NameIndex(each.name for each in found.values())
    return tuple(
        each for each in found.values() if len([*islice(index.find_containing(each.name), 2)]) == 1
    )


def has_capitalised_nouns(text: str) -> bool:
    """Return whether ``text`` is in a language that capitalises all nouns, such as German."""
    return len(_NOUNS_HAVE_CAPITALS.findall(text)) > max(1, len(text) // _CHARACTERS_PER_WORD)


def has_name(text: str, name: str) -> bool:
    """Return whether ``text`` contains each word of ``name``."""
    return set(split_plain_words(name)) <= set(split_plain_words(text))


def find_capitalised_runs(text: str) -> Iterator[Sequence[re.Match[str]]]:
    """Yield the sequences of capitalised words in ``text``, with linking words such as ``of``."""
    run: list[re.Match[str]] = []
    links: list[re.Match[str]] = []
    before = ""
    for word in _WORD.finditer(text):
        between = text[(links or run)[-1].end() : word.start()] if run else ""
        joined = between == " " or (between == ". " and _TITLE.match(run[-1][0]))
        names = word[0][0].isupper() and (
            not is_function_word(word[0])
            or (before == "the" and normalise_word(word[0]) in NUMBERS)
        )
        small = word[0].casefold() if run and word[0] != "The" else word[0]
        linked = (small in _LINKS and (small != "the" or bool(links))) or (
            word[0] in {"e", "y"} and not _PARTICLES.isdisjoint(each[0] for each in run)
        )
        joined = joined and len(run) < _MAX_RUN
        if run and not (joined and (names or (linked and len(links) < _MOST_LINKS))):
            yield run
            run, links = [], []
        if names:
            run, links = [*run, *links, word], []
        elif run:
            links.append(word)
        before = word[0]
    if run:
        yield run


def strip_leading_links(run: Sequence[re.Match[str]]) -> Sequence[re.Match[str]]:
    """Return ``run`` without small linking words such as ``of`` at its start."""
    first = next((at for at, word in enumerate(run) if word[0] not in _LINKS), len(run))
    return run[first:]


def build_name_span(run: Sequence[re.Match[str]]) -> NameSpan:
    """Return the name in ``run``, a sequence of words, without links before or ``'s`` after it."""
    run = strip_leading_links(run)
    last = re.sub(rf"[{APOSTROPHES}]s?$|-$", "", run[-1][0])
    end = run[-1].start() + len(last)
    return NameSpan(name=run[0].string[run[0].start() : end], start=run[0].start(), end=end)


def is_used_as_name(span: NameSpan, before: str, after: str) -> bool:
    """Return whether ``span`` is a name, not an adjective, a day, or a noun after "a".

    ``before`` and ``after`` are the texts around it.
    """
    if _is_excluded(span, before):
        return False
    article = _ARTICLE.search(before)
    if _ADJECTIVE.search(span.name):
        return not (article or re.match(r" [a-z]", after))
    return not (article and article[0].strip().casefold() != "the")


def _is_excluded(span: NameSpan, before: str) -> bool:
    return bool(_LIKE.search(before) or CALENDAR.intersection(span.name.casefold().split()))


def _text_before(text: str, start: int) -> str:
    return text[max(0, start - _CONTEXT_LENGTH) : start]


def _is_name(text: str, span: NameSpan, *, strict: bool) -> bool:
    before, after = _text_before(text, span.start), text[span.end : span.end + _CONTEXT_LENGTH]
    if _is_excluded(span, before):
        return False
    if _INTRODUCED.search(before) or " " in span.name:
        return True
    if strict or len(span.name) < 2 or span.name.isupper():
        return False
    if _BEGINS.search(before):
        return _CONTINUES_AS_NAME.match(after) is not None
    return is_used_as_name(span, before, after)
