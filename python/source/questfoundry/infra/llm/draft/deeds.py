"""Find the deed that an idea asks for: a verb phrase in the author's words, in the base form.

The phrase follows ``you``, ``to`` or ``will``, so scenes can use it in speech and in choices.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.clauses import OBJECTS, QUESTION_WORDS, ClauseReader, list_words
from questfoundry.infra.llm.draft.speech import shorten_deed
from questfoundry.infra.llm.draft.tagging import Word

_ASKING = list_words("will can should does do could would must shall")
_NEEDS = list_words("has have had needs need needed got")
_WANTING = list_words("need needs needed")
_STRIVES = list_words(
    "wants want wanted tries try tried hopes hope sets decided plans vows intends means agrees "
    "offers learns learn fights struggles"
)
_SENT = list_words(
    "sent hired ordered told forced chosen supposed expected called commissioned assigned tasked"
)
_OFFERED = list_words("offered asked begged invited paid tempted")
_TASKS = list_words("task job mission chance")
_BE = list_words("is are was were been being be gets got 's")
_FINDS_OUT = list_words("know learn discover find see wonder work say tell guess")
_DECIDES = frozenset({"decide", "choose"})
_NO_DEED = frozenset({"be", "have", "not", "never", "know"})
_INCOMPLETE = list_words("say tell let make put give bring send ask take")
"""Verbs that say nothing without an object."""

_BASE = frozenset({"VB", "VBP", "NN"})
_FAR, _FARTHER = 8, 12
"""The most words between a need and the deed: ``has nine hours to``, ``is hired by her to``."""


@frozen(kw_only=True)
class Deed:
    """A deed of the player, in the base form; all parts may be empty.

    ``instead``: the alternative, if the idea states one.
    ``told``: the whole deed; ``text`` may be shorter.
    ``is_open``: whether the idea asks if the player does it, instead of setting a task.
    """

    text: str = ""
    instead: str = ""
    told: str = ""
    is_open: bool = False


@frozen(kw_only=True)
class DeedReader(ClauseReader):
    """A reader of the deeds in one idea."""

    def read(self) -> Deed:
        """Return the deed; a question counts more than a need, and a need more than a wish."""
        asked = next(self._list_questions(), None)
        tasks = chain(self._list_needs(), self._list_wishes())
        found = asked or next(tasks, None)
        if found is None:
            return Deed()
        is_open = found.is_open or (asked is not None and not self._sets_task())
        return evolve(found, is_open=is_open)

    def _sets_task(self) -> bool:
        """Return whether the idea asks how, or whether the player can, or says that they must."""
        words = {each.low for each in self.words}
        if "whether" in words:
            return False
        return not words.isdisjoint({"how", "can"}) or any(self._list_needs())

    def _list_questions(self) -> Iterator[Deed]:
        """Yield the deeds of questions such as ``Will he cross?`` and ``whether to sell it``."""
        for place, word in enumerate(self.words):
            if word.low == "whether" and self.get_word(place + 1).low == "to":
                yield from self._take(place + 2)
            elif word.low == "whether" and self.get_word(place + 2).tag == "MD":
                yield from self._take(place + 3)
            elif word.low == "do" and self.get_word(place + 1).text in {",", ":"}:
                yield from self._take(place + 2)
            elif word.low in {"can", "may", "could"} and self._follows_lead(place):
                yield from (each for each in self._take(place + 1) if each.instead)
            elif word.low in _ASKING and self._opens_question(place):
                after = self._skip_subject(place + 1)
                yield from self._take(after) if after else ()

    def _opens_question(self, place: int) -> bool:
        before = self.get_word(place - 1)
        is_how = before.low == "how" or (before.low == "long" and self._is_how(place - 2))
        return before.tag in {"", ".", ":", ","} or before.low in {"and", "or"} or is_how

    def _is_how(self, place: int) -> bool:
        return self.get_word(place).low == "how"

    def _skip_subject(self, place: int) -> int:
        """Return the place after a subject at ``place`` that means the player; 0 without one."""
        if self.get_word(place).low in self.forms | {"they", "you", "we", "i"}:
            return place + 1
        phrase = self.find_phrase_after(place)
        if phrase and self.means_lead(phrase):
            return self.find_place(phrase.end)
        if self.get_word(place).low == "the" and self.get_word(place + 1).tag == "CD":
            return place + (4 if self.get_word(place + 2).low == "of" else 2)
        return 0

    def _list_needs(self) -> Iterator[Deed]:
        """Yield the deeds after ``must``, ``has to``, ``has nine hours to``, ``is sent to``."""
        for place, word in enumerate(self.words):
            if not self._concerns_lead(place):
                continue
            if word.low == "must" and self.get_word(place + 1).tag in _BASE | {"RB"}:
                yield from self._take(place + 1)
            if word.low in _WANTING and self._follows_lead(place):
                yield from self._take_thing(place + 1)
            if word.low in _NEEDS:
                yield from self._take_after_to(place, _FAR, _is_time)
            elif word.low in _SENT | _OFFERED and self.get_word(place - 1).low in _BE:
                found = self._take_after_to(place, _FARTHER, lambda each: not each.is_verb)
                yield from (evolve(each, is_open=word.low in _OFFERED) for each in found)
            elif word.low in _TASKS:
                yield from self._take_after_to(place, 1, lambda _: True)

    def _concerns_lead(self, place: int) -> bool:
        """Return whether the player, or a pronoun for the player, occurs earlier in the clause."""
        if self.lead is None:
            return True
        marks = [each.end for each in self.words[:place] if each.tag in {".", ":"}]
        start = marks[-1] if marks else 0
        named = any(
            self.means_lead(each) and start <= each.start < self.words[place].start
            for each in self.phrases
        )
        inside = [each for each in self.words[:place] if each.start >= start]
        return named or any(
            each.low in self.forms | {"you", "i", "we", "she", "he"} for each in inside
        )

    def _take_thing(self, place: int) -> Iterator[Deed]:
        """Yield a deed such as ``get a bed`` if a thing that the player needs is at ``place``."""
        if self.get_word(place).tag == "DT":
            yield Deed(text=shorten_deed(f"get {self.say(place, self.find_end(place))}"))

    def _list_wishes(self) -> Iterator[Deed]:
        """Yield the deeds after ``wants to`` and the like, if the player is the subject."""
        for place, word in enumerate(self.words):
            if word.low in _STRIVES and self._follows_lead(place):
                yield from self._take_after_to(place, 2, lambda each: each.tag in {"RB", "IN"})

    def _follows_lead(self, place: int) -> bool:
        before = self.get_word(place - 1)
        ends = {each.end for each in self.phrases if self.means_lead(each)}
        return before.low in self.forms | {"i", "we", "you"} or before.end in ends

    def _take_after_to(
        self, place: int, reach: int, allows: Callable[[Word], bool]
    ) -> Iterator[Deed]:
        """Yield the deed after the next ``to``; ``allows`` says which words may come before it."""
        for after in range(place + 1, min(place + reach + 1, len(self.words))):
            word = self.words[after]
            if word.tag == "TO" and self.get_word(after + 1).tag in _BASE:
                yield from self._take(after + 1)
                return
            if word.tag in {".", ":"} or not (word.tag == "TO" or allows(word)):
                return

    def _take(self, place: int) -> Iterator[Deed]:
        """Yield the verb phrase at ``place`` with its alternative after ``or``."""
        while self.get_word(place).tag == "RB" and self.get_word(place).low not in _NO_DEED:
            place += 1
        verb = self.get_word(place)
        if verb.low in _DECIDES:
            is_whether = self.get_word(place + 1).low == "whether"
            yield from self._take(place + 3) if is_whether else ()
        elif self._is_verb(place) and verb.low not in _NO_DEED and not self._finds_out(place):
            end = self.find_end(place)
            text = self.say(place, self._drop_apposition(place, end))
            yield from self._build(text, self._find_alternative(place, end))

    def _is_verb(self, place: int) -> bool:
        """Return whether a verb in the base form is at ``place``; after ``to``, any word may be."""
        verb, before = self.get_word(place), self.get_word(place - 1)
        is_word = verb.text.isalpha() and not verb.is_determiner and verb.tag != "PRP"
        return verb.tag in _BASE or (before.tag == "TO" and is_word)

    def _build(self, text: str, instead: str) -> Iterator[Deed]:
        deed = "" if text in _INCOMPLETE else shorten_deed(text)
        is_player = any(each.low in {"i", "we"} for each in self.words)
        has_object = not OBJECTS.isdisjoint(deed.split())
        is_clear = self.lead is not None or is_player or not has_object
        if deed and is_clear:
            yield Deed(text=deed, instead=shorten_deed(instead), told=text)

    def _finds_out(self, place: int) -> bool:
        """Return whether the verb at ``place`` introduces a question: ``find out who did it``."""
        following = place + 1 + (self.get_word(place + 1).low == "out")
        return (
            self.get_word(place).low in _FINDS_OUT
            and self.get_word(following).low in QUESTION_WORDS
        )

    def _drop_apposition(self, place: int, end: int) -> int:
        """Return ``end``, or the place before an apposition there: ``map Orrim, a city``."""
        last, start = self.get_word(end - 1).end, self.get_word(place).start
        for each in self.phrases:
            comma = each.span(self.text).find(",")
            if each.end == last and each.start >= start and comma >= 0:
                return self.find_place(each.start + comma)
        return end

    def _find_alternative(self, first: int, end: int) -> str:
        start = end + (self.get_word(end).text == ",")
        if self.get_word(start).low != "or":
            return ""
        start += 1 + (self.get_word(start + 1).low in {"to", "should", "will"})
        phrase = self.find_phrase_after(start)
        is_noun = phrase is not None and " " in phrase.text
        is_verb = self.get_word(start).tag in _BASE and not is_noun
        if phrase is not None and is_noun:
            return f"{self.get_word(first).low} {self.say(start, self.find_end(start))}"
        return self.say(start, self.find_end(start)) if is_verb else ""


def _is_time(word: Word) -> bool:
    """Return whether ``word`` may be part of a time: ``has until the train leaves to``."""
    return not word.is_verb or word.low == "leaves"
