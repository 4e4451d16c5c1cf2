"""Find the names in an author's words by their capitals.

A capital proves nothing in a language that capitalises all nouns, such as German, so other evidence
counts there. A name has no article. A person has a second name or a title, or is the subject of a
verb without an article. A place follows a verb of motion with a preposition, or has a typical
ending. A name without such evidence is not found: ``über die Elbe`` looks the same as ``über die
Brücke``.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from attrs import frozen

from questfoundry.domain.ids import slugify, split_plain_words
from questfoundry.domain.text.names.name_index import NameIndex
from questfoundry.domain.text.names.word_classes import (
    APOSTROPHES,
    CALENDAR,
    NUMBERS,
    is_function_word,
    is_title,
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


_NOUN = re.compile(
    r"\b(?:[dmsk]?eine?[rmns]?|de[rmns]|die|das|ihre?[rmns]?|unsere?[rmns]?|diese[rmns]?|jede[rmns]?"
    r"|viele[rn]?|alle[rn]?|einige[rn]?|im|am|ins|vom|beim|zu[rm])\s+(?:\w+e[nrms]?\s+)?$",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r" (?:ist|war|hat|hatte|kann|will|muss|soll|wird|darf|weiß|sagt|\w{2,}t|\w{2,}te)\b"
)
_TO = re.compile(r"\b(?:[Nn]ach|[Aa]us|[Ii]n|[Bb]ei|[Bb]is|[Vv]on|Richtung)\s+$")
_AFTER = re.compile(r"[Nn]ach\s+$")
_GOING = re.compile(
    r"[^.!?]{0,30}\b(?:ge)?(?:fahr|ging|geh|gegang|reis|zieh|zog|kehr|komm|kam|flieg|flog|flieh|ruf)"
)
_PLACE = re.compile(
    r"(?:rod[ea]|hof|hofen|burg|berg|dorf|heim|hausen|stadt|stedt|bach|th?al|ow|itz|ingen|brück"
    r"|furt|hagen|kirchen|leben|feld|wald|haven|hafen|büttel|horst|münde)$"
)
_KIN = (
    r"(?:Sohn|Tochter|Bruder|Schwester|Mann|Frau|Freund|Freundin|Vater|Mutter|Onkel|Tante|Neffe"
    r"|Nichte|Enkel|Enkelin|Kollege|Kollegin|Nachbar|Nachbarin)"
)
_SON = re.compile(rf"\b(?:{_KIN}|namens|heißt)\s+$")
_OWNS = re.compile(r"s$")
_STARTS = re.compile(r"\b\w")


def find_names_among_nouns(text: str) -> dict[str, int]:
    """Map each name in ``text``, in its longest form, to the number of its occurrences."""
    found = dict.fromkeys(each.name for each in find_names(text))
    nouns, acting, singles = Counter[str](), Counter[str](), Counter[str]()
    places = set[str]()
    for run in find_capitalised_runs(text):
        span = build_name_span(run)
        before = text[max(0, span.start - _CONTEXT_LENGTH) : span.start]
        after = text[span.end : span.end + _CONTEXT_LENGTH]
        if len(run) > 1:
            if is_title(run[0][0]) and slugify(span.name):
                found.setdefault(span.name)
            continue
        if _SON.search(before):
            found.setdefault(span.name)
        elif _NOUN.search(before):
            nouns[span.name] += 1
        elif _TO.search(before) and (
            _PLACE.search(span.name) or (_AFTER.search(before) and _GOING.match(after))
        ):
            acting[span.name] += 2
            places.add(span.name)
        elif _ACTS.match(after):
            acting[span.name] += 1
        singles[span.name] += 1
    for name in acting:
        often = singles[name] + singles[f"{name}s"]
        if not nouns[name] and often + acting[name] > 2 and not is_function_word(name):
            found.setdefault(name)
    # "in Hamburg Klavierstunden geben" has a place and an object, not a name of two words.
    found = dict.fromkeys(
        first if (first := name.split()[0]) in places and name.count(" ") == 1 else name
        for name in found
    )
    return _drop_parts(_count_starts(text, found), nouns)


def _count_starts(text: str, names: Iterable[str]) -> dict[str, int]:
    """Map each name to the number of words in ``text`` that begin with its most frequent word.

    The words are sorted, so that bisection counts all with a common start.
    """
    words = sorted(text[at.start() : at.start() + _CONTEXT_LENGTH] for at in _STARTS.finditer(text))

    def count(start: str) -> int:
        return bisect_right(words, f"{start}\U0010ffff") - bisect_left(words, start)

    return {
        name: max(count(each[:_CONTEXT_LENGTH]) for each in name.split())
        for name in names
        if not all(map(is_title, name.split()))
    }


def _drop_parts(counts: dict[str, int], nouns: Counter[str]) -> dict[str, int]:
    """Return ``counts`` without parts of longer names and without words that are no names.

    ``nouns`` are words that occur with an article, so they are probably no names.
    """
    with_word = Counter(word for name in counts for word in {*name.split()})

    def is_part(name: str) -> bool:
        owner = _OWNS.sub("", name)
        return with_word[name] > 1 or (owner != name and with_word[owner] > 0)

    kept = {
        name: count
        for name, count in counts.items()
        if not (nouns[name] or (len({*name.split()}) == 1 and is_part(name)))
        and not re.search(rf"s {_KIN}$", name)
    }
    return dict(sorted(kept.items(), key=lambda each: -each[1]))
