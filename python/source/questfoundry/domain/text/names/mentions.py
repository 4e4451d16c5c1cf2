"""Whom a long text speaks of: names, by the capitals that no sentence gave them.

What a text says in one place tells what a capital means in another: a word that stands within a
sentence with a capital is a name where a sentence begins with it, too, and one that also stands in
small letters is none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.domain.ids import slugify, split_plain_words
from questfoundry.domain.text.names.all_caps import spoken
from questfoundry.domain.text.names.capitalised_nouns import names_among_nouns
from questfoundry.domain.text.names.inn_names import inns_joined
from questfoundry.domain.text.names.kinds import may_be_place, says_person, says_place
from questfoundry.domain.text.names.sentence_starts import names_that_begin
from questfoundry.domain.text.names.short_names import NICKNAME_INSIDE, Mention, Nicknames
from questfoundry.domain.text.names.stated_names import (
    capitalised,
    nouns_have_capitals,
    spanning,
    stands_as_name,
    without_links,
)
from questfoundry.domain.text.names.word_classes import (
    is_day,
    is_language,
    is_part_of_text,
    is_place,
    is_small,
    is_title,
    without_titles,
)

_LOWER = re.compile(r"\b[^\W\d_]\w*")
_MARKS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)")
_TITLES = re.compile(r"^.{0,30}\btitles?\b[^.:\n]{0,20}:.*$", re.IGNORECASE | re.MULTILINE)
_BEGINS = re.compile(r"(?:^|[.!?:\"“„«(\[]|\n\s*(?:[-*+•]|\d+[.)])?)\s*$")
_ACTS = re.compile(r"['\u2019]s\b| (?!(?:h|th)?is\b|[wh]?as\b|its\b|this\b)[a-z]+s\b")
_IS_WHO = re.compile(r", (?:who(?:se|m)?|known|called|named|nicknamed)\b|['\u2019]s\b")
_LEAST_ACTS = 2
_LABEL = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+([^\W\d_][\w'\u2019-]*):?$", re.MULTILINE)
_ENGLISH = re.compile(r"\b(?:the|of|and)\b", re.IGNORECASE)
_WORDS_FOR_ENGLISH = 40
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_THE = re.compile(r"\bthe\s+(?:[a-z]+\s+)?$", re.IGNORECASE)
_OF_SOMEBODY = re.compile(r"\b(?:its|his|her|their|my|our|your|an?)\s+(?:[a-z]+\s+)?$")
_QUOTED = re.compile(r"[\"“„«][^\"“”„»\n]*$")
_UNQUOTED = re.compile(r"[^\"“”„«»\n]{0,60}[\"”“»]")
_LOOKED_AT = 40
"""Characters around a word that tell whether it is a name."""

_OFTEN = 3

_Run = Sequence[re.Match[str]]


@frozen(kw_only=True)
class Mentions:
    """``found`` are all names, the most said first.

    A part that two names have, as brothers do, counts for neither. ``common`` are the words that
    stand there without a capital, and have one only where something begins.
    """

    found: tuple[Mention, ...]
    common: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Mentions:
        """Those in a text whose paragraphs are lines."""
        text = spoken(_TITLES.sub("", _MARKS.sub("", text)))
        nicknames = Nicknames.in_text(text)
        text = NICKNAME_INSIDE.sub(r"\1 \3", text)
        labels = frozenset(_LABEL.findall(text))
        lower = Counter(word for word in _LOWER.findall(text) if word[0].islower())
        if nouns_have_capitals(text):
            counts = names_among_nouns(text)
            named = tuple(Mention(name=each, count=count) for each, count in counts.items())
            return cls(found=nicknames.joined(named), common=frozenset(lower))
        runs = [run for run in inns_joined(text) if not all(each[0].isupper() for each in run)]
        inside = _inside(text, runs)
        said = [*_said(text, runs, inside, lower)]
        places = Counter(each.name for each in said if each.is_place)
        perhaps = Counter(each.name for each in said if each.may_be_place or each.is_place)
        people = {each.name for each in said if each.is_person}
        plain = Counter(each.name for each in said if not each.has_article)
        counts = _joined(Counter(each.name for each in said))
        found = nicknames.joined(
            Mention(
                name=each,
                count=count,
                is_place=is_place(each)
                or 2 * places[each] >= counts[each] > 0
                or (each not in people and 2 * perhaps[each] >= counts[each] > 0),
                is_person=each in people,
            )
            for each, count in counts.items()
        )
        return cls(
            found=tuple(
                evolve(each, name=without_titles(each.name))
                for each in found
                if not _is_role(each, plain=plain, places=places)
                and not (each.name in labels and each.count < _OFTEN)
            ),
            common=frozenset(lower) - {each.casefold() for each in inside},
        )

    def is_common(self, word: str) -> bool:
        """Whether that only has a capital where something begins."""
        return is_small(word) or word.casefold() in self.common

    def first_in(self, text: str, *, least: int) -> str:
        """The longest form of the first name in a text that is said so often; empty for none."""
        for run in capitalised(text):
            for at in range(len(run)):
                words = _words(spanning(run[at:]).name) if without_links(run[at:]) else frozenset()
                for each in self.found:
                    if words and each.count >= least and words <= _words(each.name):
                        return each.name
        return ""


@frozen(kw_only=True)
class _Said:
    """One mention, in the form that it has there."""

    name: str
    is_place: bool
    may_be_place: bool
    is_person: bool
    has_article: bool


def _is_role(said: Mention, *, plain: Mapping[str, int], places: Mapping[str, int]) -> bool:
    """Whether it is what somebody is: a title alone, or what stands with ``the`` and is no place.

    What is said often so is a name all the same, as a ship's.
    """
    words = said.name.split()
    if all(is_title(each) for each in words) or is_part_of_text(words):
        return True
    if len(words) > 1 or said.also:
        return False
    return not (plain[said.name] or places[said.name] or said.count >= _OFTEN)


def _inside(text: str, runs: Iterable[_Run]) -> Counter[str]:
    """How often a word has its capital since it is a name, and for nothing else."""
    # "a Tomás" is an article in English alone.
    english = len(_ENGLISH.findall(text)) * _WORDS_FOR_ENGLISH > len(text.split())
    return Counter(
        _bare(word)
        for run in runs
        for place, word in enumerate(run)
        if word[0][0].isupper() and (place or _stands_inside(text, run, is_english=english))
    )


def _said(
    text: str, runs: Sequence[_Run], inside: Counter[str], lower: Mapping[str, int]
) -> Iterator[_Said]:
    """Every mention of a name, in the form that it has there."""
    acting = Counter(_bare(run[0]) for run in runs if _ACTS.match(text, run[0].end()))
    acting.update({_bare(run[0]): _LEAST_ACTS for run in runs if _IS_WHO.match(text, run[0].end())})
    acting.update(dict.fromkeys(names_that_begin(text, lower), _LEAST_ACTS))
    first_of = {_bare(run[0]) for run in runs if len(run) > 1}
    forms = Counter(spanning(run).name for run in runs)

    def begins_name(run: _Run) -> bool:
        first = _bare(run[0])
        used = lower.get(first.casefold(), 0)
        if len(run) > 1 and not inside[first] and all(is_title(each[0]) for each in run[1:]):
            return False
        if inside[first] > used:
            return True
        if not used and (first in first_of or acting[first] >= _LEAST_ACTS):
            return True
        # "Cold Amery is a village": nobody is called Amery alone.
        rest = without_links(run[1:])
        return len(rest) == len(run) - 1 > 0 and spanning(rest).name not in forms

    for whole in runs:
        before = text[max(0, whole[0].start() - _LOOKED_AT) : whole[0].start()]
        if _is_called_so(text, whole, before):
            continue
        run = whole
        # "the Water Board" is said of a board, whatever else is of water.
        is_sure = len(whole) > 1 and not _BEGINS.search(before) and not is_day(whole[0][0])
        while run and not is_sure and not begins_name(run):
            run = without_links(run[1:])
        run = _parted(run, forms)
        if not run or _is_day(run, acting) or is_language(spanning(run).name):
            continue
        said = spanning(run)
        before = text[max(0, said.start - _LOOKED_AT) : said.start]
        if slugify(said.name):
            yield _Said(
                name=_of_saint(run) or said.name,
                is_place=says_place(text, said.name, said.start, said.end),
                may_be_place=may_be_place(text, said.name, said.start),
                is_person=says_person(text, run[0][0], said.start, said.end),
                has_article=bool(_THE.search(before)),
            )


def _is_day(run: _Run, acting: Mapping[str, int]) -> bool:
    """Whether it is one of the calendar's; somebody may be called June."""
    days = all(is_day(word[0]) for word in run if word[0][0].isupper())
    return days and acting[_bare(run[0])] < _LEAST_ACTS


def _of_saint(run: _Run) -> str:
    """``St Tegla's``, a church."""
    owns = len(run) > 1 and run[0][0] in {"St", "Saint"} and _POSSESSIVE.search(run[-1][0])
    return run[0].string[run[0].start() : run[-1].end()] if owns else ""


def _is_called_so(text: str, run: _Run, before: str) -> bool:
    """Whether it is a title in quotation marks, an office, or of no capital of its own."""
    if _OF_SOMEBODY.search(before) and any(word[0] == "of" for word in run):
        return True
    quoted = _QUOTED.search(before) and _UNQUOTED.match(text, run[-1].end())
    return bool(quoted and len(run) > 1 and text[run[0].start() - 1] in '"“„«')


def _stands_inside(text: str, run: _Run, *, is_english: bool) -> bool:
    """Whether the first word of a run has its capital since it is a name, and for nothing else."""
    said = spanning(run)
    before = text[max(0, said.start - _LOOKED_AT) : said.start]
    after = text[said.end : said.end + _LOOKED_AT]
    if _BEGINS.search(before):
        return False
    return stands_as_name(said, before, after) or (
        not is_english and stands_as_name(said, "", after)
    )


def _parted(run: _Run, forms: Mapping[str, int]) -> _Run:
    """What stands before a link or an ``'s``, where it alone is said as often as with the rest."""
    whole = forms.get(spanning(run).name, 0) if run else 0
    for at, word in enumerate(run):
        owns = at and _POSSESSIVE.search(run[at - 1][0])
        if (owns or word[0] in {"of", "the"}) and forms.get(spanning(run[:at]).name, 0) > whole - (
            whole == 1 and not owns
        ):
            return run[:at]
    return run


def _joined(forms: Mapping[str, int]) -> dict[str, int]:
    """The forms that no other one carries, with the counts of their parts, the most said first."""
    words = {form: _words(form) for form in forms}
    having = defaultdict[str, set[str]](set)
    for form in forms:
        for word in words[form]:
            having[word].add(form)

    def carrying(form: str) -> set[str]:
        return set[str].intersection(*(having[word] for word in words[form])) - {form}

    longest = [form for form in forms if all(words[each] == words[form] for each in carrying(form))]
    counts = Counter({form: forms[form] for form in _first_alike(longest, words)})
    for form in forms.keys() - counts.keys():
        found = carrying(form) & counts.keys()
        if len(found) == 1:
            counts[found.pop()] += forms[form]
    return dict(counts.most_common())


def _first_alike(forms: Iterable[str], words: Mapping[str, frozenset[str]]) -> Iterable[str]:
    return {words[form]: form for form in reversed(list(forms))}.values()


def _bare(word: re.Match[str]) -> str:
    return _POSSESSIVE.sub("", word[0])


def _words(name: str) -> frozenset[str]:
    return frozenset(split_plain_words(name))
