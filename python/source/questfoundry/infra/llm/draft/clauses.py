"""Read clauses of an idea: where a verb phrase ends, and how it is said to the player."""

import re
from collections.abc import Sequence
from itertools import pairwise

from attrs import frozen

from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase, name_phrase
from questfoundry.infra.llm.draft.pronouns import THIRD, agrees, list_antecedents
from questfoundry.infra.llm.draft.speech import agree_with_you
from questfoundry.infra.llm.draft.tagging import Word


def list_words(words: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(words.split())


FINITE = frozenset({"VBZ", "VBP", "VBD"})
QUESTION_WORDS = frozenset({"what", "who", "which", "how", "why", "where", "whose", "whether"})
CONJUNCTIONS = QUESTION_WORDS | list_words(
    "before until till when while because if though although unless after since as so but"
)
"""Words that begin a clause."""

_OBJECT_CLAUSES = frozenset({"what", "how", "why", "where", "that"})
_TELLING = frozenset({"tell", "ask", "show", "teach", "remind"})
_PARTICLES = frozenset({"off", "in", "out", "back", "up", "down", "away", "on", "over", "again"})
_LOOSE_ENDS = frozenset({"IN", "CC", ",", "TO", "DT"})
_MOST_WORDS = 40
_NEAR = 6
_THINGS = frozenset({NounClass.THING, NounClass.OTHER, NounClass.ANIMAL, NounClass.PLACE})
_LIVING = frozenset({NounClass.PERSON, NounClass.ANIMAL})
_MEANT = {"it": _THINGS, "them": _THINGS, "him": _LIVING}
OBJECTS = frozenset(_MEANT)
"""Pronouns as objects of a verb."""

_PLAYER = frozenset({"i", "we", "me", "us", "my", "our"})
_OWNERS = frozenset({"my", "our", "their", "his"})


@frozen(kw_only=True)
class ClauseReader:
    """A reader of the clauses of one idea.

    ``lead``: the phrase for the player, if there is one. ``forms``: the pronouns that mean the
    player, in lower case. Places are indexes of ``words``.
    """

    text: str
    words: Sequence[Word]
    phrases: Sequence[NounPhrase]
    lead: NounPhrase | None
    forms: frozenset[str]

    def get_word(self, place: int) -> Word:
        """Return the word at ``place``, or an empty word if ``place`` is outside the idea."""
        return self.words[place] if 0 <= place < len(self.words) else Word("", "", 0, 0)

    def find_place(self, start: int) -> int:
        """Return the place of the first word at or after the character ``start``."""
        places = (place for place, each in enumerate(self.words) if each.start >= start)
        return next(places, len(self.words))

    def means_lead(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` is the player, or names the player again."""
        lead = self.lead
        if lead is None:
            return False
        same_name = not set(phrase.name.split()).isdisjoint(lead.name.split())
        return phrase == lead or same_name or bool(phrase.head and phrase.head == lead.head)

    def say(self, place: int, end: int) -> str:
        """Return the words from ``place`` to ``end`` as they are said to the player.

        The result is empty if the words are too many. Words at the end that need another word after
        them, such as prepositions, are left out.
        """
        is_relative = any(e.low in {"who", "whom", "which"} for e in self.words[place:end])
        kept = {"IN", "TO"} if is_relative else frozenset[str]()
        while end > place and self._is_loose(self.words[end - 1]):
            if self.words[end - 1].tag in kept:
                break
            end -= 1
        if self.get_word(end - 1).low == "ever" and self.get_word(end).low == "since":
            end += 1
        if not 0 < end - place <= _MOST_WORDS:
            return ""
        said = self._address(place, place)
        for number in range(place + 1, end):
            gap = self.text[self.words[number - 1].end : self.words[number].start]
            is_you = said.endswith("you") and self.words[number].tag in FINITE
            word = agree_with_you(self.words[number]) if is_you else self._address(number, place)
            said += gap + word
        return " ".join(said.split())

    def _is_loose(self, word: Word) -> bool:
        return word.tag in _LOOSE_ENDS and word.low not in _PARTICLES | {"no"}

    def _address(self, place: int, first: int) -> str:
        """Return the word at ``place``; pronouns of the player are in the second person.

        Another pronoun is replaced by the name of what it means, if that is clear. ``first`` is
        the place of the first word that is said.
        """
        word = self.words[place]
        if word.low not in self.forms | _PLAYER or self._is_object(place, first):
            return self._resolve(place, first) if word.low in _MEANT else word.text
        if self._means_nearer(word, self.words[first].start):
            return word.text
        if word.low in _OWNERS or word.tag == "PRP$":
            return "your"
        return "yourself" if word.low.endswith(("self", "selves")) else "you"

    def _is_object(self, place: int, first: int) -> bool:
        """Return whether the pronoun at ``place`` is the object of the deed's verb at ``first``."""
        word = self.words[place]
        is_next = place == first + 1 and word.low in self.forms and word.tag == "PRP"
        return is_next and word.low in _MEANT and self.words[first].tag in {"VB", "VBP"}

    def _means_nearer(self, word: Word, start: int) -> bool:
        """Return whether somebody after ``start``, who acts, may be meant by ``word``."""
        near = [each for each in self.phrases if start <= each.start]
        meant = list_antecedents(near, word.start, word.low) if word.low in THIRD else ()
        return any(each.acts and not self.means_lead(each) for each in meant)

    def _resolve(self, place: int, first: int) -> str:
        """Return what the pronoun at ``place`` means, or the pronoun if that is not clear.

        The pronoun stays, too, if the words since ``first`` name something that it may mean.
        """
        word, after = self.words[place], self.get_word(place + 1)
        near = [each.low for each in self.words[max(0, place - _NEAR) : place + _NEAR]]
        if sum(each in _MEANT for each in near) > 1 or after.low in {"up", "off"}:
            return word.text
        kinds, is_many = _MEANT[word.low], word.low == "them"
        before = [e for e in self.phrases if e.end < word.start and e.kind in kinds and not e.owns]
        before = [e for e in before if e.kind is not NounClass.PLACE or self._is_object_of_verb(e)]
        fitting = [e for e in before if (e.many is is_many) and not self.means_lead(e)]
        fitting = [e for e in fitting if word.low != "him" or agrees(e, word.low)]
        is_clear = len({each.head or each.name for each in fitting}) == 1
        is_clear = is_clear and not _is_owned(fitting[0])
        is_clear = is_clear and all(e.end <= self.words[first].start for e in before)
        return name_phrase(fitting[0]) if is_clear else word.text

    def _is_object_of_verb(self, phrase: NounPhrase) -> bool:
        return self.get_word(self.find_place(phrase.start) - 1).is_verb

    def find_end(self, place: int) -> int:
        """Return the place after the verb phrase that begins at ``place``."""
        open_from, verb = place + 1, 0
        for end in range(place + 1, len(self.words)):
            word = self.words[end]
            if end < open_from - 1 or end == verb:
                continue  # an inserted phrase, or the verb of ``who``
            if self._opens_relative(end):
                verb = end + 1
                continue
            if self._opens_object(end, open_from):
                return self._find_mark(end)
            if word.text == "," and (inserted := self._find_inserted(end)):
                open_from = inserted + 1
            elif word.text == ",":
                if not (end == open_from - 1 or self._is_inside(word) or self._is_list(end)):
                    return end
            elif self._ends_phrase(end):
                return end
            elif word.tag in {"VBZ", "VBD", "MD"}:
                return self._find_subject(end)
        return len(self.words)

    def _opens_object(self, place: int, open_from: int) -> bool:
        """Return whether a clause at ``place`` is an object: ``admit that``, ``over how many``."""
        low, before = self.words[place].low, self.get_word(place - 1)
        if self.get_word(open_from - 1).low in _TELLING and low in _OBJECT_CLAUSES:
            return True
        is_that = low in _OBJECT_CLAUSES and (place == open_from or before.tag in {"VB", "VBP"})
        return is_that or (low in {"how", "what", "whose", "which"} and before.tag == "IN")

    def _opens_relative(self, place: int) -> bool:
        """Return whether ``who`` or ``she`` at ``place`` says more of the noun before it."""
        before, after = self.get_word(place - 1), self.get_word(place + 1)
        follows = before.is_noun or before.is_name
        opens = self.words[place].low in {"who", "she", "he", "they", "you"}
        return opens and follows and after.tag in FINITE

    def _ends_phrase(self, place: int) -> bool:
        word = self.words[place]
        is_so = word.low == "so" and self.get_word(place + 1).tag in {"", ".", ","}
        ends = word.tag in {".", ":"} or (word.low in CONJUNCTIONS | {"or"} and not is_so)
        return ends or (word.low == "and" and self._opens_clause(place + 1))

    def _is_inside(self, comma: Word) -> bool:
        """Return whether ``comma`` belongs to an apposition: ``a poodle, Contessa, join``."""
        named = (each for each in self.phrases if each.name and "," in each.span(self.text))
        return any(each.start < comma.start <= each.end for each in named)

    def _find_inserted(self, comma: int) -> int:
        """Return the place of the comma that ends ``, with receipts,``; 0 if there is none."""
        opening = self.get_word(comma + 1)
        is_relative = opening.low in {"who", "whom", "whose", "which"}
        if not is_relative and (opening.tag != "IN" or opening.low in CONJUNCTIONS):
            return 0
        places = range(comma + 2, comma + _NEAR)
        return next((each for each in places if self.get_word(each).text == ","), 0)

    def _find_mark(self, place: int) -> int:
        """Return the place of the next comma, colon, full stop or the like, or the end."""
        places = range(place, len(self.words))
        marks = (each for each in places if self.words[each].tag in {".", ":", ","})
        return next(marks, len(self.words))

    def _is_list(self, comma: int) -> bool:
        """Return whether ``comma`` joins the objects of one verb: ``a cup, a bowl and a jar``."""
        rest = self.words[comma + 1 : comma + 9]
        has_verb = any(each.tag in FINITE or each.tag == "MD" for each in rest)
        is_joined = any(each.low == "and" for each in rest)
        return self.get_word(comma + 1).is_determiner and is_joined and not has_verb

    def _opens_clause(self, place: int) -> bool:
        """Return whether a clause with its own verb begins at ``place``, after ``and``."""
        word = self.get_word(place)
        if word.low in QUESTION_WORDS | {"will", "so", "if"} or word.tag == "PRP":
            return True
        rest = self.words[place : place + _NEAR]
        acts = any(each.tag in {"VBZ", "VBD", "MD"} for each in rest)
        acts = acts or any(a.tag == "NNS" and b.tag == "VBP" for a, b in pairwise(rest))
        return acts and not word.is_verb

    def _find_subject(self, verb: int) -> int:
        """Return the place where the subject of ``verb`` begins, or ``verb`` if it has none."""
        end = self.words[verb - 1].end
        phrase = next((each for each in self.phrases if each.end == end), None)
        return self.find_place(phrase.start) if phrase else verb

    def find_phrase_after(self, place: int) -> NounPhrase | None:
        """Return the noun phrase that contains the word at ``place``, or ``None``."""
        start = self.get_word(place).start
        return next((each for each in self.phrases if each.start <= start < each.end), None)


def address_owner(owner: str, forms: frozenset[str]) -> str:
    """Return the possessive ``owner`` with ``your`` for the player: ``your mother's``."""
    first, space, rest = owner.partition(" ")
    return f"your{space}{rest}" if first.lower() in forms else owner


def _is_owned(phrase: NounPhrase) -> bool:
    """Return whether the owner of ``phrase`` is a pronoun, which may mean anybody."""
    return phrase.owner in {"her", "his", "their", "its", "whose"}


def drop_opening(clause: str) -> str:
    """Return ``clause`` without ``What if`` and the like at its start."""
    return re.sub(r"^(?:What if|It turns out that|One day,?)\s+", "", clause)
