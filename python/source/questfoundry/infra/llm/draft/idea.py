"""Read an idea: who and what it names, and the form of its question, by word lists and patterns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.text.names.stated_names import find_names
from questfoundry.infra.llm.draft.cast import Person, Place, Thing
from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.premise import QuestionShape

_ARTICLE = r"(?:an?|the|her|his|their|its|one of the|that|this)"
_WORDS = r"(?:[\w'\u2019-]+ ){0,3}?"
_SMALL = frozenset(
    "a an the of to in on at and or but is are was were has have had must who whose that which for "
    "from with by his her their its it them him not never be been as into after before until "
    "wants asks keeps finds says told swore promised now one two".split()
)


@frozen(kw_only=True)
class Mention:
    """A person whom the idea mentions, with the words around the mention in lower case.

    ``start``: the position of the mention in the idea.
    """

    person: Person
    near: frozenset[str]
    start: int
    named: bool


@frozen(kw_only=True)
class IdeaWords:
    """The word lists of ``prompts/draft/idea.yaml``."""

    entries: Mapping[str, Any]

    def pattern(self, *keys: str) -> str:
        """Return the alternatives in an entry as one pattern."""
        found: Any = self.entries
        for key in keys:
            found = found[key]
        return str(found)

    def find(self, group: str, text: str) -> str:
        """Return the first key of ``group`` whose words occur in ``text``, or an empty string."""
        for key in self.entries[group]:
            if re.search(rf"\b(?:{self.pattern(group, key)})\b", text, re.IGNORECASE):
                return str(key)
        return ""

    def join(self, group: str) -> str:
        """Return all words of ``group`` as one pattern."""
        return "|".join(map(str, self.entries[group].values()))


@frozen(slots=False)
class Idea:
    """An author's idea, read with ``words``; ``trades`` are the nouns of known trades."""

    text: str
    words: IdeaWords
    trades: tuple[str, ...] = ()

    @property
    def shape(self) -> QuestionShape:
        """The form of the question that the idea asks."""
        return QuestionShape(self.words.find("shapes", self.text) or QuestionShape.WHETHER)

    @property
    def motive(self) -> str:
        """The reason that the idea states, or an empty string."""
        return self.words.find("motives", self.text)

    @cached_property
    def said(self) -> frozenset[str]:
        """The words of the idea in lower case, without small words."""
        return frozenset(re.findall(r"[a-z][a-z-]{3,}", self.text.lower())) - _SMALL

    @cached_property
    def lead(self) -> str:
        """The player's role without article; empty if the idea has none."""
        known = "|".join(map(re.escape, sorted(self.trades, key=len, reverse=True))) or "(?!)"
        people = f"{self.words.join('people')}|{known}"
        pattern = rf"(?:^|[.,;] |\b){_ARTICLE} ({_WORDS}(?:{people}))\b"
        found = re.search(pattern, self.text, re.IGNORECASE)
        first = re.match(r"(?:an?|the) ((?:[\w'-]+ ){0,2}?[a-z-]+)(?= (?:\w+s|\w+ed|must|who|on|at|in|of|is|can|has)\b)", self.text, re.IGNORECASE)
        if first and (not found or first.start() < found.start()):
            return first[1].lower() if first[1].istitle() else first[1]
        return found[1] if found else ""

    @cached_property
    def place(self) -> Place | None:
        """The place that the idea names, or ``None``."""
        nouns = self.words.join("places")
        pattern = rf"\b(?:on|at|in|aboard|inside) ((?:(?:an?|the|her|his|their|our) )?{_WORDS}(?:{nouns}))\b"
        found = re.search(pattern, self.text, re.IGNORECASE)
        if not found:
            return None
        noun = re.sub(r"^(?:an?|her|his|their|our) ", "the ", found[1], flags=re.IGNORECASE)
        return Place(name=noun, preposition=self._find_preposition(noun))

    def _find_preposition(self, noun: str) -> str:
        last = noun.rpartition(" ")[2]
        return self.words.find("places", last) or "in"

    @cached_property
    def thing(self) -> Thing | None:
        """The thing that the idea is about, or ``None``."""
        for kind in self.words.entries["things"]:
            nouns = self.words.pattern("things", kind)
            pattern = rf"\b({_ARTICLE} )({_WORDS})({nouns})\b"
            for found in re.finditer(pattern, self.text, re.IGNORECASE):
                if self.place and found[3] in self.place.name.split():
                    continue
                name = f"the {drop_small(found[2])}{found[3]}"
                return Thing(name=name, kind=str(kind), many=_is_plural(found[3]))
        return None

    @cached_property
    def people(self) -> tuple[Mention, ...]:
        """The people whom the idea mentions besides the lead, in order."""
        found = [*self._list_named(), *self._list_nouns()]
        kept: list[Mention] = []
        for each in sorted(found, key=lambda one: one.start):
            if all(abs(each.start - other.start) > len(other.person.intro) for other in kept):
                kept.append(each)
        return tuple(kept)

    def _list_named(self) -> Iterator[Mention]:
        place = self.place.name if self.place else ""
        earlier = ""
        for span in find_names(self.text):
            if span.name in place or re.search(rf"\b(?:{self.words.join('places')})$", span.name, re.IGNORECASE):
                continue
            before = self.text[: span.start]
            role, noun = self._find_role(before, earlier)
            short = span.name if re.match(r"(?:Mrs?|Ms|Dr|Sister|Dame|Sir)\b", span.name) else span.name.split()[0]
            person = Person(
                name=span.name,
                short=short,
                they=self._find_pronoun(noun, span.end),
                role=role,
                status=self.words.find("status", " ".join(before.split()[-2:])) or "here",
            )
            earlier = short
            start = span.start - (len(noun) + 1 if noun else 0)
            yield Mention(person=person, near=self._words_near(start, span.end), start=start, named=True)

    def _find_role(self, before: str, earlier: str) -> tuple[str, str]:
        """Return the role phrase before a name, and its noun."""
        people = self.words.join("people")
        pattern = rf"\b(an?|the|her|his|their|my|[A-Z][\w-]*['\u2019]s) ({_WORDS}(?:{people})) $"
        found = re.search(pattern, before, re.IGNORECASE)
        if not found:
            return "", ""
        owner = found[1]
        if owner.lower() in {"her", "his", "their", "my"}:
            owner = f"{earlier}'s" if earlier else "your"
        elif owner.lower() in {"a", "an"}:
            owner = "the"
        return f"{owner} {found[2]}", found[2].rpartition(" ")[2]

    def _find_pronoun(self, noun: str, end: int) -> str:
        if noun and (they := self.words.find("people", noun)) != "they":
            return they
        after = re.search(r"\b(she|her|he|his|him)\b", self.text[end : end + 60])
        if after:
            return "she" if after[1] in {"she", "her"} else "he"
        return ""

    def _list_nouns(self) -> Iterator[Mention]:
        people = self.words.join("people")
        pattern = rf"\b(an?|the|her|his|their|[A-Za-z][\w-]*['\u2019]s) ({_WORDS})({people})\b(?! [A-Z])"
        for found in re.finditer(pattern, self.text):
            noun = f"{drop_small(found[2])}{found[3]}"
            if self.lead and noun in self.lead:
                continue
            owner = found[1] if found[1].endswith("s") and "'" in found[1] else "the"
            status = self.words.find("status", found[2]) or "here"
            bare = re.sub(rf"\b(?:{self.words.join('status')})\b ?", "", noun).strip()
            name = f"{owner} {bare}"
            they = self.words.find("people", found[3])
            person = Person(name=name, short=name, they="" if they == "they" else they, status=status)
            yield Mention(person=person, near=self._words_near(found.start(), found.end()), start=found.start(), named=False)

    def _words_near(self, start: int, end: int) -> frozenset[str]:
        before, after = self.text[:start].split()[-4:], self.text[end:].split()[:3]
        inside = self.text[start:end].split()
        return frozenset(re.sub(r"\W", "", each).lower() for each in (*before, *inside, *after))

    def read_phrases(self) -> Mapping[str, str]:
        """Return the verb phrases that the idea states: its ``vow``, ``until`` and ``plea``."""
        promise = self.words.entries["promise"]
        pattern = rf"\b(?:{promise})\b([^.;]*?)\b(never |not )?to (\w[^.,;]*?)(?=[.,;]| (?:until|before|and|when|if)\b|$)"
        found = re.search(pattern, self.text, re.IGNORECASE)
        if not found or not self.thing:
            return {}
        phrase = self._settle_phrase(found[3])
        if not phrase:
            return {}
        return {"plea": phrase} if found[2] else {"vow": phrase, "until": "at"}

    def _settle_phrase(self, phrase: str) -> str:
        """Return ``phrase`` with the name of the thing, or nothing if it names somebody else."""
        thing = self.thing.name if self.thing else ""
        noun = drop_article(thing)
        settled = re.sub(rf"\b{_ARTICLE} (?:[\w-]+ )*?{re.escape(noun.rpartition(' ')[2])}\b", thing, phrase)
        verb = settled.split()[0].lower()
        if verb in {"keep", "hold", "guard"}:
            return ""
        has_other = re.search(r"\b(?:her|his|their|him|them|she|he|they|me|my|your)\b|[A-Z]", settled)
        return "" if has_other or thing not in settled else settled


def drop_small(words: str) -> str:
    """Return ``words`` without small words at its start, with the space after the last word."""
    kept: Sequence[str] = words.split()
    while kept and kept[0].lower() in {"of", "the", "a", "an"}:
        kept = kept[1:]
    return f"{' '.join(kept)} " if kept else ""


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))


def with_pronoun(person: Person, they: str) -> Person:
    """Return ``person`` with the pronoun ``they`` if the idea states none."""
    return person if person.they else evolve(person, they=they)
