"""Analyse an author's idea: its lead, people, place and thing, and what it asks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest

from attrs import frozen

from questfoundry.infra.llm.draft.cast import CastPlace, Thing
from questfoundry.infra.llm.draft.deeds import Asked, DeedReader, speak_to_player
from questfoundry.infra.llm.draft.grammar import capitalise, drop_article
from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, to_singular
from questfoundry.infra.llm.draft.phrases import TITLES, NounPhrase, find_phrases, name_phrase
from questfoundry.infra.llm.draft.premise import QuestionShape
from questfoundry.infra.llm.draft.tagging import Word, tag_words
from questfoundry.infra.llm.draft.wordlists import IdeaWords

_SMALL = frozenset(
    {"that", "which", "from", "with", "their", "before", "until", "after", "must", "have", "whose"}
)
_AT = frozenset({"on", "at", "in", "aboard", "inside"})
_KEEPING = frozenset({"keep", "hold", "guard"})
"""Verbs that are not taken from a promise: the phrases of the thing's class say it better."""

_OTHERS = re.compile(r"\b(?:her|his|their|him|them|she|he|they|me|my|your)\b|[A-Z]")
_ARTICLE = r"(?:an?|the|her|his|their|its|one of the|that|this)"
_ACTORS = frozenset({NounClass.PERSON, NounClass.GROUP, NounClass.ANIMAL})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_NEEDS = re.compile(
    r"[^.?!;:]{0,80}?\b(?:must|(?:has|have|had|needs?|needed)(?: \w+){0,2} to|has until|decides?"
    r"|(?:is|was|are|were|been) (?:sent|hired|asked|ordered|offered|invited|forced|told))\b"
)
"""Matches the words after a subject that has to act."""

_ME = frozenset({"i", "me", "my", "we", "us", "our", "you", "your"})
_THERE = frozenset({"is", "was", "'s", "theres"})
_FORMS: Mapping[str, frozenset[str]] = {
    "she": frozenset({"she", "her", "herself"}),
    "he": frozenset({"he", "him", "his", "himself"}),
    "it": frozenset({"it", "its", "itself"}),
    "they": frozenset({"they", "them", "their", "themselves"}),
}
_ABOUT = re.compile(
    r"^(?:(?:please,? )?(?:i want|i'd like|i would like|make|write|tell|create|give)\b[^.]*?"
    r"(?:story|game|adventure)\b (?:about|in which|where|of) |(?:a )?story (?:about|of) )",
    re.IGNORECASE,
)
"""Matches words to the program before the idea itself."""

_CRAFT = re.compile(r"\b(?:story|players?|my table|i teach|genre|prompt)\b", re.IGNORECASE)
_GENRE = re.compile(
    r"^(?:an? |the )?(?:[\w-]+ ){0,2}(?:mystery|noir|thriller|romance|comedy|tragedy|drama|fable"
    r"|adventure|western|whodunit|saga|tale|fantasy|horror|story)"
    r"(?: (?:set )?(?:in|on|at|about|aboard|under|of)\b|:|,)? ?",
    re.IGNORECASE,
)
"""Matches the genre at the start of an idea, which is not a part of the story."""


def strip_craft(text: str) -> str:
    """Return ``text`` without what is said to the program: ``I want a story about``."""
    bare = _ABOUT.sub("", " ".join(text.split()))
    sentences = [_ABOUT.sub("", each) for each in re.split(r"(?<=[.!?])\s+", bare)]
    told = [each for each in sentences if not _CRAFT.search(each) or _names_player(each)]
    return " ".join(told) or bare


def _names_player(sentence: str) -> bool:
    return re.search(r"\bthe player is\b", sentence, re.IGNORECASE) is not None


_ASKING = frozenset(
    {
        "do",
        "does",
        "did",
        "will",
        "can",
        "should",
        "is",
        "are",
        "how",
        "what",
        "who",
        "why",
        "which",
    }
)


@frozen(slots=False)
class Idea:
    """An author's idea; ``classes`` finds the classes of its nouns."""

    text: str
    classes: NounClasses

    @property
    def lists(self) -> IdeaWords:
        """The word lists by which the idea is analysed."""
        return self.classes.words

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of the idea with their tags."""
        return tag_words(self.text)

    @cached_property
    def asked(self) -> Asked:
        """What the idea asks."""
        return DeedReader(
            text=self.text,
            words=self.words,
            phrases=self.all_phrases,
            lead=self.lead_phrase,
            forms=self.lead_forms,
        ).read()

    @property
    def shapes(self) -> frozenset[QuestionShape]:
        """The forms of the questions that the idea may ask."""
        asked, found = self.asked, set[QuestionShape]()
        found |= {QuestionShape.WHO} if asked.done else set()
        found |= {QuestionShape.WHICH} if asked.pair else set()
        if asked.deed:
            found.add(QuestionShape.WHETHER if asked.is_open else QuestionShape.WAY)
        listed = self.lists.entries["shapes"].items()
        found |= {
            QuestionShape(key)
            for key, words in listed
            if re.search(rf"\b(?:{words})\b", self.text, re.IGNORECASE)
        }
        return frozenset(found)

    @property
    def motive(self) -> str:
        """The key of the reason that the idea states, or an empty string."""
        return self.lists.find("motives", self.text)

    @cached_property
    def content_words(self) -> frozenset[str]:
        """The words of the idea in lower case, without short and very common words."""
        return frozenset(re.findall(r"[a-z][a-z-]{3,}", self.text.lower())) - _SMALL

    @cached_property
    def all_phrases(self) -> Sequence[NounPhrase]:
        """The noun phrases of the idea in order, with repetitions."""
        return find_phrases(self.text, self.words, self.classes)

    @cached_property
    def phrases(self) -> Sequence[NounPhrase]:
        """The phrases for everything that the idea names: each person, thing and place once."""
        kept: list[NounPhrase] = []
        for each in self.all_phrases:
            if each.kind is not NounClass.SKIP and not any(_repeats(each, old) for old in kept):
                kept.append(each)
        return kept

    # The lead

    @cached_property
    def lead_phrase(self) -> NounPhrase | None:
        """The phrase for the player: after ``you are``, else the first subject that acts."""
        for each, following in zip_longest(self.all_phrases, self.all_phrases[1:]):
            if self._is_stated(each):
                return following if each.owns and following else each
        found = [each for each in self.all_phrases if self._can_act(each)]
        if self.is_first_person:
            return None
        needing = (each for each in found if self._read_needs(each))
        return next(needing, next(iter(found), self._find_thing_lead()))

    @cached_property
    def is_first_person(self) -> bool:
        """Return whether the idea calls the player ``I``, ``we`` or ``you``."""
        return any(each.low in _ME and each.text != "US" for each in self.words)

    def _words_before(self, phrase: NounPhrase) -> tuple[str, ...]:
        return tuple(each.low for each in self.words if each.end <= phrase.start)

    def _is_stated(self, phrase: NounPhrase) -> bool:
        """Return whether ``you are``, ``we are`` or ``the player is`` comes before ``phrase``."""
        before = self._words_before(phrase)[-3:]
        is_you = before[-2:] in {("you", "are"), ("we", "are"), ("i", "am"), ("player", "is")}
        return (is_you or before[1:] == ("play", "as")) and bool(phrase.article or phrase.name)

    def _can_act(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` may be the subject of a sentence, and a person or animal."""
        is_actor = phrase.kind in _ACTORS or phrase.after in {"WP", "MD"}
        before = next((e for e in reversed(self.words) if e.end <= phrase.start), None)
        is_object = (
            before is not None
            and before.low != "about"
            and (
                before.tag in {"IN", "TO"}
                or (before.is_verb and before.tag != "MD" and before.low not in _THERE)
            )
        )
        has_verb = self._has_verb_after(phrase)
        if not self._has_verb:
            return is_actor and phrase == self.all_phrases[0] and not phrase.name
        is_free = not phrase.owner and not phrase.owns or (phrase.owner.endswith("'s"))
        is_alive = not self.lists.find("status", self._read_after(phrase))
        return is_actor and is_free and has_verb and not is_object and is_alive and not phrase.owns

    @cached_property
    def _has_verb(self) -> bool:
        return any(each.tag in _FINITE for each in self.words)

    def _has_verb_after(self, phrase: NounPhrase) -> bool:
        """Return whether a finite verb follows ``phrase`` in its sentence."""
        for each in self.words:
            if each.start >= phrase.end:
                if each.tag in {".", ":"}:
                    return False
                if each.tag in _FINITE:
                    return True
        return False

    def _read_needs(self, phrase: NounPhrase) -> bool:
        """Return whether the verb after ``phrase`` says that the subject must act."""
        return _NEEDS.match(self.text[phrase.end :]) is not None

    def _find_thing_lead(self) -> NounPhrase | None:
        """Return the thing that begins the idea and acts, such as a violin, or ``None``."""
        first = next(iter(self.all_phrases), None)
        wants = re.search(r"\b(?:wants?|must|decides?|dreams?)\b", self.text)
        acts = first is not None and first.after in _FINITE and not first.owner
        return first if acts and wants else None

    @cached_property
    def lead_forms(self) -> frozenset[str]:
        """The pronouns by which the idea may mean the player."""
        phrase = self.lead_phrase
        if phrase is None:
            return frozenset()
        if self.is_group:
            return _FORMS["they"]
        they = self.lists.find("people", phrase.noun) or self.lists.find("people", phrase.name)
        if they in {"she", "he"}:
            return _FORMS[they] | _FORMS["they"]
        is_person = phrase.kind is NounClass.PERSON
        for number, word in enumerate(self.words):
            they = next((key for key, forms in _FORMS.items() if word.low in forms), "they")
            fits = they != "they" and (
                they != "it" if is_person else phrase.kind is NounClass.ANIMAL
            )
            if word.start > phrase.end and fits and self._may_mean(phrase, number):
                return _FORMS[they]
        has_plural = any(each.many for each in self.all_phrases)
        if is_person:
            return frozenset() if has_plural else _FORMS["they"]
        return _FORMS["it"]

    def _may_mean(self, phrase: NounPhrase, number: int) -> bool:
        """Return whether the pronoun ``number`` may mean ``phrase``: nobody else is nearer."""
        before = self.words[number - 1]
        if before.tag in {".", ":", "MD", "VBZ", "VBD"} and self.words[number].tag == "PRP":
            return True
        start = self.words[number].start
        people = [each for each in self.all_phrases if each.end <= start and each.kind in _ACTORS]
        known = [each for each in people if each == phrase or self._has_gender(each)]
        last = known[-1] if known else phrase
        return last == phrase or self._find_end_before(last) in self._copulas

    def _has_gender(self, phrase: NounPhrase) -> bool:
        """Return whether a pronoun may well mean ``phrase``: it has a name, or a noun of one sex."""
        they = self.lists.find("people", phrase.head) if phrase.head else ""
        return bool(phrase.name) or they in {"she", "he"}

    @cached_property
    def _copulas(self) -> frozenset[int]:
        return frozenset(each.end for each in self.words if each.low in {"is", "was", "are"})

    def _read_after(self, phrase: NounPhrase) -> str:
        """Return the words after ``phrase`` that may say whether this person is dead or away."""
        after = re.match(r" (?:is|has|was) \w+| \w+", self.text[phrase.end :])
        return after[0] if after and not phrase.owns else ""

    def find_status(self, phrase: NounPhrase) -> str:
        """Return whether the person ``phrase`` is ``here``, ``dead`` or ``away``."""
        before = self.text[: phrase.start].split()[-1:] if phrase.name else ()
        words = " ".join((*before, phrase.noun, self._read_after(phrase)))
        return self.lists.find("status", words) or "here"

    @property
    def is_group(self) -> bool:
        """Return whether the lead is a group, such as ``the night cleaners``."""
        lead = self.lead_phrase
        return lead is not None and (lead.many or lead.kind is NounClass.GROUP)

    @cached_property
    def lead(self) -> str:
        """The player's role without article; empty if the idea states no role."""
        phrase = self.lead_phrase
        if phrase is None:
            return self._find_kin()
        owned = f"{drop_article(phrase.owner)} {phrase.noun}".strip()
        noun = owned if phrase.noun else self._find_title(phrase.name)
        return to_singular(noun) if self.is_group else noun

    def list_others(self) -> Iterator[NounPhrase]:
        """Yield what the idea names besides the player: no descriptions of the player."""
        lead = self.lead_phrase
        for each in self.phrases:
            if lead is None or not (each == lead or self._describes(each, lead)):
                yield each

    def _describes(self, phrase: NounPhrase, lead: NounPhrase) -> bool:
        """Return whether ``phrase`` says who the player is: ``Lucilla, a baker's daughter``."""
        between = self.text[lead.end : phrase.start]
        is_owner = lead.owner.startswith(name_phrase(phrase)) and phrase.owns
        is_copula = re.fullmatch(r"(?:,| is| are| was| were),? (?:still |only )?", between)
        owner = re.fullmatch(r", an? [^,]*", between)
        is_next = is_copula is not None and not (phrase.name and lead.name)
        return is_owner or is_next or (owner is not None and phrase.before == "'s")

    def has_title(self, name: str) -> bool:
        """Return whether ``name`` begins with a title or a trade: ``Inspector Adjei``."""
        return bool(self._find_title(name)) and " " in name

    def _find_title(self, name: str) -> str:
        title = name.split()[0].lower()
        return title if self.classes.find_listed(title) is NounClass.PERSON else ""

    @property
    def lead_group(self) -> str:
        """The player's group with its article, or an empty string."""
        phrase = self.lead_phrase
        return name_phrase(phrase) if phrase and self.is_group else ""

    @property
    def lead_name(self) -> str:
        """The player's own name, or an empty string."""
        phrase = self.lead_phrase
        if phrase is None or not phrase.name:
            return ""
        title = "" if phrase.noun else self._find_title(phrase.name)
        return phrase.name[len(title) :].strip()

    def _find_kin(self) -> str:
        kin = " ".join(each.noun for each in self.phrases if each.owner == "my")
        return self.lists.find("kin", kin) if kin else ""

    # The opening

    @property
    def opening(self) -> str:
        """The idea as the first paragraph of its story: as typed, and who the player is."""
        told = _GENRE.sub("", self.text, count=1) or self.text
        told = told if re.search(r"\w", told) else self.text
        told = capitalise(speak_to_player(told.strip(" ,:")) if self.is_first_person else told)
        last = re.split(r"[.!?] +", told)[-1].partition(" ")[0].lower()
        mark = "?" if last in _ASKING else "."
        end = "" if told.endswith((".", "!", "?", '"', "\u2026")) else mark
        return " ".join((f"{told}{end}", *self._state_lead(told.lower())))

    def _state_lead(self, told: str) -> Iterator[str]:
        phrase = self.lead_phrase
        if phrase is None or re.search(r"\b(?:you|we) are (?:the|an?) |\byou play as\b", told):
            return
        if self.is_group:
            yield "You are one of them."
        elif phrase.name and (not phrase.noun or phrase.name.split()[0].lower() in TITLES):
            yield f"You are {phrase.name}."
        else:
            yield f"You are {phrase.name or f'the {drop_article(self.lead)}'}."

    # Places and things

    @cached_property
    def places(self) -> Sequence[NounPhrase]:
        """The places that the idea names."""
        return [each for each in self.phrases if each.kind is NounClass.PLACE]

    @cached_property
    def place(self) -> CastPlace | None:
        """The place where the idea happens, or ``None``."""
        here = sorted(self.places, key=lambda each: (not each.noun, each.before not in _AT))
        here = [each for each in here if each.before in _AT]
        if not here:
            return None
        first = here[0]
        return CastPlace(name=self.name(first), preposition=first.before)

    def name(self, phrase: NounPhrase) -> str:
        """Return what ``phrase`` names, as a story names it; the player's own things are yours."""
        if phrase.owner not in {"her", "his", "their", "its"}:
            return name_phrase(phrase)
        owner = "your" if phrase.owner in self.lead_forms else "the"
        return f"{owner} {phrase.words}"

    @cached_property
    def subject_place(self) -> Thing | None:
        """The place that the conflict is about, or ``None`` if there is no such place."""
        found = next(
            (e for e in self.places if e.noun and e.before not in _AT | {"from", "to", "of"}), None
        )
        return Thing(name=self.name(found), kind="place", many=found.many) if found else None

    @cached_property
    def thing(self) -> Thing | None:
        """The thing that the idea is about, or ``None``."""
        things = [
            each
            for each in self.phrases
            if each.kind is NounClass.THING and not each.owns and each.owner != "its"
        ]
        verbs = {each.end for each in self.words if each.is_verb}
        objects = [
            each
            for each in self.phrases
            if each.kind is NounClass.OTHER and self._find_end_before(each) in verbs
        ]
        found = next(iter((*things, *objects)), None)
        if found is None or found == self.lead_phrase:
            return None
        kind = self.lists.find("things", found.head) or self.lists.find("things", found.noun)
        return Thing(name=self.name(found), kind=kind or "object", many=found.many)

    def _find_end_before(self, phrase: NounPhrase) -> int:
        return max((each.end for each in self.words if each.end <= phrase.start), default=-1)

    def read_phrases(self) -> Mapping[str, str]:
        """Return what the idea states, as phrases by the keys that premises use; may be empty.

        ``vow``: what somebody promised to do; the key ``until`` comes with it.
        ``plea``: what somebody promised not to do. The other keys are those of ``Asked``.
        """
        return {**self.asked.phrases, **self._read_promise()}

    def _read_promise(self) -> Mapping[str, str]:
        end = r"(?=[.,;]| (?:until|before|and|when|if)\b|$)"
        verb = r"(?!(?:her|his|their|the|an?|my|your)\b|[A-Z])\w"
        promise = self.lists.entries["promise"]
        pattern = rf"\b(?:{promise})\b[^.;]*?\b(never |not )?to (never |not )?({verb}[^.,;]*?){end}"
        found = re.search(pattern, self.text)
        phrase = self._settle_phrase(found[3]) if found else ""
        if not found or not phrase:
            return {}
        is_ban = found[1] or found[2]
        return {"plea": phrase} if is_ban else {"vow": phrase, "until": "at"}

    def _settle_phrase(self, phrase: str) -> str:
        """Return ``phrase`` with the thing's full name; empty if it is not about the thing only."""
        name = self.thing.name if self.thing else ""
        last = re.escape(drop_article(name).rpartition(" ")[2])
        settled = re.sub(rf"\b{_ARTICLE} (?:[\w-]+ )*?{last}\b", name, phrase) if name else phrase
        is_keeping = settled.split()[0].lower() in _KEEPING
        is_usable = name and name in settled and not _OTHERS.search(settled)
        return settled if is_usable and not is_keeping else ""


def _repeats(phrase: NounPhrase, earlier: NounPhrase) -> bool:
    """Return whether ``phrase`` refers to the same person or thing as ``earlier``."""
    if phrase.noun and phrase.noun in earlier.name.lower().split():
        return True
    if phrase.name:
        return set(phrase.name.split()) <= set(earlier.name.split()) and not phrase.owner
    is_same = phrase.head == earlier.head and phrase.number == earlier.number
    return is_same and (phrase.noun == phrase.head or phrase.noun == earlier.noun)
