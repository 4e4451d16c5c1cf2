"""Match the different names of one person: short names and nicknames with the full name."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from attrs import evolve, frozen

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.text.names.name_index import NameIndex
from questfoundry.domain.text.names.stated_names import (
    NameSpan,
    build_name_span,
    find_capitalised_runs,
    has_name,
)
from questfoundry.domain.text.names.word_classes import APOSTROPHES, PLACE_BEFORE, is_title
from questfoundry.domain.text.sections import SENTENCE_END

_CALLS = re.compile(
    r"\b(?:call(?:s|ed)?|known (?:\w+ ){0,4}as|nicknamed|dubbed|alias|aka|a\.k\.a\.|goes by|went by"
    r"|answers to|short for|genannt|dit|dite|surnommée?|apodad[oa]|alias)\b",
    re.IGNORECASE,
)
_FULL = re.compile(
    r"\b(?:full|whole|real|true|proper|given|maiden|own|legal) name\b|\bon paper\b|\bborn\b"
    r"|\bchristened\b|\bbaptized\b",
    re.IGNORECASE,
)
NICKNAME_INSIDE = re.compile(
    r"(?<!\w)([^\W\d_a-z]\w+) [\"“(]([^\W\d_a-z]\w+)[\"”)] ([^\W\d_a-z]\w+)"
)
"""A first name, a nickname and a family name, as in ``Wendell "Sparks" Achterberg``."""

_FULL_IN_BRACKETS = re.compile(
    r"(?<!\w)([^\W\d_a-z]\w+) \(([^\W\d_a-z]\w+(?: [^\W\d_a-z]\w+)+)[,)]"
)
"""A short name before the full name in brackets, as in ``Ned (Edwin Sallow)``."""

_IS_THE = re.compile(r"(?:She|He|They) (?:is|was|are|were) the ([^\W\d_a-z]\w+)")
"""Another name of the person who was named last, as in ``He is the Heron``."""

_ENDING = re.compile(r"(?:ie|ey|y|i)$")
_THE = re.compile(r"\b[Tt]he $")
_CONTEXT_LENGTH = 100  # The number of characters around a name that show what the name is
_NEAR = 3  # The maximum number of sentences, or words, between a nickname and its full name

_MIN_STEM, _MAX_SHORT_NAME = 3, 4


@frozen(kw_only=True)
class Mention:
    """A name in its longest form, and the number of its mentions in any form.

    ``also``: other names of the same person.
    """

    name: str
    count: int
    also: tuple[str, ...] = ()
    is_place: bool = False
    is_person: bool = False


@frozen(kw_only=True)
class Nicknames:
    """The nicknames that a text states, each paired with the person's fuller name."""

    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def from_text(cls, text: str) -> Nicknames:
        """Return the nicknames that ``text`` states, as in ``Ivo Lanyard, called Laney``."""
        return cls(pairs=tuple(pair for line in text.splitlines() for pair in _find_pairs(line)))

    def merge_mentions(self, mentions: Iterable[Mention]) -> tuple[Mention, ...]:
        """Merge each nickname in ``mentions`` into the person's mention; most frequent first."""
        mentions = list(mentions)
        owners = self._find_owners([each.name for each in mentions])
        of_owner = defaultdict[str, list[Mention]](list)
        for each in mentions:
            if each.name in owners:
                of_owner[_follow_owners(each.name, owners)].append(each)
        found = list[Mention]()
        for each in mentions:
            if each.name not in owners:
                nicknames = of_owner[each.name]
                count = each.count + sum(one.count for one in nicknames)
                also = (*each.also, *(one.name for one in nicknames))
                found.append(evolve(each, count=count, also=tuple(dict.fromkeys(also))))
        return tuple(sorted(found, key=lambda each: -each.count))

    def _find_owners(self, names: Sequence[str]) -> dict[str, str]:
        """Map each nickname and short name in ``names`` to the fuller name of the person."""
        index, full_names = NameIndex(names), _FullNames.from_names(names)
        nicknames = NameIndex(one for one, _ in self.pairs)
        full_of = defaultdict[str, list[str]](list)
        for one, other in self.pairs:
            full_of[one].append(other)
        owners = dict[str, str]()
        for name in names:
            # A part of a full name, such as a first name, is no nickname of another person.
            stated = [
                other
                for one in dict.fromkeys(nicknames.find_within(name))
                if _is_single(name) or has_name(one, name)
                for other in full_of[one]
            ]
            known = (
                next((each for each in index.find_containing(other) if each != name), "")
                for other in stated
            )
            owner = next(
                (each for each in known if each and (_is_single(name) or not _is_single(each))), ""
            )
            if owner := owner or full_names.find_only(name):
                owners[name] = owner
        return owners


def _follow_owners(name: str, owners: Mapping[str, str]) -> str:
    """Return the last owner, or a name of the circle if ``owners`` form one."""
    seen = set[str]()
    while name in owners and name not in seen:
        seen.add(name)
        name = owners[name]
    return name


@frozen(kw_only=True)
class _FullNames:
    """The names of several words, by their last word and by the starts of all their words.

    ``starts`` are pairs of a plain word and a name, sorted, so that bisection finds all words
    with a common stem.
    """

    last: Mapping[str, Sequence[str]]
    starts: Sequence[tuple[str, str]]

    @classmethod
    def from_names(cls, names: Iterable[str]) -> _FullNames:
        last, starts = defaultdict[str, list[str]](list), set[tuple[str, str]]()
        for name in names:
            if len(name.split()) > 1:
                last[name.split()[-1]].append(name)
                # A possessive is no person: "Mar" is not short for "Mara's Inn".
                if not any(mark in name for mark in APOSTROPHES):
                    starts.update((word, name) for word in split_plain_words(name))
        return cls(last=last, starts=sorted(starts))

    def find_only(self, short: str) -> str:
        """Return the name that ``short`` shortens, or an empty text for none or several."""
        titles = [each for each in short.split() if is_title(each)]
        words = [each for each in short.split() if not is_title(each)]
        if len(words) != 1:
            return ""
        titled = self.last.get(words[0], ()) if titles else ()
        candidates = chain(titled, self._find_longer(words[0]))
        found = dict.fromkeys(islice(_distinct(candidates, short), 2))
        return next(iter(found)) if len(found) == 1 else ""

    def _find_longer(self, word: str) -> Iterator[str]:
        """Yield the names with a word that begins with the stem of ``word``."""
        stem, whole = _stem(word), "".join(split_plain_words(word))
        at = bisect_left(self.starts, (stem, "")) if stem else len(self.starts)
        while at < len(self.starts) and self.starts[at][0].startswith(stem):
            if self.starts[at][0] == whole:
                at = bisect_left(self.starts, (f"{whole}\0", ""))
                continue
            yield self.starts[at][1]
            at += 1


def _distinct(names: Iterable[str], other: str) -> Iterator[str]:
    seen = {other}
    for name in names:
        if name not in seen:
            seen.add(name)
            yield name


def _is_single(name: str) -> bool:
    return sum(not is_title(each) for each in name.split()) == 1


def _stem(name: str) -> str:
    """Return the start of the full names that ``name`` shortens, or an empty text."""
    word = "".join(split_plain_words(name))
    stem = _ENDING.sub("", word)
    if stem == word and len(word) > _MAX_SHORT_NAME:
        return ""
    if len(stem) > _MIN_STEM and stem[-1] == stem[-2] and stem == word:
        stem = stem[:-1]
    return stem if len(stem) >= _MIN_STEM else ""


def _find_pairs(line: str) -> Iterator[tuple[str, str]]:
    last, sentences_since, unresolved = "", 0, ""
    for sentence in SENTENCE_END.split(line):
        names = [build_name_span(run) for run in find_capitalised_runs(sentence)]
        people = [
            each.name
            for each in names
            if not all(map(is_title, each.name.split()))
            and not PLACE_BEFORE.search(sentence, max(0, each.start - _CONTEXT_LENGTH), each.start)
            and not _THE.search(sentence, max(0, each.start - _CONTEXT_LENGTH), each.start)
        ]
        explicit = list(_find_explicit_pairs(sentence, names))
        yield from explicit
        if (the := _IS_THE.match(sentence)) and last:
            yield (the[1], last)
        full = _FULL.search(sentence)
        if full and people and not explicit:
            full_name = next((each.name for each in names if each.start > full.end()), "")
            known = unresolved if sentences_since <= _NEAR and unresolved else last
            if full_name and known and full_name != known:
                yield (known, full_name)
        if (calls := _CALLS.search(sentence)) and not explicit:
            later = (each.name for each in names if each.start >= calls.end())
            unresolved = next((each for each in later if each in people), unresolved)
            sentences_since = 0
        sentences_since += 1
        last = people[-1] if people else last


def _find_explicit_pairs(sentence: str, names: Sequence[NameSpan]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names that phrases such as ``Ivo Lanyard, called Laney`` state."""
    for calls in _CALLS.finditer(sentence):
        at = bisect_right(names, calls.start(), key=lambda each: each.end)
        owner = names[at - 1] if at else None
        at = bisect_left(names, calls.end(), key=lambda each: each.start)
        known = names[at] if at < len(names) else None
        is_close = (
            owner
            and calls.start() - owner.end < _CONTEXT_LENGTH
            and re.fullmatch(r"\W*(?:\w+\W+){0,4}?", sentence[owner.end : calls.start()])
        )
        if owner and known and is_close and sentence.count(" ", calls.end(), known.start) <= _NEAR:
            yield (known.name, owner.name)
    for match in _FULL_IN_BRACKETS.finditer(sentence):
        yield (match[1], match[2])
    for quoted in NICKNAME_INSIDE.finditer(sentence):
        yield (quoted[2], f"{quoted[1]} {quoted[3]}")
