"""Join an apposition and its noun, such as ``the director, Vogt``, to one noun phrase."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase

TIMES = frozenset(
    {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "today"}
    | {"tonight", "tomorrow", "year", "day", "christmas", "easter", "eve", "long", "once"}
)
"""Words for times, which are no appositions."""


def join_appositions(phrases: Sequence[NounPhrase], text: str) -> Iterator[NounPhrase]:
    """Yield ``phrases`` with each apposition joined to its noun: ``the director, Vogt,``."""
    place = 0
    while place < len(phrases):
        here, *rest = phrases[place : place + 2]
        following = rest[0] if rest else None
        is_list = following and _LISTED.match(text[following.end :])
        if following and not is_list and _is_apposition(here, following):
            yield _join(here, following)
            place += 2
        else:
            yield here
            place += 1


def _is_apposition(first: NounPhrase, second: NounPhrase) -> bool:
    """Return whether ``second`` names ``first`` again, as in ``Stavros, the retired postman,``."""
    is_next = first.after == "," and second.before == "," and second.after in _APPOSITION_ENDS
    one_named = bool(first.name) is not bool(second.name) and not first.owns
    is_time = second.words.lower() in TIMES
    is_single = not is_time and not first.many and not second.many and not second.number
    follows = second.start - first.end <= len(", ")
    noun = second if first.name else first
    return is_next and one_named and is_single and follows and bool(noun.article or noun.noun)


_LISTED = re.compile(r",? (?:or|and) ")
"""Matches the words after the second of several things: ``the press, the Bible, or``."""

_APPOSITION_ENDS = frozenset({",", "IN", ".", ":", "", "WP", "WP$", "WDT", "WRB"})


def _join(first: NounPhrase, second: NounPhrase) -> NounPhrase:
    named, other = (first, second) if first.name else (second, first)
    owner = other.owner
    words = f"{other.words} {named.name}"
    text = f"{other.text} {named.name}"
    return evolve(
        other,
        text=text,
        words=words,
        kind=NounClass.PERSON if other.kind is NounClass.OTHER else other.kind,
        owner=owner,
        name=named.name,
        start=first.start,
        end=second.end,
        before=first.before,
        after=second.after,
        owns=second.owns,
    )
