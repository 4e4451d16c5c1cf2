"""Find names where a capital letter does not prove a name.

Such places are the start of a sentence, names of inns (``the Red Lion``), headings, and text in all
caps. At the start of a sentence, grammar decides: a countable noun needs an article, so a subject
without an article is a person, a place, or an uncountable noun such as rain. This file lists the
uncountable nouns.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property

from questfoundry.domain.text.names.name_index import NameIndex
from questfoundry.domain.text.names.short_names import Mention
from questfoundry.domain.text.names.stated_names import build_name_span, find_capitalised_runs
from questfoundry.domain.text.names.word_classes import (
    APOSTROPHES,
    PLACE_BEFORE,
    PLACES,
    is_day,
    is_function_word,
    is_text_part,
    is_title,
    normalise_word,
)

_OF_ONE = """
has is was does lies stands sits lives knows wants keeps says tells asks thinks comes goes gets
takes gives makes finds sees hears believes owns belongs works loves hates drinks sleeps waits
stays leaves runs carries remembers refuses promises
"""
_OF_MANY = """
had did belonged lived stood lay kept knew wanted said told asked thought came went took gave
found saw heard
"""
"""Verb forms of both singular and plural, as in ``Wells went dry``."""

_BEGINS = r"(?:^|(?<=[.!?;:])|(?<=[.!?][\"\u201d)]))[ \t]*(?:(?:[-*+•]|\d+[.)])[ \t]+)?[\"\u201c(]?"
_WORD = r"([^\W\d_a-z][\w'\u2019-]*[^\W_])"
_CLOSED = r"(?:[^\s,.;!?]+ ){0,5}[^\s,.;!?]+[,.;]"
_FOUND = re.compile(
    rf"{_BEGINS}{_WORD}(?= (?:{'|'.join(_OF_ONE.split())})\b"
    rf"|(?<!s) (?:{'|'.join(_OF_MANY.split())})\b"
    rf"|, (?:an?|the|who(?:se|m)?|his|her|its|their|my|our) {_CLOSED}"
    r"|, (?:\d\d|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b))",
    re.MULTILINE,
)
_UNCOUNTED = """
rain snow ice fog mist wind water blood salt sand dust mud smoke fire light darkness night dawn
dusk day daylight sunlight moonlight time life death love hate fear hope faith grief pain hunger
thirst sleep silence sound noise music magic power money gold silver iron bread milk wine beer
food work war peace law justice order chaos truth beauty health luck fate history memory guilt
shame pride pity anger rage envy trust debt slack home heaven hell nature society god winter
summer spring autumn school church dinner breakfast supper tea coffee news word talk gossip help
advice evidence proof weather thunder lightning frost heat cold grass hair paper glass wood steel
stone tide low high dry wet gone part parts upstairs downstairs outside inside indoors outdoors
overhead elsewhere afterwards afterward nearby abroad ashore aboard somewhere anywhere everywhere
alone halfway ahead enough worse better best worst less least anything whatever whoever whichever
everyone mankind humanity mother father grandmother grandfather mum dad people children men women
folk police cattle sheep
"""
_NO_NAMES = frozenset(_UNCOUNTED.split())
_ENDINGS = re.compile(
    r"(?:ing|ness|ity|tion|sion|ment|ence|ance|ism|ship|hood|dom|ly|wards?|less|ful|ology)$"
)


def find_sentence_start_names(text: str, used: Container[str]) -> frozenset[str]:
    """Return the names that occur only at the start of a sentence, except words in ``used``."""
    return frozenset(
        word
        for word in (re.sub(r"['\u2019]s$", "", each) for each in _FOUND.findall(text))
        if word.casefold() not in used
        and word.casefold() not in _NO_NAMES
        and not word.isupper()
        and not _ENDINGS.search(word)
        and not (is_function_word(word) or is_title(word) or is_day(word) or is_text_part([word]))
    )


_AND = re.compile(r"and")
_THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
_CONTEXT_LENGTH = 40

_Run = Sequence[re.Match[str]]


def join_inn_names(text: str) -> Iterator[_Run]:
    """Yield the sequences of capitalised words in ``text``, joining the two words of an inn's name.

    Two words name an inn if they follow an article and a preposition of place, and neither word is
    a name by itself elsewhere.
    """
    runs = [*find_capitalised_runs(text)]
    alone = Counter(run[0][0] for run in runs if len(run) == 1)
    at = 0
    while at < len(runs):
        pair = runs[at : at + 2]
        if _is_inn(text, pair, alone):
            (first,), (second,) = pair
            link = _AND.match(text, first.end() + 1)
            yield [first, *([link] if link else ()), second]
            at += 2
        else:
            yield pair[0]
            at += 1


def _is_inn(text: str, pair: Sequence[_Run], alone: Mapping[str, int]) -> bool:
    if [len(run) for run in pair] != [1, 1]:
        return False
    (first,), (second,) = pair
    before = text[max(0, first.start() - _CONTEXT_LENGTH) : first.start()]
    return (
        text[first.end() : second.start()] == " and "
        and bool(_THE.search(before) and PLACE_BEFORE.search(before))
        and all(alone[word[0]] == 1 for word in (first, second))
    )


_ANY_WORD = re.compile(rf"[^\W\d_][\w{APOSTROPHES}-]*")
_ALL_CAPS = re.compile(
    rf"(?<![\w{APOSTROPHES}])[^\W\d_a-z][^\W\d_a-z]+(?:[{APOSTROPHES}]S)?"
    rf"(?: [^\W\d_a-z][^\W\d_a-z{APOSTROPHES}]+(?:[{APOSTROPHES}]S)?)*(?![\w{APOSTROPHES}])"
)
_AGE = re.compile(r" \((?:\d|early|mid|late)")
_NEW_SENTENCE = re.compile(r"\s+[^\W\d_a-z][a-z]")
_MIN_LENGTH, _MAX_LENGTH = 3, 30
_MIN_LIKENESS = 0.9  # The likeness from which a word counts as another word that is misspelt


def restore_title_case(text: str) -> str:
    """Return ``text`` with names such as ``ODA RAMIREZ`` in title case: ``Oda Ramirez``.

    Words in capitals are a name if an age follows, as in a screenplay, or if one of the words
    occurs elsewhere with only its first letter in capitals, and never in lower case. A misspelt
    form of a known name, as on a sign, stays in capitals. A name on the line above a sentence gets
    a full stop, which keeps the two apart.
    """
    words = set(_ANY_WORD.findall(text))
    known = {
        each.casefold()
        for each in words
        if each[0].isupper() and each[1:].islower() and each.casefold() not in words
    }

    misspelt = _Misspellings(known)

    def replace(found: re.Match[str]) -> str:
        each = [
            word
            for word in found[0].split()
            if len(word) >= _MIN_LENGTH and not is_function_word(word)
        ]
        if not (_AGE.match(text, found.end()) or any(word.casefold() in known for word in each)):
            return found[0]
        if any(word.casefold() not in known and misspelt(word.casefold()) for word in each):
            return found[0]
        stop = "." if _NEW_SENTENCE.match(text, found.end()) else ""
        return " ".join(word[0] + word[1:].lower() for word in found[0].split()) + stop

    return _ALL_CAPS.sub(replace, text)


class _Misspellings:
    """A function that returns whether a word is like a known word, apart from one letter.

    The index maps each known word without one of its letters to the word (a deletion
    neighbourhood), so a search compares few words.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = known

    @cached_property
    def _by_rest(self) -> Mapping[str, Sequence[str]]:
        by_rest = defaultdict[str, list[str]](list)
        for word in self._known:
            for rest in _remove_letters(word):
                by_rest[rest].append(word)
        return by_rest

    def __call__(self, word: str) -> bool:
        alike = {each for rest in _remove_letters(word) for each in self._by_rest.get(rest, ())}
        return bool(get_close_matches(word, alike, n=1, cutoff=_MIN_LIKENESS))


def _remove_letters(word: str) -> Iterator[str]:
    if len(word) <= _MAX_LENGTH:
        yield word
        yield from (word[:at] + word[at + 1 :] for at in range(len(word)))


_SMALL_WORD = re.compile(r"(?<![\w'\u2019-])[a-z][a-z'\u2019-]{2,}")


def select_sentence_case(headings: Iterable[str]) -> Iterator[str]:
    """Yield the headings in sentence case, in which a capital suggests a name."""
    for each in headings:
        if any(not is_function_word(word) for word in _SMALL_WORD.findall(each)):
            yield each


def find_heading_places(headings: Iterable[str], known: Iterable[Mention]) -> Iterator[Mention]:
    """Yield the places in ``headings``, such as ``Palace of Likenesses``, that ``known`` lacks."""
    names = NameIndex(form for each in known for form in (each.name, *each.also))
    for heading in headings:
        for run in find_capitalised_runs(heading):
            name, words = build_name_span(run).name, [each[0] for each in run]
            is_place = len(words) > 2 and words[1] == "of" and normalise_word(words[0]) in PLACES
            if is_place and not any(names.find_containing(name)):
                yield Mention(name=name, count=1, is_place=True)
