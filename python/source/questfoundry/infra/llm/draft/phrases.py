"""Define the noun phrases of an idea, join appositions, and choose the portable things."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, to_singular

TITLES = frozenset(
    {"mr", "mrs", "ms", "miss", "dr", "dame", "sir", "dom", "lady", "lord", "madame", "old", "st"}
)
"""Titles of people that are no trades."""


@frozen(kw_only=True)
class NounPhrase:
    """A noun phrase or a name in an idea.

    ``text``: the phrase as typed. ``words``: the phrase without article, owner and number.
    ``noun``: the nouns with their adjectives in lower case; empty for a name alone.
    ``kind``: the class of what the phrase names.
    ``start``, ``end``: the first character of the phrase in the idea, and the one after its last.
    ``owner``: the possessive before the noun, such as ``the clockmaker's`` or ``her``.
    ``name``: the proper name.
    ``before``: the word or mark before the phrase, in lower case; empty at the start.
    ``after``: the tag of the word after the phrase; empty at the end.
    ``number``: the number word before a plural.
    ``article``: the article; empty without one.
    ``many``: whether the phrase is plural.
    ``owns``: whether the phrase is itself a possessive.
    """

    text: str
    words: str
    noun: str
    kind: NounClass
    start: int
    end: int
    owner: str = ""
    name: str = ""
    before: str = ""
    after: str = ""
    number: str = ""
    article: str = ""
    many: bool = False
    owns: bool = False

    @property
    def acts(self) -> bool:
        """Return whether a verb follows, with or without ``who``."""
        return self.after in {"VBZ", "VBP", "VBD", "MD", "WP"}

    @property
    def head(self) -> str:
        """The last word of the noun."""
        return self.noun.rpartition(" ")[2]


def name_phrase(phrase: NounPhrase) -> str:
    """Return what ``phrase`` names, as a story names it: with ``the`` or its owner."""
    if not phrase.noun and not phrase.article:
        return phrase.words
    number = phrase.number if phrase.many else ""
    return " ".join(filter(None, (phrase.owner or "the", number, phrase.words)))


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


_HANDLING = frozenset(
    {"carries", "carry", "steals", "steal", "delivers", "deliver", "brings", "bring", "wears"}
    | {"hides", "hide", "smuggles", "smuggle", "trades", "trade", "posts", "post", "buries"}
    | {"bury", "polishes", "polish", "mends", "mend", "folds", "fold", "holds", "hold"}
)
"""Verbs for what hands do; a noun after one of them names a thing."""

_COMPOUND = re.compile(
    r"[a-z]{3}(?:book|map|tape|box|stone|blade|card|pot|bottle|paper|bell|clock|lamp|coin|seed)s?$"
)
"""Matches nouns that end with a thing, such as ``starmap``."""


@frozen
class PropFinder:
    """A finder of portable things, by word lists and by the verb before a noun."""

    classes: NounClasses

    def is_prop(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` surely names a thing that can be carried."""
        if phrase.kind not in {NounClass.THING, NounClass.OTHER} or not phrase.words:
            return False
        if self._is_fixed(phrase.head):
            return False
        is_noun = bool(phrase.head) and not phrase.name
        return self._is_listed(phrase) or (is_noun and phrase.before in _HANDLING)

    def _is_listed(self, phrase: NounPhrase) -> bool:
        if phrase.kind is NounClass.THING:
            return not phrase.name or bool(phrase.article)
        return not phrase.name and _COMPOUND.search(phrase.head) is not None

    def _is_fixed(self, head: str) -> bool:
        return not self.classes.immovable.isdisjoint({head, to_singular(head)})
