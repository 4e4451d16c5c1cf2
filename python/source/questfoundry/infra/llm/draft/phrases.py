"""Define the noun phrases of an idea, join appositions, and choose the portable things."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, to_singular

TITLES = frozenset(
    {"mr", "mrs", "ms", "miss", "dr", "dame", "sir", "dom", "lady", "lord", "madame", "old", "st"}
)
"""Titles of people that are no trades."""

SHORT_TITLES = frozenset(
    {"mr", "mrs", "ms", "dr", "lt", "sgt", "capt", "prof", "col", "gen", "rev"}
)
"""Titles that are only used before the name of a person."""

KIN = frozenset(
    {"dad", "daddy", "mum", "mummy", "mom", "mama", "papa", "gran", "granny", "nan", "nana"}
    | {
        "grandma",
        "grandpa",
        "grandad",
        "granddad",
        "mother",
        "father",
        "grandmother",
        "grandfather",
        "auntie",
    }
)
"""Words for relatives that are used like names."""


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
    """Return the words by which a story names the phrase: with ``the`` or the owner."""
    if not phrase.noun and not phrase.article:
        return phrase.words
    if phrase.noun in KIN and not phrase.article and not phrase.owner:
        return phrase.noun.title()
    number = phrase.number if phrase.many else ""
    return " ".join(filter(None, (phrase.owner or "the", number, phrase.words)))


TIMES = frozenset(
    {
        "age",
        "century",
        "era",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "today",
    }
    | {"tonight", "tomorrow", "year", "day", "christmas", "easter", "eve", "long", "once"}
)
"""Words for times, which are no appositions."""


def join_appositions(phrases: Sequence[NounPhrase], text: str) -> Iterator[NounPhrase]:
    """Yield ``phrases`` with each apposition joined to its noun: ``the director, Vogt,``."""
    place = 0
    while place < len(phrases):
        here, *rest = phrases[place : place + 3]
        if len(rest) > 1 and _is_owned_role(here, *rest):
            owner, role = rest
            words = f"{owner.words}'s {role.words}"
            yield _join(here, evolve(role, words=words, article=owner.article, owner=""))
            place += 3
            continue
        if names := _find_names(phrases, place, text):
            between = phrases[place + 1 : names]
            yield from between
            yield from (evolve(e, kind=NounClass.PERSON) for e in phrases[names : names + 2])
            place = names + 2
            continue
        if len(rest) > 1 and _is_distant_apposition(here, rest[1], text):
            yield _join(here, rest[1])
            yield rest[0]
            place += 3
            continue
        following = rest[0] if rest else None
        if following and _is_nickname(here, following, text):
            yield evolve(here, kind=NounClass.PERSON, end=following.end, after=following.after)
            place += 2
            continue
        is_list = following and _LISTED.match(text[following.end :])
        is_role = following and (not is_list or _is_role_of(here, following))
        if following and is_role and _is_apposition(here, following, text):
            yield _join(here, following)
            place += 2
        else:
            yield here
            place += 1


def _is_owned_role(name: NounPhrase, owner: NounPhrase, role: NounPhrase) -> bool:
    """Return whether ``name`` is the role: ``Hester Lovage, an apothecary's apprentice, must``."""
    is_name = bool(name.name) and not name.noun and name.after == ","
    is_owner = owner.owns and owner.before == "," and owner.article in {"a", "an"}
    is_role = role.kind is NounClass.PERSON and not role.name and not role.many
    return is_name and is_owner and is_role and role.start == owner.end + len("'s ")


def _is_distant_apposition(first: NounPhrase, name: NounPhrase, text: str) -> bool:
    """Return whether ``name`` is that of ``first``: ``A teacher in Rosario, Hortensia, gets``."""
    is_role = first.kind is NounClass.PERSON and not first.name and not first.many
    is_role = is_role and bool(first.article or first.owner) and not first.owns
    is_name = bool(name.name) and not name.noun and name.before == "," and name.after in {",", "WP"}
    return is_role and is_name and _WHERE.fullmatch(text[first.end : name.start]) is not None


_WHERE = re.compile(r" (?:in|on|at|of|from|near|with) (?:[\w'\u2019-]+ ){0,3}[\w'\u2019-]+, ")
"""Matches words for a place between a noun and its name."""


def _is_apposition(first: NounPhrase, second: NounPhrase, text: str) -> bool:
    """Return whether ``second`` names ``first`` again, as in ``Stavros, the retired postman,``."""
    is_next = first.after == "," and second.before == "," and second.after in _APPOSITION_ENDS
    is_titled = bool(first.owner and first.name and second.name)
    one_named = (bool(first.name) is not bool(second.name) or is_titled) and not first.owns
    is_time = bool(first.number) or second.words.lower() in TIMES
    is_time = is_time or second.kind is NounClass.PLACE
    is_single = not is_time and not first.many and not second.many and not second.number
    follows = _NEXT.fullmatch(text[first.end : second.start]) is not None
    noun = second if first.name else first
    is_role = is_titled or bool(noun.article or noun.noun)
    return is_next and one_named and is_single and follows and is_role


def _is_role_of(first: NounPhrase, second: NounPhrase) -> bool:
    """Return whether ``second`` may be the role of ``first``: ``Dr Lind, the vet, and``."""
    is_role = second.kind is NounClass.PERSON and second.article == "the" and not second.name
    return bool(first.name) and is_role and second.after == ","


def _is_nickname(first: NounPhrase, second: NounPhrase, text: str) -> bool:
    """Return whether ``second`` says who ``first`` is, as in ``Bartholomew the cat``."""
    is_next = bool(first.name) and not first.noun and text[first.end : second.start] == " "
    is_who = second.kind in {NounClass.PERSON, NounClass.ANIMAL} and second.article == "the"
    return is_next and is_who and not second.name


def _find_names(phrases: Sequence[NounPhrase], place: int, text: str) -> int:
    """Return the place of two names of the two at ``place``: ``two brothers, Tomas and Emil,``.

    A place may come between: ``two bakers in a village, Gwen and Huw,``. Without a mark after the
    names, this may be a list: ``two dogs, Tomas and Emil find``. Return 0 without names.
    """
    for first, between in ((place + 1, _NEXT), (place + 2, _WHERE)):
        pair = phrases[first : first + 2]
        is_pair = len(pair) == _A_PAIR and _is_two(phrases[place]) and _are_two_names(*pair)
        if is_pair and between.fullmatch(text[phrases[place].end : pair[0].start]):
            return first
    return 0


def _is_two(group: NounPhrase) -> bool:
    return group.number == "two" and group.many


def _are_two_names(one: NounPhrase, two: NounPhrase) -> bool:
    is_pair = (
        one.before == ","
        and one.after == "CC"
        and two.before == "and"
        and two.after in {",", ".", ":", "", "WP"}
    )
    are_names = all(each.name and not each.noun for each in (one, two))
    return is_pair and are_names


_A_PAIR = 2

_NEXT = re.compile(r", (?:(?:aged )?\d+, )?")
"""Matches what comes between a noun and its apposition: a comma, or an age."""

_LISTED = re.compile(r",? (?:or|and) ")
"""Matches the words after the second of several things: ``the press, the Bible, or``."""

_APPOSITION_ENDS = frozenset({",", "IN", ".", ":", "", "WP", "WP$", "WDT", "WRB"})


def _join(first: NounPhrase, second: NounPhrase) -> NounPhrase:
    named, other = (second, first) if second.name else (first, second)
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
        """Return whether ``phrase`` certainly names a thing that can be carried."""
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
