"""Find the player in an idea: after ``you are``, else the first subject that acts."""

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from attrs import frozen

from questfoundry.infra.llm.draft.clauses import FINITE, list_words
from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.pronouns import agrees, list_antecedents
from questfoundry.infra.llm.draft.tagging import Word
from questfoundry.infra.llm.draft.wordlists import IdeaWords

_ACTORS = frozenset({NounClass.PERSON, NounClass.GROUP, NounClass.ANIMAL})
_VERBS = FINITE | {"MD"}
_ME = list_words("i me my we us our you your")
_THERE = list_words("is was 's theres")
_STATED = {("you", "are"), ("we", "are"), ("i", "am"), ("player", "is"), ("play", "as")} | {
    (each, "is") for each in ("hero", "heroine", "protagonist", "character")
}
_NEEDS = re.compile(
    r"(?:(?!,? (?:and|but) (?:the|an?|his|her|their) )[^.?!;:]){0,80}?"
    r"\b(?:must|(?:has|have|had|needs?|needed)(?: (?!come\b|gone\b|been\b|\w+ed\b)\w+){0,2} to"
    r"|has until|decides?"
    r"|(?:is|was|are|were|been) (?:sent|hired|asked|ordered|offered|invited|forced|told))\b"
)
"""Matches the words after a subject that has to act."""

_WANTS = re.compile(r"\b(?:wants?|must|decides?|dreams?)\b")
_FORMS: Mapping[str, frozenset[str]] = {
    "she": list_words("she her herself"),
    "he": list_words("he him his himself"),
    "it": list_words("it its itself"),
    "they": list_words("they them their themselves"),
}


_BEASTS = list_words("dragon monster beast creature unicorn robot android ghost mummy demon")
"""Nouns of beings that ``it`` may mean."""


@frozen(kw_only=True, slots=False)
class LeadFinder:
    """A finder of the player in one idea: the phrase, and the pronouns that mean the player."""

    text: str
    words: Sequence[Word]
    phrases: Sequence[NounPhrase]
    lists: IdeaWords

    def find(self) -> NounPhrase | None:
        """Return the phrase for the player; ``None`` if the idea names no person, or says ``I``."""
        for each, following in zip_longest(self.phrases, self.phrases[1:]):
            if self.is_stated(each):
                return following if each.owns and following else each
        asked = self._find_asked()
        if asked is not None:
            return asked
        if any(each.low in _ME and each.text != "US" for each in self.words):
            return None
        actors = [each for each in self.phrases if self._can_act(each)]
        needing = (each for each in actors if _NEEDS.match(self.text[each.end :]))
        return next(needing, next(iter(actors), self._find_thing()))

    def _find_asked(self) -> NounPhrase | None:
        """Return the subject of ``How does the mind bring ...?``, if it is a noun phrase."""
        for place, word in enumerate(self.words[1:], start=1):
            asks = self.words[place - 1].low == "how" and word.low in {"do", "does", "can", "will"}
            start = self.words[place + 1].start if place + 1 < len(self.words) else -1
            found = next((each for each in self.phrases if each.start == start), None)
            if asks and found is not None and not found.many:
                return found
        return None

    def is_stated(self, phrase: NounPhrase) -> bool:
        """Return whether ``you are``, ``we are`` or ``the player is`` comes before ``phrase``."""
        before = tuple(each.low for each in self.words if each.end <= phrase.start)[-2:]
        return before in _STATED and bool(phrase.article or phrase.name)

    def _can_act(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` may be a subject, and is a living person or an animal."""
        is_actor = phrase.kind in _ACTORS or phrase.after in {"WP", "MD"}
        if not any(each.tag in _VERBS for each in self.words):
            is_whole = phrase == self.phrases[0] and not phrase.name
            return is_actor and is_whole and phrase.kind is not NounClass.ANIMAL
        is_free = not phrase.owns and (not phrase.owner or phrase.owner.endswith("'s"))
        is_alive = not self.lists.find("status", read_state(self.text, phrase))
        has_verb = self._has_verb_after(phrase) or self._read_before(phrase) == "MD"
        is_subject = has_verb and not self._is_object(phrase)
        return is_actor and is_free and is_alive and is_subject

    def _read_before(self, phrase: NounPhrase) -> str:
        """Return the tag of the word before ``phrase``; empty at the start."""
        return next((e.tag for e in reversed(self.words) if e.end <= phrase.start), "")

    def _is_object(self, phrase: NounPhrase) -> bool:
        before = next((e for e in reversed(self.words) if e.end <= phrase.start), None)
        if before is None or before.low in _THERE | {"about"} or before.tag == "MD":
            return False
        return before.tag in {"IN", "TO"} or before.is_verb

    def _has_verb_after(self, phrase: NounPhrase) -> bool:
        """Return whether a finite verb follows ``phrase`` in its clause."""
        after = (each for each in self.words if each.start >= phrase.end)
        found = next((each for each in after if each.tag in _VERBS | {".", ":"}), None)
        return found is not None and found.tag in _VERBS

    def _find_thing(self) -> NounPhrase | None:
        """Return the thing that begins the idea and wants something, such as a violin."""
        first = next(iter(self.phrases), None)
        acts = first is not None and first.after in _VERBS and not first.owner
        return first if acts and _WANTS.search(self.text) else None

    def list_forms(self, lead: NounPhrase | None) -> frozenset[str]:
        """Return the pronouns by which the idea may mean ``lead``, in lower case."""
        if lead is None:
            return frozenset()
        if lead.many or lead.kind is NounClass.GROUP:
            return _FORMS["they"]
        is_person = lead.kind is NounClass.OTHER and lead.after in {"MD", "WP"}
        is_person = is_person or lead.kind is NounClass.PERSON
        they = self.lists.find("people", f"{lead.noun} {lead.name}")
        if they in {"she", "he"}:
            return _FORMS[they] | _FORMS["they"]
        they = lead.they if lead.they in {"she", "he"} else self._find_pronoun(lead)
        has_plural = any(each.many for each in self.phrases)
        plain = (frozenset() if has_plural else _FORMS["they"]) if is_person else _FORMS["it"]
        beast = _FORMS["it"] if lead.head in _BEASTS else frozenset[str]()
        return (_FORMS[they] if they else plain) | beast

    def _find_pronoun(self, lead: NounPhrase) -> str:
        """Return the first pronoun that means ``lead``: she, he or it; empty without one."""
        if lead.owner.endswith("'s"):
            return ""
        of_kind = {NounClass.PERSON: {"she", "he"}, NounClass.ANIMAL: {"she", "he", "it"}}
        known = of_kind.get(lead.kind, {"it"})
        for number, word in enumerate(self.words):
            they = next((key for key in known if word.low in _FORMS[key]), "")
            if they and word.start > lead.end and self._may_mean(lead, number):
                return they
        return ""

    def _may_mean(self, lead: NounPhrase, number: int) -> bool:
        """Return whether the pronoun at ``number`` may mean ``lead``, not a nearer person."""
        before, pronoun = self.words[number - 1], self.words[number]
        if before.tag in {".", ":", "MD", "VBZ", "VBD"} and pronoun.tag == "PRP":
            return True
        if pronoun.low in _FORMS["she"] | _FORMS["he"]:
            meant = list_antecedents(self.phrases, pronoun.start, pronoun.low)
            return [(each.head, each.name) for each in meant] == [(lead.head, lead.name)]
        people = [each for each in self.phrases if self._is_nearer(each, lead, pronoun)]
        last = people[-1] if people else lead
        return last == lead or self._follows_copula(last)

    def _is_nearer(self, phrase: NounPhrase, lead: NounPhrase, pronoun: Word) -> bool:
        """Return whether ``phrase`` is the lead, or another person that ``pronoun`` may mean."""
        has_gender = phrase.kind is NounClass.PERSON or phrase.they in {"she", "he"}
        is_before = phrase.end <= pronoun.start and phrase.kind in _ACTORS
        may_mean = is_before and has_gender and agrees(phrase, pronoun.low)
        return phrase == lead or may_mean

    def _follows_copula(self, phrase: NounPhrase) -> bool:
        before = next((e for e in reversed(self.words) if e.end <= phrase.start), None)
        return before is not None and before.tag != "POS" and before.low in _THERE | {"are"}


def read_state(text: str, phrase: NounPhrase) -> str:
    """Return the words after ``phrase`` that may say that this person is dead or away."""
    after = re.match(r" (?:who )?(?:(?:is|has|was) )?\w+", text[phrase.end :])
    has_object = after and _HAS_OBJECT.match(text[phrase.end :])
    return after[0] if after and not phrase.owns and not has_object else ""


_HAS_OBJECT = re.compile(
    r" (?:has )?(?:left|lost) (?!in\b|at\b|on\b|me\b|us\b|you\b|him\b|them\b|my\b)\w"
)
"""Matches ``has lost the boat`` after somebody who is here."""
