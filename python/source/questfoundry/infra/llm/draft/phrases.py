"""Find what an idea names: noun phrases between function words, with owners and names."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, is_plural
from questfoundry.infra.llm.draft.tokens import Token, split_tokens

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ARTICLES = frozenset({"a", "an", "the", "this", "another", "some", "every", "each", "both"})
_MINE = frozenset({"my", "our", "your"})
_OWNERS = frozenset({*_MINE, "her", "his", "their", "its", "whose"})
_LONGEST_ROLE = 3
"""The most words of a role without an article."""

_STARTS = frozenset({*_ARTICLES, *_OWNERS, *NUMBERS, "one"})
_ADVERB = re.compile(r"\w{3,}ly$")
_LY = "lonely elderly early deadly ugly friendly ghostly family holy"
_ADJECTIVES_IN_LY = frozenset(_LY.split())
_FIRST_WORDS = frozenset(
    {"first", "second", "third", "last", "same", "other", "half", "next", "own"}
)
_OBJECT_WORDS = "him them it that who whom against to for from"
_OBJECTS = frozenset(_OBJECT_WORDS.split())
_PLACE_WORDS = "in at near aboard inside outside above below under"
_PLACE_BEFORE = frozenset(_PLACE_WORDS.split())
TITLE = re.compile(
    r"(?:Mrs?|Ms|Miss|Dr|Sister|Dame|Sir|Captain|Father|Mother|Dom|Lady|Lord|Detective|Inspector"
    r"|Professor|Queen|King|Prince|Princess|Sergeant|Colonel|Doctor|Judge|Mayor|Count|Countess"
    r"|Baron)\b"
)
"""Matches a title before a name, such as ``Captain``."""


@frozen(kw_only=True)
class NounPhrase:
    """A noun phrase or a name in an idea.

    ``owner``: the possessive before the noun, such as ``the clockmaker's`` or ``her``.
    ``noun``: the words after the article, in lower case; empty for a name alone.
    ``name``: the proper name.
    ``before``: the word or punctuation mark before the phrase, in lower case; empty at the start.
    ``number``: the number word before a plural.
    ``owns``: whether the phrase is itself a possessive.
    """

    noun: str
    kind: NounClass
    start: int
    end: int
    owner: str = ""
    name: str = ""
    before: str = ""
    number: str = ""
    many: bool = False
    owns: bool = False

    @property
    def head(self) -> str:
        """The last word of the noun."""
        return self.noun.rpartition(" ")[2]


def find_phrases(text: str, classes: NounClasses) -> tuple[NounPhrase, ...]:
    """Return the noun phrases in ``text``, in order; a name and its noun are one phrase."""
    tokens = split_tokens(text, frozenset(classes.known_classes))
    return tuple(_join_all(_Reader(tokens, classes).read(), text))


@frozen
class _Reader:
    tokens: Sequence[Token]
    classes: NounClasses

    def read(self) -> Iterator[NounPhrase]:
        """Yield the phrases; a name and the noun that belongs to it are still separate."""
        place = 0
        while place < len(self.tokens):
            phrases, after = self._read_at(place)
            yield from phrases
            place = max(after, place + 1)

    def _read_at(self, place: int) -> tuple[Sequence[NounPhrase], int]:
        token = self.tokens[place]
        if token.is_name:
            return self._read_name(place)
        if token.low in _STARTS:
            first = self._skip_starts(place)
            return self._read_noun(place, first, self._find_owner(place, first))
        if token.is_word and self._is_bare(place):
            return self._read_noun(place, place, "")
        return (), place

    def _skip_starts(self, place: int) -> int:
        first = place + 1
        while first < len(self.tokens) and self.tokens[first].low in {*NUMBERS, *_FIRST_WORDS}:
            first += 1
        return first

    def _find_owner(self, place: int, first: int) -> str:
        return next((each.low for each in self.tokens[place:first] if each.low in _OWNERS), "")

    def _is_bare(self, place: int) -> bool:
        """Return whether a noun without an article begins at ``place``."""
        before = self._before(place)
        is_plural_run = before not in {"'", "as"} and self._is_plural_run(place)
        return is_plural_run or self._is_role_run(place)

    def _is_role_run(self, place: int) -> bool:
        """Return whether the words at ``place`` are a role before a name: ``old captain Wren``."""
        end = place
        while end < len(self.tokens) and self.tokens[end].is_word:
            if self.tokens[end].low in self.classes.words.verbs:
                return False
            end += 1
        is_before_name = place < end < len(self.tokens) and self.tokens[end].is_name
        is_short = is_before_name and end - place <= _LONGEST_ROLE
        return is_short and self.classes.is_person(self.tokens[end - 1].low)

    def _is_plural_run(self, place: int) -> bool:
        """Return whether the word at ``place``, or the word after it, is a plural from a list."""
        verbs = self.classes.words.verbs
        for each in self.tokens[place : place + 2]:
            if not each.is_word or each.low in verbs:
                return False
            if is_plural(each.low):
                return self.classes.is_known(each.low)
            if self.classes.is_known(each.low):
                return False
        return False

    def _before(self, place: int) -> str:
        """Return the word before ``place``; a year is skipped: ``in`` for ``in 1943 Paris``."""
        before = place - 2 if place > 1 and self.tokens[place - 1].text.isdigit() else place - 1
        return self.tokens[before].low if before >= 0 else ""

    def _read_name(self, place: int) -> tuple[Sequence[NounPhrase], int]:
        token = self.tokens[place]
        phrase = NounPhrase(
            noun="",
            name=token.text,
            kind=self._classify_name(token, self._before(place)),
            start=token.start,
            end=token.end,
            before=self._before(place),
            owns=token.owns,
        )
        if not token.owns:
            return (phrase,), place + 1
        owned, after = self._read_noun(place, place + 1, f"{token.text}'s")
        return (phrase, *owned), after

    def _classify_name(self, token: Token, before: str) -> NounClass:
        """Return the class of a name, by its last word, its first word or the word before it."""
        words = token.low.split()
        for listed in map(self.classes.find_listed, (words[-1], words[0])):
            if listed in {NounClass.PLACE, NounClass.THING, NounClass.GROUP}:
                return listed
        has_title = TITLE.match(token.text) is not None
        is_place = before in _PLACE_BEFORE or (before == "of" and " " not in token.text)
        return NounClass.PLACE if is_place and not has_title else NounClass.PERSON

    def _read_noun(self, place: int, first: int, owner: str) -> tuple[Sequence[NounPhrase], int]:
        """Return the noun phrase at ``first`` with the phrases that it owns, and the next index."""
        end = self._find_end(first)
        words = self.tokens[first:end]
        if not words:
            return (), first
        phrase = self._build(place, first, end, owner)
        if not words[-1].owns:
            return (phrase,), end
        said = phrase.noun
        article = owner if owner.endswith("'s") else ("your" if owner else "the")
        prefix = f"{article} {said}"
        ending = "'" if phrase.many and said.endswith("s") else "'s"
        owned, after = self._read_noun(place, end, prefix + ending)
        return (phrase, *owned), after

    def _find_end(self, first: int) -> int:
        """Return the index after the last word of the noun that begins at ``first``."""
        for place in range(first, len(self.tokens)):
            token = self.tokens[place]
            if self._is_inner_name(place):
                continue
            if not token.is_word or self._is_verb(place, first):
                return place
            if token.owns:
                return place + 1
        return len(self.tokens)

    def _is_inner_name(self, place: int) -> bool:
        """Return whether the name at ``place`` is inside a noun phrase: ``a small Kansas town``."""
        token, *after = self.tokens[place : place + 2]
        if not token.is_name or token.owns or not after or not after[0].is_word:
            return False
        is_verb = after[0].low in self.classes.words.verbs
        return not is_verb and self.classes.find_listed(after[0].low) is not None

    def _is_verb(self, place: int, first: int) -> bool:
        if place == first:
            return False
        word, before = self.tokens[place].low, self.tokens[place - 1].low
        if _ADVERB.match(word) and word not in _ADJECTIVES_IN_LY:
            return True
        if word in {"named", "called", "who", "whose"}:
            return True
        if word not in self.classes.words.verbs:
            is_unlisted = word.endswith("s") and not self.classes.is_known(word)
            return word == "will" or (is_unlisted and self.classes.is_person(before))
        if self.classes.find_listed(word) and is_plural(word):
            return self._has_object(place)
        known = self.classes.find_listed(word)
        return self.classes.is_known(before) or (word.endswith("s") and not known)

    def _has_object(self, place: int) -> bool:
        """Return whether an object follows ``place``, so that the word there is a verb."""
        after = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
        return after is not None and (after.is_name or after.low in _STARTS | _OBJECTS)

    def _build(self, place: int, first: int, end: int, owner: str) -> NounPhrase:
        words = self.tokens[first:end]
        low = self.tokens[place:first]
        number = next((each.low for each in low if each.low in NUMBERS), "")
        extra = " ".join(each.low for each in low if each.low in _FIRST_WORDS - {"own"})
        noun = " ".join(each.text if each.is_name else each.low for each in words)
        return NounPhrase(
            noun=f"{extra} {noun}".strip(),
            kind=self.classes.classify(noun),
            start=self.tokens[place].start,
            end=words[-1].end,
            owner=owner,
            before=self._before(place),
            number=number,
            many=is_plural(noun.rpartition(" ")[2]),
            owns=words[-1].owns,
        )


def _join_all(found: Iterator[NounPhrase], text: str) -> Iterator[NounPhrase]:
    """Yield ``found``, with each name joined to the noun before or after it."""
    last: NounPhrase | None = None
    for each in found:
        joined = _join(last, each, text) if last else None
        if last and not joined:
            yield last
        last = joined or each
    if last:
        yield last


def _join(first: NounPhrase, second: NounPhrase, text: str) -> NounPhrase | None:
    between = text[first.end : second.start]
    if second.name and first.noun and not (first.name or first.owns or first.many):
        if _precedes_name(first, between, text[second.end :]):
            return evolve(first, name=second.name, end=second.end, owns=second.owns)
    elif first.name and not (first.noun or second.name) and between == ", ":
        is_closed = text[second.end : second.end + 1] in {",", ".", ""}
        if second.kind is NounClass.PERSON and is_closed and not second.many:
            return evolve(second, name=first.name, start=first.start, before=first.before)
    return None


def _precedes_name(noun: NounPhrase, between: str, after: str) -> bool:
    """Return whether the name after ``noun`` belongs to it: ``the dog called Biscuit``."""
    if not re.fullmatch(r",? (?:(?:named|called|who is called) )?", between):
        return False
    return between.strip() != "," or (noun.kind is NounClass.PERSON and after[:1] in {",", "."})
