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
        if _is_named_after(phrases[place : place + 3]):
            place += 1
            continue
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


def _is_named_after(phrases: Sequence[NounPhrase]) -> bool:
    """Return whether names say who the first of ``phrases`` is: ``two brothers, Tomas and Emil,``.

    Without a mark after the names, this may be a list: ``two dogs, Tomas and Emil find``.
    """
    if len(phrases) != _GROUP_AND_NAMES:
        return False
    group, one, two = phrases
    is_next = group.after == "," and one.before == "," and one.start - group.end <= len(", ")
    is_pair = one.after == "CC" and two.before == "and" and two.after in {",", ".", ":", ""}
    are_names = all(each.name and not each.noun for each in (one, two))
    return group.number == "two" and group.many and is_next and is_pair and are_names


_GROUP_AND_NAMES = 3

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
