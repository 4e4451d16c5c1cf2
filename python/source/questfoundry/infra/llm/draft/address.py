"""Turn words of an idea into words to one person in it: ``his life`` becomes ``your life``."""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.naming import define, is_alive
from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.tagging import Word

_PRONOUNS = {
    "he": {"he": "you", "him": "you", "his": "your", "himself": "yourself"},
    "she": {"she": "you", "her": "your", "hers": "yours", "herself": "yourself"},
    "they": {
        "they": "you",
        "them": "you",
        "their": "your",
        "theirs": "yours",
        "themselves": "yourselves",
    },
    "it": {"it": "you", "its": "your", "itself": "yourself"},
    "I": {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself"},
    "you": {},
    "we": {"we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves"},
}
"""For each pronoun, its forms and the forms of ``you``."""

_CLASSES = {form: they for they, forms in _PRONOUNS.items() for form in forms}
_SUBJECTS = frozenset(_PRONOUNS)
_POSSESSIVES = frozenset({"his", "her", "their", "its", "my", "our"})

_FEMALE = re.compile(
    r"(?:\w*woman|girl|widow|nun|queen|princess|\w*mother|\w*sister|\w*daughter|wife|aunt|niece"
    r"|lady|countess|duchess|bride|midwife|mum|gran|empress|priestess|witch|heiress|mrs|miss|ms"
    r"|madame|abbess|hostess|actress|waitress|seamstress|\w*mistress)"
)
_MALE = re.compile(
    r"(?:\w*(?<!wo)man|boy|king|prince|\w*father|\w*brother|\w*son|husband|uncle|nephew|lord|monk"
    r"|friar|bishop|priest|widower|groom|duke|baron|emperor|mr|sir|knight|stepson)"
)
_HARM = re.compile(
    r"who (?:\w+ly )?(?:saved|raised|betrayed|taught|ruined|loved|killed|murdered|stole|burned|sold"
    r"|wrote|broke|framed|rescued|trained|found|left|hid|hired|fired)$"
)
"""Matches ``who saved`` before ``his life``, which is hardly the life of the one who saves."""

_BE = {"is": "are", "was": "were", "has": "have", "does": "do", "am": "are", "goes": "go"}
_MOST_BETWEEN = 2
_ADVERBS = re.compile(r"(?:\w+ly|never|always|now|once|still|also|just|only|not)$")


def classify(phrase: NounPhrase) -> str:
    """Return the pronoun that the nouns of ``phrase`` show; empty if they show nothing."""
    if phrase.many or phrase.kind is NounClass.GROUP:
        return "they"
    words = {phrase.head, *phrase.name.lower().split()[:-1]} - {""}
    found = (("she", _FEMALE), ("he", _MALE))
    return next((they for they, each in found if any(map(each.fullmatch, words))), "")


def address_verb(verb: str) -> str:
    """Return the finite ``verb`` of a single person as it follows ``you``: ``owes`` is ``owe``."""
    if verb in _BE or not verb.endswith("s"):
        return _BE.get(verb, verb)
    if re.search(r"(?:[sx]|ch|sh|zz|o)es$", verb):
        return verb[:-2]
    return f"{verb[:-3]}y" if re.search(r"[^aeiou]ies$", verb) else verb[:-1]


@frozen
class Addresser:
    """A translator of parts of an idea for its ``lead``, the person to whom they are said.

    ``text``, ``words``, ``phrases``: the idea. ``lead``: the phrase for the lead, if any.
    ``they``: the pronoun by which the idea means the lead.
    ``deed``: where the deed of the lead begins.
    """

    text: str
    words: Sequence[Word]
    phrases: Sequence[NounPhrase]
    lead: NounPhrase | None
    they: str
    deed: int

    def address(self, start: int, end: int) -> str:
        """Return the part from ``start`` to ``end`` for the lead; empty if a word is doubtful."""
        pieces, here = list[str](), start
        for place, each in enumerate(self.words):
            if not start <= each.start < end or each.start < here:
                continue
            said, upto = self._translate(place, start)
            if said is None:
                return ""
            pieces += [self.text[here : each.start], said]
            here = upto
        return " ".join("".join((*pieces, self.text[here:end])).split())

    def _translate(self, place: int, start: int) -> tuple[str | None, int]:
        """Return the words for the word at ``place``, and where the next word begins."""
        word = self.words[place]
        phrase = next((e for e in self.phrases if e.start == word.start), None)
        if phrase and phrase.owns and self._is_owned_lead(phrase):
            return "you", self.lead.end if self.lead else 0
        if phrase and self.is_lead(phrase):
            return "your" if phrase.owns else "you", phrase.end + 2 * phrase.owns
        if phrase and phrase.article in {"a", "an"} and is_alive(phrase):
            return "the", word.end
        if word.low == "it" and self.they != "it":
            return self._find_thing(word, start), word.end
        if _CLASSES.get(word.low):
            return self._resolve(place, start), word.end
        if word.low in {"this", "these", "those", "here"}:
            return None, word.end
        is_verb = word.tag in {"VBZ", "VBD", "VBP"} and self._follows_lead(place)
        return address_verb(word.text) if is_verb else word.text, word.end

    def is_lead(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` names the lead."""
        if self.lead is None:
            return False
        is_same = bool(phrase.name) and phrase.name.split()[0] in self.lead.name.split()
        return phrase.start == self.lead.start or is_same or define(phrase) == define(self.lead)

    def _is_owned_lead(self, phrase: NounPhrase) -> bool:
        """Return whether the lead is ``apprentice`` in ``a baker's apprentice``."""
        return self.lead is not None and phrase.end < self.lead.start <= phrase.end + 3

    def _find_thing(self, word: Word, start: int) -> str | None:
        """Return what ``it`` means: ``it`` itself if that stands in the part from ``start``."""
        things = [e for e in self.phrases if e.end < word.start and not (is_alive(e) or e.many)]
        things = [e for e in things if (e.article or e.owner) and e.kind is not NounClass.SKIP]
        if not things:
            return None
        return word.text if things[-1].start >= start else f"the {drop_article(things[-1].words)}"

    def _follows_lead(self, place: int) -> bool:
        before = place - 1
        while before > 0 and _ADVERBS.match(self.words[before].low):
            before -= 1
        word = self.words[before] if before >= 0 else None
        if word is None or place == 0:
            return False
        is_pronoun = word.low in _SUBJECTS and self._resolve(before, 0) == "you"
        return is_pronoun or any(
            self.is_lead(e) and not e.owns and e.end == word.end for e in self.phrases
        )

    def _resolve(self, place: int, start: int) -> str | None:
        """Return the words for the pronoun at ``place``; ``None`` if it is not clear."""
        word = self.words[place]
        they = _CLASSES[word.low]
        is_owner = word.low in _POSSESSIVES and self._is_before_noun(place)
        yours = _PRONOUNS[they][word.low] if is_owner or word.low != "her" else "you"
        others = [e for e in self.phrases if self._can_mean(e, they, word)]
        if they in {"I", "we"}:
            return yours if they == self.they else None
        after = self.words[place + 1].low if place + 1 < len(self.words) else ""
        if they == self.they and (
            not others or after == "own" or self._is_relative(word, is_owner=is_owner)
        ):
            return yours
        if they == self.they and word.low in _SUBJECTS and self._leads_sentence(word):
            return yours
        if they == self.they and is_owner:
            here = [e for e in others if self._sentence(e.start) == self._sentence(word.start)]
            return "the" if here else yours
        if not others and they == "they" and start < word.start:
            return word.text
        if not others or (they == self.they and word.low in _SUBJECTS):
            return yours if they == self.they and not self._is_in_sentence(others, word) else None
        if they == self.they and start != self.deed:
            return None
        if others[-1].start >= start:
            return word.text
        return f"{self.name(others[-1])}'s" if is_owner else self.name(others[-1])

    def _leads_sentence(self, word: Word) -> bool:
        """Return whether the lead is the first who is named in the sentence of ``word``."""
        here = [e for e in self.phrases if is_alive(e) and e.start < word.start]
        here = [e for e in here if self._sentence(e.start) == self._sentence(word.start)]
        return bool(here) and self.is_lead(here[0])

    def _is_in_sentence(self, others: Sequence[NounPhrase], word: Word) -> bool:
        return any(self._sentence(e.start) == self._sentence(word.start) for e in others)

    def _sentence(self, start: int) -> int:
        return len(re.findall(r"[.?!] ", self.text[:start]))

    def _is_before_noun(self, place: int) -> bool:
        after = self.words[place + 1] if place + 1 < len(self.words) else None
        return (
            after is not None
            and after.tag[:2] in {"NN", "JJ", "CD", "RB", "VB"}
            and (after.low not in {"to", "for", "before"})
        )

    def _is_relative(self, word: Word, *, is_owner: bool) -> bool:
        """Return whether ``word`` is an object in ``the man who raised her``."""
        before = self.text[: word.start].rstrip()
        if is_owner:
            return _HARM.search(before) is not None
        return re.search(r"\bwho (?:\w+ly )?\w+$", before) is not None

    def _can_mean(self, phrase: NounPhrase, they: str, word: Word) -> bool:
        """Return whether the pronoun ``they`` at ``word`` can mean ``phrase``, but not the lead."""
        if phrase.end > word.start or self.is_lead(phrase) or phrase.start == word.start:
            return False
        shown, is_object = classify(phrase), word.low in {"him", "her", "them", "me"}
        is_owner = word.low in _POSSESSIVES and self._is_before_noun(self.words.index(word))
        if is_object and not is_owner and self._acts_on(phrase, word):
            return False
        if they == "they":
            return shown == "they" and (is_alive(phrase) or word.low == "them")
        return is_alive(phrase) and shown in {they, ""}

    def _acts_on(self, phrase: NounPhrase, word: Word) -> bool:
        """Return whether ``phrase`` is the subject of the verb whose object is ``word``."""
        between = self.text[phrase.end : word.start].split()
        return phrase.acts and len(between) <= _MOST_BETWEEN

    def name(self, phrase: NounPhrase) -> str:
        """Return ``phrase`` as it is named to the lead: ``your brother``."""
        place = next((n for n, e in enumerate(self.words) if e.start == phrase.start), 0)
        if self.words[place].low == "your":
            return phrase.text
        if phrase.name or self.words[place].low not in _POSSESSIVES:
            return re.sub(r"^(?:dead|late|dying) ", "", define(phrase))
        owner = self._resolve(place, phrase.start) or "the"
        rest = re.sub(r"^own ", "", self.text[self.words[place].end : phrase.end].strip())
        return f"{owner} {rest}"

    def list_all(self) -> Iterator[NounPhrase]:
        """Yield the phrases that name somebody else than the lead."""
        yield from (each for each in self.phrases if is_alive(each) and not self.is_lead(each))
