"""Whom a long text speaks of: names, by the capitals that no sentence gave them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.ids import plain_words, slug
from questfoundry.domain.names_said import (
    capitalised,
    is_small,
    names_in,
    nouns_have_capitals,
    spanning,
    stands_as_name,
    without_links,
)

_LOWER = re.compile(r"\b[^\W\d_]\w*")
_BEGINS = re.compile(r"(?:^|[.!?:\"“„«(\[]|\n\s*(?:[-*+•]|\d+[.)])?)[\s*_]*$")
_ACTS = re.compile(r"['\u2019]s\b| (?!(?:h|th)?is\b|[wh]?as\b|its\b)[a-z]+s\b")
_TITLE = re.compile(r"^(?:Mr|Mrs|Ms)\b\.? ")
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_LOOKED_AT = 40
"""Characters around a word that tell whether it is a name."""

_Run = Sequence[re.Match[str]]


@frozen(kw_only=True)
class Mentions:
    """``counts`` are the longest forms of all names, with how often each or a part of it is said.

    A part that two names have, as brothers do, counts for neither. ``common`` are the words that
    stand there without a capital, and have one only where something begins.
    """

    counts: Mapping[str, int]
    common: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Mentions:
        """Those in a text whose paragraphs are lines."""
        lower = Counter(word for word in _LOWER.findall(text) if word[0].islower())
        if nouns_have_capitals(text):
            names = [each.name for each in names_in(text)]
            counts = {each: max(map(text.count, each.split())) for each in names}
            return cls(counts=counts, common=frozenset(lower))
        runs = [run for run in capitalised(text) if not all(each[0].isupper() for each in run)]
        inside = _inside(text, runs)
        return cls(
            counts=_joined(Counter(_said(text, runs, inside, lower))),
            common=frozenset(lower) - {each.casefold() for each in inside},
        )

    def is_common(self, word: str) -> bool:
        """Whether that only has a capital where something begins."""
        return is_small(word) or word.casefold() in self.common

    def first_in(self, text: str, *, least: int) -> str:
        """The longest form of the first name in a text that is said so often; empty for none."""
        for run in capitalised(text):
            for at in range(len(run)):
                words = _words(spanning(run[at:]).name)
                for name, count in self.counts.items():
                    if words and count >= least and words <= _words(name):
                        return name
        return ""


def _inside(text: str, runs: Iterable[_Run]) -> Counter[str]:
    """How often a word has its capital since it is a name, and for nothing else."""
    return Counter(
        _bare(word)
        for run in runs
        for place, word in enumerate(run)
        if place or _stands_inside(text, run)
    )


def _said(
    text: str, runs: Sequence[_Run], inside: Counter[str], lower: Mapping[str, int]
) -> Iterator[str]:
    """Every mention of a name, in the form that it has there."""
    acting = {_bare(run[0]) for run in runs if _ACTS.match(text, run[0].end())}
    first_of = {_bare(run[0]) for run in runs if len(run) > 1}
    forms = Counter(spanning(run).name for run in runs)

    def begins_name(run: _Run) -> bool:
        first = _bare(run[0])
        used = lower.get(first.casefold(), 0)
        return inside[first] > used or (not used and first in (first_of | acting))

    for run in runs:
        while run and not begins_name(run):
            run = without_links(run[1:])
        if len(run) > 1 and not inside[_bare(run[0])] and spanning(run[1:]).name in forms:
            run = without_links(run[1:])  # "Perhaps Mara", since there is a Mara
        run = _parted(run, forms)
        if run and (name := _TITLE.sub("", spanning(run).name)) and slug(name):
            yield name


def _stands_inside(text: str, run: _Run) -> bool:
    """Whether the first word of a run has its capital since it is a name, and for nothing else."""
    said = spanning(run)
    before = text[max(0, said.start - _LOOKED_AT) : said.start]
    after = text[said.end : said.end + _LOOKED_AT]
    return not _BEGINS.search(before) and stands_as_name(said, before, after)


def _parted(run: _Run, forms: Mapping[str, int]) -> _Run:
    """What stands before a link or an ``'s``, where it alone is said as often as with the rest."""
    whole = forms.get(spanning(run).name, 0) if run else 0
    for at, word in enumerate(run):
        owns = at and _POSSESSIVE.search(run[at - 1][0])
        if (owns or word[0][0].islower()) and forms.get(spanning(run[:at]).name, 0) > whole - (
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
    return frozenset(plain_words(name))
