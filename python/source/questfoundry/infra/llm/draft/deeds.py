"""Find what an idea asks: a deed, its alternative, what somebody has done, or a bare fact.

Each result is in the author's own words, in a form that scenes can use: a verb phrase in the base
form that follows ``you``, ``to`` or ``will``.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise

from attrs import frozen

from questfoundry.infra.llm.draft.nouns import to_singular
from questfoundry.infra.llm.draft.phrases import NounPhrase, name_phrase
from questfoundry.infra.llm.draft.tagging import Word

_ASKING = frozenset({"will", "can", "should", "does", "do", "could", "would", "must", "shall"})
_NEEDS = frozenset({"has", "have", "had", "needs", "need", "needed", "got"})
_WANTING = frozenset({"need", "needs", "needed"})
_STRIVES = frozenset(
    {
        "wants",
        "want",
        "wanted",
        "tries",
        "try",
        "tried",
        "hopes",
        "hope",
        "sets",
        "decided",
        "plans",
    }
    | {"vows", "intends", "means", "agrees", "offers", "learns", "learn", "fights", "struggles"}
)
_SENT = frozenset(
    {"sent", "hired", "asked", "ordered", "told", "forced", "invited", "paid", "offered", "chosen"}
    | {"supposed", "expected", "called", "commissioned", "assigned", "begged", "tasked"}
)
_BE = frozenset({"is", "are", "was", "were", "been", "being", "be", "gets", "got", "'s"})
_THINKS = frozenset({"decide", "choose", "know", "learn", "discover", "find", "see", "wonder"})
_OBJECT_CLAUSES = frozenset({"what", "how", "why", "where", "that"})
_CLAUSE = frozenset(
    {"before", "until", "till", "when", "while", "because", "if", "though", "although", "unless"}
    | {"after", "since", "as", "so", "but", "where", "which", "who", "whose", "how", "what", "why"}
)
_DISCOVERED = re.compile(
    r"\b(?:discover|find|found|finds|learn|notice|reali[sz]e|hear|suspect|see|know)"
    r"(?:e?s|ed)?(?: out)? that ([^.,;:!?]+)"
)
"""Matches what somebody in the idea finds out."""

_FINITE = frozenset({"VBZ", "VBP", "VBD"})
_RELATIVE = frozenset({"that", "who", "which", "whose", "where", "when"})
_LONGEST, _SHORTEST = 22, 1


@frozen(kw_only=True)
class Asked:
    """What an idea asks; a part that the idea does not state is empty.

    ``deed``, ``instead``: what the player may do, and the alternative, in the base form.
    ``done``: what somebody has done, in the past.
    ``fact``: a clause that is true.
    ``pair``: the two candidates of a choice, as noun phrases.
    ``is_open``: whether the deed is in question, and no task.
    """

    deed: str = ""
    instead: str = ""
    done: str = ""
    fact: str = ""
    pair: tuple[str, ...] = ()
    is_open: bool = False

    @property
    def phrases(self) -> Mapping[str, str]:
        """The stated parts by the keys of the premises' phrases."""
        one, two = self.pair or ("", "")
        found = {
            "deed": self.deed,
            "instead": self.instead,
            "done": self.done,
            "fact": self.fact,
            "one": one,
            "two": two,
        }
        return {key: words for key, words in found.items() if words}


@frozen(kw_only=True)
class DeedReader:
    """A reader of the deeds in one idea.

    ``lead``: the phrase for the player, if there is one. ``forms``: the pronouns that mean the
    player, in lower case.
    """

    text: str
    words: Sequence[Word]
    phrases: Sequence[NounPhrase]
    lead: NounPhrase | None
    forms: frozenset[str]

    def read(self) -> Asked:
        """Return what the idea asks; a question counts more than a need, and a need than a wish."""
        done = next(self._list_done(), "")
        pair = next(self._list_pairs(), ())
        asked = next(self._list_questions(), None)
        tasks = chain(self._list_needs(), self._list_wishes())
        deed, instead = asked or next(tasks, ("", ""))
        fact = "" if deed or done or pair else self._find_fact()
        is_open = asked is not None and not self._asks_how() and not any(self._list_needs())
        return Asked(deed=deed, instead=instead, done=done, pair=pair, fact=fact, is_open=is_open)

    def _asks_how(self) -> bool:
        """Return whether the question is how, or whether the player can: a task."""
        return any(each.low in {"how", "can"} for each in self.words)

    # Deeds

    def _list_questions(self) -> Iterator[tuple[str, str]]:
        """Yield the deeds of questions such as ``Will he cross?`` and ``whether to sell it``."""
        for place, word in enumerate(self.words):
            before = self._at(place - 1)
            opens = before.tag in {"", ".", ":", ","} or before.low in {"how", "and", "or"}
            if word.low == "whether" and self._at(place + 1).low == "to":
                yield from self._take(place + 2)
            elif word.low == "whether" and self._at(place + 2).tag == "MD":
                yield from self._take(place + 3)
            elif word.low in _ASKING and opens and not self._asks_amount(place):
                subject_end = self._skip_subject(place + 1)
                if subject_end:
                    yield from self._take(subject_end)

    def _asks_amount(self, place: int) -> bool:
        return self._at(place - 1).low in {"much", "many", "what", "who"}

    def _skip_subject(self, place: int) -> int:
        """Return the place after a subject at ``place`` that means the player; 0 for no such."""
        if self._at(place).low in self.forms | {"they", "you", "we", "i"}:
            return place + 1
        for each in self.phrases:
            if each.start == self._at(place).start and self._means_lead(each):
                return self._place_of(each.end)
        if self._at(place).low == "the" and self._at(place + 1).tag == "CD":
            return place + (4 if self._at(place + 2).low == "of" else 2)
        return 0

    def _means_lead(self, phrase: NounPhrase) -> bool:
        lead = self.lead
        if lead is None:
            return False
        same_name = bool(phrase.name) and bool(set(phrase.name.split()) & set(lead.name.split()))
        return phrase == lead or same_name or bool(phrase.head and phrase.head == lead.head)

    def _place_of(self, start: int) -> int:
        """Return the place of the first word at or after the character ``start``."""
        return next(
            (place for place, each in enumerate(self.words) if each.start >= start), len(self.words)
        )

    def _list_needs(self) -> Iterator[tuple[str, str]]:
        """Yield the deeds after ``must``, ``has to``, ``has nine hours to``, ``is sent to``."""
        for place, word in enumerate(self.words):
            if word.low == "must" and self._at(place + 1).tag in {"VB", "VBP", "NN", "RB"}:
                yield from self._take(place + 1)
            elif word.low in _WANTING and self._is_lead_before(place):
                yield from self._take_thing(place + 1)
            if word.low in _NEEDS:
                yield from self._take_after_to(place, 8, self._is_time_or_to)
            elif word.low in _SENT and self._at(place - 1).low in _BE:
                yield from self._take_after_to(place, 12, lambda each: not each.is_verb)
            elif word.low in {"task", "job", "mission", "chance"}:
                yield from self._take_after_to(place, 1, lambda _: True)

    def _take_thing(self, place: int) -> Iterator[tuple[str, str]]:
        """Yield ``get a bed`` for the noun phrase at ``place``: the player needs a bed."""
        if self._at(place).tag == "DT":
            thing = self._say(place, self._find_end(place))
            yield shorten_deed(f"get {thing}"), ""

    def _list_wishes(self) -> Iterator[tuple[str, str]]:
        """Yield the deeds after ``wants to`` and the like, if the player is the subject."""
        for place, word in enumerate(self.words):
            if word.low in _STRIVES and self._is_lead_before(place):
                yield from self._take_after_to(
                    place, 2, lambda each: each.tag in {"RB", "TO", "IN"}
                )

    def _is_lead_before(self, place: int) -> bool:
        before = self._at(place - 1)
        if before.low in self.forms | {"i", "we", "you"}:
            return True
        ends = {each.end for each in self.phrases if self._means_lead(each)}
        return before.end in ends

    def _is_time_or_to(self, word: Word) -> bool:
        return not word.is_verb or word.low == "leaves"

    def _take_after_to(
        self, place: int, reach: int, allows: Callable[[Word], bool]
    ) -> Iterator[tuple[str, str]]:
        for after in range(place + 1, min(place + reach + 1, len(self.words))):
            if self.words[after].tag == "TO" and self._at(after + 1).tag in {"VB", "VBP", "NN"}:
                yield from self._take(after + 1)
                return
            if not allows(self.words[after]) or self.words[after].text in {".", "?", ";"}:
                return

    def _take(self, place: int) -> Iterator[tuple[str, str]]:
        """Yield the verb phrase at ``place`` with its alternative after ``or``."""
        while self._at(place).tag == "RB" and self._at(place).low not in {"not", "never"}:
            place += 1
        verb = self._at(place)
        if verb.low == "decide" or verb.low == "choose":
            if self._at(place + 1).low == "whether":
                yield from self._take(place + 3)
            return
        following = place + 1 + (self._at(place + 1).low == "out")
        if verb.low in _THINKS | {"work", "say", "tell", "guess"} and self._at(
            following
        ).low in _CLAUSE | {"whether"}:
            return
        if verb.low in {"be", "have", "not", "never"} or verb.tag in {"PRP", "DT", ","}:
            return
        end = self._find_end(place)
        deed = shorten_deed(self._say(place, self._drop_apposition(place, end)))
        instead = shorten_deed(self._find_alternative(end))
        if deed:
            yield deed, instead

    def _drop_apposition(self, place: int, end: int) -> int:
        """Return the end without an apposition at it: ``map Orrim, a city``."""
        last = self._at(end - 1).end
        for each in self.phrases:
            comma = self.text.find(",", each.start, each.end)
            if each.end == last and comma >= 0 and each.start >= self._at(place).start:
                return self._place_of(comma)
        return end

    def _find_alternative(self, end: int) -> str:
        start = end + (self._at(end).text == ",")
        if self._at(start).low != "or":
            return ""
        start += 1
        start += self._at(start).low in {"to", "should", "will"}
        is_verb = self._at(start).tag in {"VB", "VBP", "NN"} and not self._is_phrase_start(start)
        return self._say(start, self._find_end(start)) if is_verb else ""

    def _is_phrase_start(self, place: int) -> bool:
        """Return whether a noun phrase of several words begins at ``place``."""
        start = self._at(place).start
        found = next((each for each in self.phrases if each.start == start), None)
        return found is not None and " " in found.text

    def _find_end(self, place: int) -> int:
        """Return the place after the verb phrase at ``place``."""
        start_of_clause = place + 1
        for end in range(place + 1, len(self.words)):
            word, after = self.words[end], self._at(end + 1)
            if self._is_inside(word):
                continue
            if word.low in _OBJECT_CLAUSES and end <= start_of_clause:
                return self._find_mark(end)
            if word.tag in {".", ":"} or word.low in _CLAUSE:
                return end
            if word.text == "," and (inserted := self._find_inserted(end)):
                start_of_clause = inserted + 1
                continue
            if word.text == "," and end != start_of_clause - 1 and not self._is_list(end):
                return end
            if word.low == "or":
                return end
            if word.low == "and" and self._opens_clause(end + 1):
                return end
            if word.tag in {"VBZ", "VBD", "MD"} and after.tag not in {""}:
                return self._before_subject(end)
        return len(self.words)

    def _is_inside(self, mark: Word) -> bool:
        """Return whether ``mark`` is a comma of an apposition: ``a poodle, Contessa, join``."""
        near = (e for e in self.phrases if e.name and "," in self.text[e.start : e.end])
        return mark.text == "," and any(e.start < mark.start <= e.end for e in near)

    def _find_inserted(self, comma: int) -> int:
        """Return the place of the comma that ends ``, with receipts,``; 0 if there is none."""
        if self._at(comma + 1).tag != "IN" or self._at(comma + 1).low in _CLAUSE:
            return 0
        return next((each for each in range(comma + 2, comma + 6) if self._at(each).text == ","), 0)

    def _find_mark(self, place: int) -> int:
        """Return the place of the next mark that ends a clause."""
        rest = range(place, len(self.words))
        return next((e for e in rest if self.words[e].tag in {".", ":", ","}), len(self.words))

    def _is_list(self, comma: int) -> bool:
        """Return whether the comma joins the objects of one verb."""
        after = self._at(comma + 1)
        rest = self.words[comma + 1 : comma + 9]
        has_verb = any(each.tag in {"VBZ", "VBD", "VBP", "MD"} for each in rest)
        return after.is_determiner and not has_verb and any(each.low == "and" for each in rest)

    def _opens_clause(self, place: int) -> bool:
        word = self._at(place)
        if (
            word.low in {"what", "who", "will", "so", "if", "how", "whose", "why"}
            or word.tag == "PRP"
        ):
            return True
        rest = self.words[place : place + 6]
        return not word.is_verb and any(each.tag in {"VBZ", "VBD", "MD"} for each in rest)

    def _before_subject(self, verb: int) -> int:
        """Return the place of the subject before ``verb``, where the verb phrase has ended."""
        end = self.words[verb - 1].end
        phrase = next((each for each in self.phrases if each.end == end), None)
        return self._place_of(phrase.start) if phrase else verb

    # What was done, pairs and facts

    def _list_done(self) -> Iterator[str]:
        """Yield what somebody did: ``who poisoned the marrow``, ``the seal had been swapped``."""
        for place, word in enumerate(self.words):
            if word.low in {"who", "which"} and self._asks_back(place):
                start = self._skip_of(place + 1)
                verb = self._at(start)
                is_object = self._at(start + 1).is_determiner or self._at(start + 1).is_name
                if verb.tag in {"VBD", "VBN", "VB"} and is_object:
                    yield self._say(start, self._find_end(start))
            if word.low in {"someone", "somebody"}:
                yield from self._read_misdeed(place + 1)
            if word.low == "been" and self._at(place + 1).low in _MISDEEDS:
                yield from self._turn_active(place)

    def _read_misdeed(self, place: int) -> Iterator[str]:
        """Yield the past form of ``has stolen the statue``, which begins at ``place``."""
        start = place + (self._at(place).low in {"has", "had", "have"})
        start += self._at(start).tag == "RB"
        verb = self._at(start)
        if verb.low in {*_MISDEEDS, *_MISDEEDS.values()}:
            rest = self._say(start + 1, self._find_end(start))
            yield f"{_MISDEEDS.get(verb.low, verb.low)} {rest}".strip()

    def _asks_back(self, place: int) -> bool:
        """Return whether ``who`` or ``which`` at ``place`` asks, and does not follow a noun."""
        before = self._at(place - 1)
        return not (before.is_noun or before.is_name or before.text == ",")

    def _skip_of(self, place: int) -> int:
        if self._at(place).low != "of":
            return place
        phrase = next(
            (e for e in self.phrases if e.start <= self._at(place + 1).start < e.end), None
        )
        return self._place_of(phrase.end) if phrase else place

    def _turn_active(self, been: int) -> Iterator[str]:
        """Yield the active form of ``the seal had been swapped for a forgery``."""
        subject = next(
            (e for e in self.phrases if e.end == self._at(been - 2).end and not e.owns), None
        )
        verb = self._at(been + 1).low
        if subject is None or subject == self.lead:
            return
        end = self._find_end(been + 1)
        tail = self._say(been + 2, end) if end > been + 2 else ""
        yield f"{_MISDEEDS[verb]} {name_phrase(subject)} {tail}".strip()

    def _list_pairs(self) -> Iterator[tuple[str, ...]]:
        """Yield two candidates: ``between A and B``, ``two patients: A and B``, ``two sisters``."""
        for place, word in enumerate(self.words):
            if word.low == "between":
                found = self._list_after(word.end)[:2]
                if len(found) == 2 and not found[0].many:
                    yield tuple(map(self._name, found))
            if word.text == ":" or word.low == "of":
                yield from self._list_named(word.end)
        for each in self.phrases:
            if each.number in {"two", "three"} and each.many and self._asks_which(each):
                noun = to_singular(each.noun)
                yield f"the first {noun}", f"the second {noun}"
        yield from self._list_twins()

    def _list_twins(self) -> Iterator[tuple[str, ...]]:
        """Yield two places of one kind if the player can have ``only one``."""
        text = self.text.lower()
        if "only" not in text or " one" not in text:
            return
        for first, second in combinations(self.phrases, 2):
            if first.head and first.head == second.head and first.article == second.article == "a":
                named = [self._say_tail(each) for each in (first, second)]
                if named[0] != named[1]:
                    yield tuple(named)

    def _say_tail(self, phrase: NounPhrase) -> str:
        """Return ``phrase`` with the place after it: ``the kitchen in Oslo``."""
        place = self._place_of(phrase.end)
        is_place = self._at(place).low in {"in", "at", "on"} and self._at(place + 1).is_name
        tail = f" {self._at(place).text} {self._at(place + 1).text}" if is_place else ""
        return f"{name_phrase(phrase)}{tail}"

    def _asks_which(self, counted: NounPhrase) -> bool:
        """Return whether the idea asks which of ``counted``, or gives one thing to two."""
        after = [each.low for each in self.words if each.start >= counted.end]
        before = [each.low for each in self.words if each.end <= counted.start][-2:]
        of_them = any(pair == ("which", "of") for pair in pairwise(after))
        has_verb = any(each.is_verb for each in self.words)
        return before == ["which", "of"] or of_them or ("one" in after and not has_verb)

    def _list_after(self, start: int) -> Sequence[NounPhrase]:
        return [each for each in self.phrases if each.start > start and not each.owns]

    def _list_named(self, start: int) -> Iterator[tuple[str, ...]]:
        counted = next((e for e in self.phrases if e.number == "two" and e.end < start), None)
        found = self._list_after(start)
        people = [each for each in found if each.kind == (counted.kind if counted else None)]
        if counted and len(people) >= 2 and not people[0].many and self._asks_which(counted):
            yield self._name(people[0]), self._name(people[1])

    def _name(self, phrase: NounPhrase) -> str:
        return name_phrase(phrase)

    def _find_fact(self) -> str:
        """Return the first short clause of the idea, about the player if they are its subject."""
        found = _DISCOVERED.search(self.text)
        learned = [found[1]] if found else []
        for sentence in (*learned, *re.split(r"(?<=[.!?])\s+|: |; |, (?:and|but) ", self.text)):
            clause = re.sub(r"^(?:What if|It turns out that|One day,?)\s+", "", sentence).strip(
                " .!?"
            )
            if self._is_clause(clause):
                return self._turn_to_player(clause)
        return ""

    def _is_clause(self, clause: str) -> bool:
        start = self.text.find(clause)
        inside = [each for each in self.words if start <= each.start < start + len(clause)]
        finite = [n for n, each in enumerate(inside) if each.tag in _FINITE]
        relative = [n for n, each in enumerate(inside) if each.low in _RELATIVE]
        has_verb = len(finite) == 1 + len(relative) and not (relative and relative[0] < finite[0])
        first = inside[0] if inside else None
        is_whole = first is not None and first.low not in _CLAUSE | {"this", "it", "he", "she"}
        return has_verb and is_whole and len(inside) <= _LONGEST and "," not in clause

    def _turn_to_player(self, clause: str) -> str:
        start = self.text.find(clause)
        lead = self.lead
        if lead and lead.start == start and lead.end < start + len(clause):
            place, end = self._place_of(lead.end), self._place_of(start + len(clause))
            place = next((n for n in range(place, end) if self._at(n).tag in _FINITE), end)
            rest = self._say(place + 1, end)
            return f"you {_agree(self._at(place))} {rest}".strip() if place < end else ""
        first = self._at(self._place_of(start))
        lowered = clause if first.is_name or first.text == "I" else clause[:1].lower() + clause[1:]
        return speak_to_player(lowered)

    # Words

    def _at(self, place: int) -> Word:
        return self.words[place] if 0 <= place < len(self.words) else Word("", "", 0, 0)

    def _say(self, place: int, end: int) -> str:
        """Return the words from ``place`` to ``end``, as they are said to the player."""
        while end > place and self.words[end - 1].tag in {"IN", "CC", ",", "TO", "DT", "RB"}:
            if self.words[end - 1].tag == "RB" or self.words[end - 1].low in _PARTICLES:
                break
            end -= 1
        count = end - place
        if not _SHORTEST <= count <= _LONGEST:
            return ""
        parts: list[str] = []
        for number in range(place, end):
            word = self.words[number]
            space = self.text[self.words[number - 1].end : word.start] if number > place else ""
            parts.append(space + self._address(number))
        return re.sub(r"\s+", " ", "".join(parts)).strip()

    def _address(self, place: int) -> str:
        """Return the word at ``place`` with pronouns of the player in the second person."""
        word = self.words[place]
        mine = self.forms | {"i", "we", "me", "us", "my", "our"}
        if word.low not in mine:
            return word.text
        if word.low in {"my", "our", "their", "his"} or (word.low == "her" and word.tag == "PRP$"):
            return "your"
        return "yourself" if word.low.endswith(("self", "selves")) else "you"


def shorten_deed(deed: str) -> str:
    """Return ``deed`` with a length that fits the label of a choice; empty if it cannot.

    A list of objects becomes ``them all``, and phrases at the end are left out.
    """
    if len(deed) > MOST_CHARACTERS:
        deed = _LIST.sub(r"\1 them all \2", deed)
    while len(deed) > MOST_CHARACTERS:
        deed, _, tail = deed.rpartition(max(_TAILS.findall(deed), key=deed.rfind, default="\0"))
        if not tail:
            return ""
    return deed


MOST_CHARACTERS = 80
_LIST = re.compile(r"^(\w+) .+,.+? and .+? (across|to|through|into|out|over|past|from|in|on|at)\b")
_TAILS = re.compile(r",? (?:without|by|with|across|through|from|for|in|on|at|over|under|near|to) ")
_PARTICLES = frozenset({"off", "in", "out", "back", "up", "down", "away", "on", "over", "again"})
_MISDEEDS = {
    "stolen": "stole",
    "taken": "took",
    "broken": "broke",
    "hidden": "hid",
    "torn": "tore",
    "shot": "shot",
    "cut": "cut",
    **{
        each: each
        for each in (
            *("swapped", "poisoned", "murdered", "killed", "forged", "burned", "burnt", "opened"),
            *("sabotaged", "kidnapped", "switched", "replaced", "moved", "robbed", "smashed"),
            *("vandalised", "vandalized", "destroyed", "betrayed", "leaked", "erased", "altered"),
        )
    },
}
"""The past form of each verb for a misdeed, by its participle."""


def _agree(verb: Word) -> str:
    """Return the form of ``verb`` after ``you``."""
    fixed = {"is": "are", "was": "were", "has": "have", "does": "do", "'s": "are"}
    if verb.low in fixed:
        return fixed[verb.low]
    if verb.tag != "VBZ":
        return verb.low
    for end, base in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
        if verb.low.endswith(end):
            return verb.low.removesuffix(end) + base
    return verb.low.removesuffix("es") + "o" if verb.low in {"goes"} else verb.low.removesuffix("s")


_SPOKEN = {"i": "you", "we": "you", "me": "you", "us": "you", "my": "your", "our": "your"}
_SPOKEN |= {"am": "are", "mine": "yours", "ours": "yours", "myself": "yourself"}


def speak_to_player(text: str) -> str:
    """Return ``text`` with the first person turned into the second."""
    spoken = re.sub(
        r"((?:^|[.!?] +)?)\b(I|we|me|us|my|our|am|mine|ours|myself)\b",
        lambda found: found[1] + _replace(found[2], is_first=bool(found[1])),
        text,
        flags=re.IGNORECASE,
    )
    return re.sub(r"\byou was\b", "you were", spoken)


def _replace(word: str, *, is_first: bool) -> str:
    spoken = _SPOKEN[word.lower()]
    return spoken.capitalize() if is_first and word[:1].isupper() else spoken
