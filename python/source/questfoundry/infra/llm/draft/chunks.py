"""Find the noun phrases of an idea, by the tags of its words."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, is_plural
from questfoundry.infra.llm.draft.phrases import (
    SHORT_TITLES,
    TIMES,
    TITLES,
    NounPhrase,
    join_appositions,
    name_phrase,
)
from questfoundry.infra.llm.draft.tagged_words import FINITE, Word

_CALLED = frozenset({"called", "named"})
_OWNERS = frozenset({"my", "our", "your", "her", "his", "their", "its", "whose"})
_PLACE_BEFORE = frozenset(
    {"in", "at", "on", "near", "aboard", "inside", "outside", "above", "below", "under", "beneath"}
)
_NATIONS = ("man", "ese", "ish", "ian", "can", "ench", "tch", "reek", "rab", "wiss", "raqi", "ani")
"""Endings of the names of nations."""

_MEASURES = frozenset(
    {"pack", "dose", "wagon", "pair", "cup", "bottle", "bag", "box", "crew", "band", "group"}
    | {"family", "team", "piece", "portrait", "ghost", "house", "museum", "department", "king"}
    | {"queen", "ambassador", "island", "city", "town", "village", "daughter", "son", "end"}
)
"""Nouns that need what follows ``of``: a pack of dogs, the king of Spain."""
_PEOPLES_VERBS = frozenset(
    {"overhears", "hears", "finds", "discovers", "wants", "says", "learns", "inherits", "opens"}
    | {"decides", "promises", "promised", "swears", "tells", "asks", "believes", "notices", "knows"}
    | {"receives", "hides", "buys", "sells", "steals", "writes", "reads", "remembers", "refuses"}
)
ORDERS = frozenset({"asked", "told", "hired", "offered", "ordered", "paid", "sent", "forced"})
_PERCEPTIONS = frozenset(
    {"hear", "hears", "heard", "see", "sees", "saw", "watch", "watches", "make", "makes", "let"}
)
_BARE_VERBS = frozenset(
    {"ring", "sing", "cry", "knock", "lie", "talk", "go", "come", "fall", "burn", "sleep", "leave"}
    | {"stay", "win", "sink", "drown", "pass", "run", "escape", "die"}
)
_NAMES = frozenset({"NNP", "NNPS"})
_DO = frozenset({"do", "does", "did"})
_REACH = 5
_COMPANIES = frozenset(
    {"pack", "pair", "crew", "band", "group", "family", "team", "gang", "troupe"}
)


def find_phrases(text: str, words: Sequence[Word], classes: NounClasses) -> tuple[NounPhrase, ...]:
    """Return the noun phrases of ``text``, in order; an apposition and its noun are one phrase."""
    return tuple(join_appositions(list(_Chunker(text, words, classes).read()), text))


@frozen
class _Chunker:
    """A reader of base noun phrases, by the tags of the words."""

    text: str
    words: Sequence[Word]
    classes: NounClasses

    def read(self) -> Iterator[NounPhrase]:
        place, owner = 0, ""
        while place < len(self.words):
            phrase, place = self._read_at(place, owner)
            owner = _own(phrase) if phrase and phrase.owns else ""
            if phrase:
                yield phrase

    def _read_at(self, place: int, owner: str) -> tuple[NounPhrase | None, int]:
        """Return the phrase at ``place``, if any, and the place to read on from."""
        first = place
        while self._tag(first) in {"DT", "PRP$", "CD", "WP$"} and not (owner and first > place):
            first += 1
        end = self._find_end(first)
        if end == first:
            return None, place + 1
        last, end = end, self._drop_verb(first, end)
        if end < last:
            return self._build(place, first, end, end, owner, owns=False), last
        end = self._add_called(end)
        owns = self._tag(end) == "POS"
        end_of = end if owns else self._add_of(first, end)
        phrase = self._build(place, first, end, end_of, owner, owns=owns)
        return phrase, end_of + owns

    def _tag(self, place: int) -> str:
        return self.words[place].tag if 0 <= place < len(self.words) else ""

    def _find_end(self, first: int) -> int:
        """Return the place after the last noun or name of the phrase that begins at ``first``."""
        end = place = first
        while self._is_inner(place) and not self._is_perceived(first, place):
            place += 1
            word = self.words[place - 1]
            end = place if word.is_noun or word.is_name else end
        return end

    def _drop_verb(self, first: int, end: int) -> int:
        """Return ``end`` without a last word that is a verb: ``three cleaners plan to steal``."""
        is_after_noun = end - first > 1 and self.words[end - 2].is_noun
        is_verb = self.words[end - 1].tag == "NN"
        follows = self._tag(end) == "TO" and self._tag(end - 2) == "NNS"
        has_object = self._tag(end) in {"DT", "PRP$", "CD"}
        is_asked = any(each.low in _DO for each in self.words[max(0, first - 2) : first])
        is_asked = is_asked and self._tag(end) in {".", "", "IN", "TO"}
        is_next = is_asked or ((follows or has_object) and not self._has_verb_before(first))
        return end - 1 if is_after_noun and is_verb and is_next else end

    def _has_verb_before(self, place: int) -> bool:
        before = next((n for n in reversed(range(place)) if self._tag(n) in {".", ":"}), -1)
        return any(each.tag in FINITE for each in self.words[before + 1 : place])

    def _is_perceived(self, first: int, place: int) -> bool:
        """Return whether ``place`` has a verb after a person, as in ``hears the minister lie``."""
        before = self.words[max(0, first - 2) : first]
        is_perceived = place > first and any(each.low in _PERCEPTIONS for each in before)
        last = self.words[place - 1]
        is_verb = self.words[place].low in _BARE_VERBS or self.classes.is_person(last.low)
        return is_perceived and last.is_noun and is_verb

    def _is_inner(self, place: int) -> bool:
        tag = self._tag(place)
        return tag in {"NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS"} or (
            tag == "CD"
            and self._tag(place - 1) in {"NN", "NNP"}
            and self.words[place].text[0].isdigit()
        )

    def _add_called(self, end: int) -> int:
        """Return the place after a name such as ``called Gladstone`` at ``end``, else ``end``."""
        is_called = end < len(self.words) and self.words[end].low in _CALLED
        return self._find_end(end + 1) if is_called and self._tag(end + 1) == "NNP" else end

    def _add_of(self, first: int, end: int) -> int:
        """Return the place after ``of dogs`` at ``end`` if the phrase needs it, else ``end``."""
        if end >= len(self.words) or self.words[end].low != "of":
            return end
        start = end + 1
        while self._tag(start) in {"DT", "CD"}:
            start += 1
        after = self._find_end(start)
        is_name = after > start and self.words[start].is_name
        if is_name:
            after = next(n for n in range(start, after + 1) if self._tag(n) not in _NAMES)
        head = self.words[end - 1]
        if self.classes.is_person(head.low) and head.low not in _MEASURES:
            return end
        needs = head.low.removesuffix("s") in _MEASURES or head.is_name or is_name
        return after if after > start and needs and first < end else end

    def _find_after(self, place: int) -> str:
        """Return the tag at ``place``; for a comma before ``who``, that of ``who``."""
        is_who = self._tag(place) == "," and self._tag(place + 1) in {"WP", "WP$"}
        return self._tag(place + is_who)

    def _build(
        self, place: int, first: int, end: int, end_of: int, owner: str, *, owns: bool
    ) -> NounPhrase:
        inner = self.words[first:end]
        names = self._list_names(inner)
        nouns = [each for each in inner if each not in names and each.low not in _CALLED]
        determiners = self.words[place:first]
        if self._is_described_place(place, nouns, names):
            inner, nouns, determiners = list(names), [], []
        noun = " ".join(each.text if each.is_name else each.low for each in nouns)
        last = self.words[end_of - 1]
        own = next((each.low for each in determiners if each.low in _OWNERS), "")
        return NounPhrase(
            text=self.text[self.words[place].start : last.end],
            words=self._lower(place, self.text[inner[0].start : last.end]),
            noun=noun,
            kind=self._classify_of(end, end_of) or self._classify(nouns, names, place, end),
            start=self.words[place].start,
            end=last.end,
            owner=owner or own,
            name=self.text[names[0].start : names[-1].end] if names else "",
            before=self.words[place - 1].low if place else "",
            after=self._find_after(end_of + owns),
            number=next((each.low for each in determiners if each.tag == "CD"), ""),
            article=next((each.low for each in determiners if each.tag == "DT"), ""),
            many=bool(nouns) and nouns[-1].tag == "NNS" and is_plural(nouns[-1].low),
            owns=owns,
        )

    def _is_described_place(self, place: int, nouns: Sequence[Word], names: Sequence[Word]) -> bool:
        """Return whether adjectives come before a place's name: ``in a quarantined Venice``."""
        is_one = (
            bool(names) and self.words[place].low in {"a", "an"} and self._tag(place - 1) == "IN"
        )
        return is_one and all(each.tag.startswith("JJ") for each in nouns)

    def _lower(self, place: int, words: str) -> str:
        """Return ``words`` without the capital letter of the sentence that begins at ``place``."""
        is_first = self._tag(place - 1) in {"", "."} and not self.words[place].is_name
        is_plain = words[1:].partition(" ")[0].islower()
        return words[:1].lower() + words[1:] if is_first and is_plain else words

    def _list_names(self, inner: Sequence[Word]) -> Sequence[Word]:
        """Return the names at the end of a phrase, but not names before a noun or nationalities."""
        if any(character.isdigit() for character in inner[-1].text):
            return ()
        first = next((n for n in reversed(range(len(inner))) if not inner[n].is_name), -1)
        names = inner[first + 1 :]
        is_people = len(names) == 1 and names[0].low.endswith(_NATIONS)
        return () if is_people and self._follows_a(inner[0]) else names

    def _follows_a(self, word: Word) -> bool:
        """Return whether ``a`` or ``an`` comes before ``word``, as in ``a German``."""
        place = self.words.index(word)
        return place > 0 and self.words[place - 1].low in {"a", "an"}

    def _classify_of(self, end: int, end_of: int) -> NounClass | None:
        """Return ``GROUP`` for people or animals, as in ``a pack of dogs``; otherwise ``None``."""
        if end == end_of or self.words[end - 1].low not in _COMPANIES:
            return None
        kind = self.classes.classify(self.words[end_of - 1].low)
        return NounClass.GROUP if kind in {NounClass.PERSON, NounClass.ANIMAL} else None

    def _classify(
        self, nouns: Sequence[Word], names: Sequence[Word], place: int, end: int
    ) -> NounClass:
        noun = " ".join(each.text if each.is_name else each.low for each in nouns)
        before = self.words[place - 1].low if place else ""
        if noun and noun.rpartition(" ")[2].lower() in TIMES:
            return NounClass.SKIP
        if names and noun and self._is_where(place):
            return NounClass.PLACE
        if noun:
            kind = self.classes.classify(noun)
            is_known = self.classes.find_listed(noun) or self.classes.find_listed(
                noun.rpartition(" ")[2]
            )
            is_named = bool(names) and before not in _PLACE_BEFORE and not nouns[-1].is_noun
            acts = (self._acts(end) and before not in {*_PLACE_BEFORE, "of"}) or is_named
            is_who = self._is_who(end) and self._tag(place - 1) != "IN"
            acts = acts or self._is_asking(place) or is_who
            return NounClass.PERSON if acts and not is_known else kind
        return self._classify_name(names, place, end)

    def _is_where(self, place: int) -> bool:
        """Return whether ``place`` begins a place's name, as in ``in medieval Prague``."""
        before = self.words[place - 1].low if place else ""
        return before in {"in", "near"} and self._tag(place) not in {"DT", "PRP$", "CD"}

    def _acts(self, end: int) -> bool:
        """Return whether a verb for acts of people follows, as in ``in Lagos opens``."""
        places = range(end, min(end + _REACH, len(self.words)))
        verb = next((each for each in places if self.words[each].tag in FINITE), None)
        gap = self.words[end:verb] if verb is not None else ()
        is_near = all(each.tag in {"IN", "DT", "NNP", "NN", "RB"} for each in gap)
        return verb is not None and is_near and self.words[verb].low in _PEOPLES_VERBS

    def _is_who(self, end: int) -> bool:
        """Return whether ``who`` follows, which shows that an unknown noun is somebody."""
        return end < len(self.words) and self.words[end].low == "who"

    def _is_asking(self, place: int) -> bool:
        """Return whether the phrase at ``place`` asks or orders, as in ``is asked by a judge``."""
        before = self.words[max(0, place - 2) : place]
        return [each.low for each in before][1:] == ["by"] and before[0].low in ORDERS

    def _classify_name(self, names: Sequence[Word], place: int, end: int) -> NounClass:
        """Return the class of a name, by its own words or by those around it."""
        before = self.words[place - 1].low if place else ""
        if any(character.isdigit() for word in names for character in word.text):
            return NounClass.OTHER
        if names[0].low in SHORT_TITLES:
            return NounClass.PERSON
        for word in (names[-1], names[0]):
            listed = self.classes.find_listed(word.low)
            acts = not self.words[place].is_determiner and self._tag(end) in FINITE | {"WP"}
            if listed in _LISTED and not (acts and listed is NounClass.THING):
                return listed
        if TIMES.intersection(each.low.removesuffix("s") for each in names):
            return NounClass.SKIP
        if before in {"in", "of", "last", "until", "since", "by"} and names[0].low in _MONTHS:
            return NounClass.SKIP
        if not self._has_verb_around(place):
            return NounClass.SKIP if before not in _PLACE_BEFORE else NounClass.PLACE
        dates = self.words[max(0, place - 3) : place] if before == "," else ()
        is_dated = any(each.text[-1].isdigit() for each in dates) and self._tag(end) in {
            ",",
            ".",
            "",
        }
        if before in {"in", "near"} or is_dated:
            return NounClass.PLACE
        return self._classify_person(names, place, end)

    def _classify_person(self, names: Sequence[Word], place: int, end: int) -> NounClass:
        """Return the class of a name in a clause with a verb; in doubt, it is a person."""
        before = self.words[place - 1].low if place else ""
        if self.classes.is_person(names[0].low) or names[0].low in TITLES:
            return NounClass.PERSON
        if self.words[place].tag == "DT" and self.words[place].low == "the":
            return NounClass.OTHER
        acts = self._tag(end) in {"VBZ", "VBD", "VBP", "MD", "POS", "WP"}
        if before in _PLACE_BEFORE or before == "of" or (before in _WAYS and not acts):
            return NounClass.PLACE
        return NounClass.PERSON

    def _has_verb_around(self, place: int) -> bool:
        """Return whether the clause at ``place`` has a finite verb; a title has none."""
        before = next((n for n in reversed(range(place)) if self._tag(n) in {".", ":"}), -1)
        ends = (n for n in range(place, len(self.words)) if self._tag(n) in {".", ":"})
        clause = self.words[before + 1 : next(ends, len(self.words))]
        return any(each.tag in {"VBZ", "VBP", "VBD", "MD"} for each in clause)


_LISTED = frozenset({NounClass.PLACE, NounClass.THING, NounClass.GROUP, NounClass.EVENT})
"""The classes of names that the lists of nouns show."""

_WAYS = frozenset({"of", "to", "from", "across", "through", "into", "leaves", "reach", "towards"})
_MONTHS = frozenset(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september"}
    | {"october", "november", "december"}
)


def _own(phrase: NounPhrase) -> str:
    return f"{name_phrase(phrase)}'" + ("" if phrase.many and phrase.text.endswith("s") else "s")
