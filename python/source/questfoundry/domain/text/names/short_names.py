"""Match the different names of one person: short names and nicknames with the full name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.text.names.stated_names import (
    NameSpan,
    build_name_span,
    find_capitalised_runs,
    has_name,
)
from questfoundry.domain.text.names.word_classes import PLACE_BEFORE, is_title
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
NICKNAME_INSIDE = re.compile(r"([^\W\d_a-z]\w+) [\"“(]([^\W\d_a-z]\w+)[\"”)] ([^\W\d_a-z]\w+)")
"""A first name, a nickname and a family name, as in ``Wendell "Sparks" Achterberg``."""

_FULL_IN_BRACKETS = re.compile(r"([^\W\d_a-z]\w+) \(([^\W\d_a-z]\w+(?: [^\W\d_a-z]\w+)+)[,)]")
"""A short name before the full name in brackets, as in ``Ned (Edwin Sallow)``."""

_IS_THE = re.compile(r"(?:She|He|They) (?:is|was|are|were) the ([^\W\d_a-z]\w+)")
"""Another name of the person who was named last, as in ``He is the Heron``."""

_ENDING = re.compile(r"(?:ie|ey|y|i)$")
_THE = re.compile(r"\b[Tt]he $")
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
        """Return ``mentions`` with each nickname merged into the person's mention."""
        mentions = list(mentions)
        owners = dict[str, str]()
        for each in mentions:
            if owner := self._find_owner(each.name, mentions):
                owners[each.name] = owner
        found = list[Mention]()
        for each in mentions:
            nicknames = [
                one for one in mentions if _follow_owners(one.name, owners) == each.name != one.name
            ]
            if each.name not in owners:
                count = each.count + sum(one.count for one in nicknames)
                also = (*each.also, *(one.name for one in nicknames))
                found.append(evolve(each, count=count, also=tuple(dict.fromkeys(also))))
        return tuple(sorted(found, key=lambda each: -each.count))

    def _find_owner(self, name: str, mentions: Sequence[Mention]) -> str:
        others = [each.name for each in mentions if each.name != name]
        for one, other in self.pairs:
            # A part of a full name, such as a first name, is no nickname of another person.
            if has_name(name, one) and (_is_single(name) or has_name(one, name)):
                known = next((each for each in others if has_name(each, other)), "")
                if known and not (_is_single(known) and not _is_single(name)):
                    return known
        full = [
            each
            for each in others
            if len(each.split()) > 1 and (_is_short_for(name, each) or _is_titled(name, each))
        ]
        return full[0] if len(full) == 1 else ""


def _follow_owners(name: str, owners: Mapping[str, str]) -> str:
    for _ in owners:
        if name not in owners:
            break
        name = owners[name]
    return name


def _is_single(name: str) -> bool:
    return sum(not is_title(each) for each in name.split()) == 1


def _is_titled(name: str, full: str) -> bool:
    titles = [each for each in name.split() if is_title(each)]
    words = [each for each in name.split() if not is_title(each)]
    return bool(titles) and len(words) == 1 and words[0] == full.split()[-1]


def _is_short_for(name: str, full: str) -> bool:
    words = [each for each in name.split() if not is_title(each)]
    if len(words) != 1 or "'" in full or "\u2019" in full:
        return False
    word = "".join(split_plain_words(words[0]))
    stem = _ENDING.sub("", word)
    if stem == word and len(word) > _MAX_SHORT_NAME:
        return False
    if len(stem) > _MIN_STEM and stem[-1] == stem[-2] and stem == word:
        stem = stem[:-1]
    long = split_plain_words(full)
    return len(stem) >= _MIN_STEM and any(each.startswith(stem) and each != word for each in long)


def _find_pairs(line: str) -> Iterator[tuple[str, str]]:
    last, sentences_since, unresolved = "", 0, ""
    for sentence in SENTENCE_END.split(line):
        names = [build_name_span(run) for run in find_capitalised_runs(sentence)]
        people = [
            each.name
            for each in names
            if not all(map(is_title, each.name.split()))
            and not PLACE_BEFORE.search(sentence[: each.start])
            and not _THE.search(sentence[: each.start])
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
        owner = next((each for each in reversed(names) if each.end <= calls.start()), None)
        known = next((each for each in names if each.start >= calls.end()), None)
        is_close = owner and re.fullmatch(
            r"\W*(?:\w+\W+){0,4}?", sentence[owner.end : calls.start()]
        )
        if owner and known and is_close and sentence.count(" ", calls.end(), known.start) <= _NEAR:
            yield (known.name, owner.name)
    for match in _FULL_IN_BRACKETS.finditer(sentence):
        yield (match[1], match[2])
    for quoted in NICKNAME_INSIDE.finditer(sentence):
        yield (quoted[2], f"{quoted[1]} {quoted[3]}")
