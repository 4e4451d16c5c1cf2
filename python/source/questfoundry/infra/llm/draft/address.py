"""Rewrite parts of an idea in the second person: ``his life`` becomes ``your life``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from attrs import frozen

from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.naming import define, is_alive
from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.tagged_words import Word

_FORMS = {
    "he": "he him his his himself",
    "she": "she her her hers herself",
    "they": "they them their theirs themselves",
    "it": "it it its its itself",
    "I": "i me my mine myself",
    "we": "we us our ours ourselves",
}
_YOURS = ("you", "you", "your", "yours", "yourself")
_POSSESSIVES = frozenset({"his", "her", "their", "its", "my", "our"})
_OBJECTS = frozenset({"him", "her", "them", "me", "us"})

_FEMALE = re.compile(
    r"(?:\w*woman|girl|widow|nun|queen|princess|\w*mother|\w*sister|\w*daughter|wife|aunt|niece"
    r"|lady|countess|duchess|bride|midwife|mum|gran|empress|priestess|witch|heiress|mrs|miss|ms"
    r"|madame|abbess|hostess|actress|waitress|seamstress|\w*mistress)"
)
_MALE = re.compile(
    r"(?:\w*(?<!wo)man|boy|king|prince|\w*father|\w*brother|son|husband|uncle|nephew|lord|monk"
    r"|friar|bishop|priest|widower|groom|duke|baron|emperor|mr|sir|knight|\w*grandson)"
)
_TO_LEAD = re.compile(
    r"who (?:\w+ly )?(?:saved|raised|betrayed|taught|ruined|loved|killed|murdered|stole|burned|sold"
    r"|wrote|broke|framed|rescued|trained|found|left|hid|hired|fired|jailed"
    r"|arrested|hanged|sentenced|flogged|denounced)$"
)
"""Matches ``who saved`` before ``his life``, which is hardly the life of the one who saves."""

_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "am": "are", "goes": "go"}
_VERBS |= {"discovers": "have discovered", "learns": "have learned", "finds": "have found"}
_VERBS |= {"hears": "have heard", "overhears": "have overheard", "sees": "have seen"}
_VERBS |= {"notices": "have noticed", "realises": "have realised", "swears": "have sworn"}
_VERBS |= {"inherits": "have inherited", "promises": "have promised", "wakes": "have woken"}
_VERBS |= {"receives": "have received", "wins": "have won", "buys": "have bought"}
_VERBS |= {"invents": "have invented", "loses": "have lost", "forgets": "have forgotten"}
_VERBS |= {"becomes": "have become", "turns": "have turned", "falls": "have fallen"}
_VERBS |= {"steals": "have stolen", "catches": "have caught", "gets": "have got"}
_VERBS |= {"dies": "have died", "adopts": "have adopted", "befriends": "have befriended"}
_VERBS |= {"recognises": "have recognised", "recognizes": "have recognized", "meets": "have met"}
_VERBS |= {
    "'s": "'re",
    "arrives": "have arrived",
    "returns": "have returned",
    "uncovers": "have uncovered",
}
"""Finite verbs as they follow ``you``; what happens before a story is in the perfect."""

_FINITE = frozenset({"VBZ", "VBD", "VBP"})
_ADVERBS = re.compile(r"(?:\w+ly|never|always|now|once|still|also|just|only|not)$")
_ADJECTIVE = re.compile(r"(?:ous|ful|less|ive|able|ible)$")
_MOST_BETWEEN, _MOST_ADJECTIVES = 2, 4


@cache
def list_pronouns() -> Mapping[str, str]:
    """Return a mapping from each form of a pronoun to its first form: ``his`` to ``he``."""
    return {form: they for they, forms in _FORMS.items() for form in forms.split()} | {"you": "you"}


def classify(phrase: NounPhrase) -> str:
    """Return the pronoun for ``phrase``: they, she or he; empty if its words do not show it."""
    if phrase.many or phrase.kind is NounClass.GROUP:
        return "they"
    words = {phrase.head, *phrase.name.lower().split()[:-1]} - {""}
    found = (("she", _FEMALE), ("he", _MALE))
    return next((they for they, each in found if any(map(each.fullmatch, words))), "")


def address_verb(verb: str) -> str:
    """Return the finite ``verb`` of a single person as it follows ``you``: ``owes`` is ``owe``."""
    if not verb.endswith("s") or verb in _VERBS:
        return _VERBS.get(verb) or _VERBS.get(f"{verb}s", verb)
    if re.search(r"(?:[sx]|ch|sh|zz|o)es$", verb) and not verb.endswith("ises"):
        return verb[:-2]
    return f"{verb[:-3]}y" if re.search(r"[^aeiou]ies$", verb) else verb[:-1]


@frozen
class Addresser:
    """A converter of an idea into the second person; ``lead`` is the person who becomes ``you``.

    ``text``, ``words``, ``phrases``: the idea. ``lead``: the phrase for the lead, if any.
    ``they``: the pronoun that the idea uses for the lead. ``deed``: the offset in ``text`` at which
      the idea says what the lead does.
    ``keeps_articles``: whether ``a singer`` stays; else it becomes ``the singer``, who is known.
    """

    text: str
    words: Sequence[Word]
    phrases: Sequence[NounPhrase]
    lead: NounPhrase | None
    they: str
    deed: int
    keeps_articles: bool = False

    def address(self, start: int, end: int) -> str:
        """Return the idea from ``start`` to ``end`` in the second person.

        The result is empty if a word cannot be rewritten for certain.
        """
        pieces, here = list[str](), start
        for place, each in enumerate(self.words):
            if max(here, start) <= each.start < end:
                said, upto = self._translate(place, start)
                if not said:
                    return ""
                pieces += [self.text[here : each.start], said]
                here = upto
        return " ".join("".join((*pieces, self.text[here:end])).split())

    def _translate(self, place: int, start: int) -> tuple[str, int]:
        """Return the words for the word at ``place``, and where the next word begins."""
        word = self.words[place]
        phrase = next((each for each in self.phrases if each.start == word.start), None)
        if phrase and self.lead and phrase.owns and 0 < self.lead.start - phrase.end <= len("'s "):
            return "you", self.lead.end
        if phrase and self.is_lead(phrase):
            return ("your", phrase.end + len("'s")) if phrase.owns else ("you", phrase.end)
        is_new = phrase and phrase.article in {"a", "an"} and is_alive(phrase)
        if phrase and is_new and not (self.keeps_articles or phrase.before == "as"):
            return "the", word.end
        if word.low == "it" and self.they != "it":
            return self._find_thing(word, start), word.end
        if word.low in list_pronouns() and word.low != "you":
            return self._resolve(place, start), word.end
        if word.low in {"this", "these", "those", "here"}:
            return "", word.end
        is_verb = word.tag in _FINITE and self._follows_lead(place)
        return address_verb(word.text) if is_verb else word.text, word.end

    def is_lead(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` names the lead."""
        if self.lead is None:
            return False
        names = self.lead.name.split()
        is_same = bool(phrase.name) and phrase.name.split()[0] in names
        is_same = is_same or (phrase.article == "the" and phrase.head.capitalize() in names)
        return phrase.start == self.lead.start or is_same or define(phrase) == define(self.lead)

    def list_others(self) -> Iterator[NounPhrase]:
        """Yield the phrases that name somebody other than the lead."""
        return (each for each in self.phrases if is_alive(each) and not self.is_lead(each))

    def _find_thing(self, word: Word, start: int) -> str:
        """Return what ``it`` means: ``it`` itself if that stands in the part from ``start``."""
        known = [each for each in self.phrases if each.end < word.start]
        things = [e for e in known if not is_alive(e) or e.kind is NounClass.ANIMAL]
        things = [e for e in things if (e.article or e.owner) and not e.many]
        things = [each for each in things if each.kind is not NounClass.SKIP]
        if not things:
            return ""
        return word.text if things[-1].start >= start else f"the {drop_article(things[-1].words)}"

    def _follows_lead(self, place: int) -> bool:
        before = place - 1
        while before > 0 and _ADVERBS.match(self.words[before].low):
            before -= 1
        word = self.words[max(before, 0)]
        if word.low == "and":  # the second verb of one subject: "returns and meets"
            finite = (n for n in range(before - 1, 0, -1) if self.words[n].tag in _FINITE)
            first = next(finite, 0)
            return first > 0 and self._follows_lead(first)
        is_pronoun = word.low in {each.lower() for each in _FORMS}
        if place and is_pronoun and self._resolve(before, 0) == "you":
            return True
        leads = (each for each in self.phrases if self.is_lead(each) and not each.owns)
        return place > 0 and any(each.end == word.end for each in leads)

    def _resolve(self, place: int, start: int) -> str:
        """Return the words for the pronoun at ``place``; empty if it is not clear."""
        word, they = self.words[place], list_pronouns()[self.words[place].low]
        is_owner = word.low in _POSSESSIVES and self._is_before_noun(place)
        forms = _FORMS[they].split()
        yours = "your" if is_owner else _YOURS[forms.index(word.low)]
        others = [e for e in self.phrases if self._can_mean(e, they, word, is_owner=is_owner)]
        here = [e for e in others if self._sentence(e.start) == self._sentence(word.start)]
        if they in {"I", "we"}:
            return yours if they == self.they else ""
        if they == self.they:
            return self._resolve_own(place, start, yours, others, here, is_owner=is_owner)
        if not others:
            return word.text if they == "they" and start < word.start else ""
        if others[-1].start >= start:
            return word.text
        if not is_owner and self._are_several(others, they):
            return ""
        return f"{self.name(others[-1])}'s" if is_owner else self.name(others[-1])

    def _resolve_own(
        self,
        place: int,
        start: int,
        yours: str,
        others: Sequence[NounPhrase],
        here: Sequence[NounPhrase],
        *,
        is_owner: bool,
    ) -> str:
        """Return the words for a pronoun that can mean the lead, or one of ``others``."""
        word = self.words[place]
        is_own = place + 1 < len(self.words) and self.words[place + 1].low == "own"
        if not others or is_own or self._is_to_lead(word, is_owner=is_owner):
            return yours
        if is_owner:
            is_sure = not any(classify(each) or each.start >= start for each in here)
            is_sure = is_sure and start == self.deed
            return "the" if here and not is_sure else yours
        if word.low not in _OBJECTS:
            return yours if not here or self._leads_sentence(word) else ""
        # The object of the lead's own deed is somebody else; elsewhere, it is not clear.
        is_clear = start == self.deed and not self._are_several(others, self.they)
        return self.name(others[-1]) if is_clear else ""

    def _are_several(self, others: Sequence[NounPhrase], they: str) -> bool:
        """Return whether ``they`` may be any of several: the patient is the man who hit her son."""
        return len({define(each) for each in others if classify(each) == they}) > 1

    def _is_to_lead(self, word: Word, *, is_owner: bool) -> bool:
        """Return whether ``word`` is an object in ``the man who raised her``."""
        before = self.text[: word.start].rstrip()
        pattern = _TO_LEAD.pattern if is_owner else r"\bwho (?:\w+ly )?\w+$"
        return re.search(pattern, before) is not None

    def _leads_sentence(self, word: Word) -> bool:
        """Return whether the lead is the first who is named in the sentence of ``word``."""
        here = [e for e in self.phrases if is_alive(e) and e.start < word.start]
        here = [e for e in here if self._sentence(e.start) == self._sentence(word.start)]
        return bool(here) and self.is_lead(here[0])

    def _sentence(self, start: int) -> int:
        return len(re.findall(r"[.?!] ", self.text[:start]))

    def _is_before_noun(self, place: int) -> bool:
        """Return whether a noun follows, with or without adjectives: ``her only book``."""
        for each in self.words[place + 1 : place + 1 + _MOST_ADJECTIVES]:
            if each.tag[:2] == "NN" and not _ADJECTIVE.search(each.low):
                return True
            if each.tag[:2] not in {"JJ", "CD", "RB", "VB", "NN"} or each.low in {
                "to",
                "for",
                "before",
            }:
                return False
        return False

    def _can_mean(self, phrase: NounPhrase, they: str, word: Word, *, is_owner: bool) -> bool:
        """Return whether the pronoun ``they`` at ``word`` can mean ``phrase``, but not the lead."""
        if phrase.end > word.start or self.is_lead(phrase):
            return False
        between = self.text[phrase.end : word.start].split()
        is_object = word.low in _OBJECTS and not is_owner
        if is_object and phrase.acts and len(between) <= _MOST_BETWEEN:
            return False  # "the priest asks him" is about two people
        if they == "they":
            return classify(phrase) == "they" and (is_alive(phrase) or word.low == "them")
        return is_alive(phrase) and classify(phrase) in {they, ""}

    def name(self, phrase: NounPhrase) -> str:
        """Return ``phrase`` as a text in the second person names it: ``your brother``."""
        place = next((n for n, each in enumerate(self.words) if each.start == phrase.start), 0)
        word = self.words[place]
        if word.low == "your":
            return phrase.text
        if phrase.name or word.low not in _POSSESSIVES:
            return re.sub(r"^(?:dead|late|dying) ", "", define(phrase))
        rest = re.sub(r"^own ", "", self.text[word.end : phrase.end].strip())
        return f"{self._resolve(place, phrase.start) or 'the'} {rest}"
