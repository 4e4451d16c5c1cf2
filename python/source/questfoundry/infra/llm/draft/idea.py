"""Analyse an author's idea: its lead, place and thing, and the form of its question."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from attrs import frozen

from questfoundry.infra.llm.draft.cast import CastPlace, Thing
from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses, to_singular
from questfoundry.infra.llm.draft.phrases import NounPhrase, find_phrases
from questfoundry.infra.llm.draft.premise import QuestionShape
from questfoundry.infra.llm.draft.wordlists import IdeaWords

_SMALL = frozenset(
    {"that", "which", "from", "with", "their", "before", "until", "after", "must", "have", "whose"}
)
_AT = frozenset({"on", "at", "in", "aboard", "inside"})
_KEEPING = frozenset({"keep", "hold", "guard"})
"""Verbs that are not taken from a promise: the phrases of the thing's class say it better."""

_OTHERS = re.compile(r"\b(?:her|his|their|him|them|she|he|they|me|my|your)\b|[A-Z]")
_ARTICLE = r"(?:an?|the|her|his|their|its|one of the|that|this)"
_BEFORE_SUBJECT = frozenset(
    {*("", ",", ".", ";", ":", "?", "!", "and", "but", "or", "where", "when", "while", "as", "if")}
    | {*("because", "before", "until", "would", "can", "should", "are", "am", "after")}
)
_PEOPLE = frozenset({NounClass.PERSON, NounClass.GROUP})


@frozen(slots=False)
class Idea:
    """An author's idea; ``classes`` finds the classes of its nouns."""

    text: str
    classes: NounClasses

    @property
    def words(self) -> IdeaWords:
        """The word lists by which the idea is analysed."""
        return self.classes.words

    @cached_property
    def shapes(self) -> frozenset[QuestionShape]:
        """The forms of the questions that the idea may ask."""
        found = self.words.entries["shapes"].items()
        return frozenset(
            QuestionShape(key)
            for key, words in found
            if re.search(rf"\b(?:{words})\b", self.text, re.IGNORECASE)
        )

    @property
    def motive(self) -> str:
        """The key of the reason that the idea states, or an empty string."""
        return self.words.find("motives", self.text)

    @cached_property
    def content_words(self) -> frozenset[str]:
        """The words of the idea in lower case, without short and very common words."""
        return frozenset(re.findall(r"[a-z][a-z-]{3,}", self.text.lower())) - _SMALL

    @cached_property
    def phrases(self) -> Sequence[NounPhrase]:
        """The phrases for everything that the idea names: each person, thing and place once."""
        kept: list[NounPhrase] = []
        for each in find_phrases(self.text, self.classes):
            if each.kind is not NounClass.SKIP and not any(_repeats(each, old) for old in kept):
                kept.append(each)
        return kept

    @cached_property
    def lead_phrase(self) -> NounPhrase | None:
        """The person or group that the idea is about: the first subject of a sentence."""
        return next((each for each in self.phrases if self._is_subject(each)), None)

    def _is_subject(self, each: NounPhrase) -> bool:
        is_free = not each.owner or (each.owner.startswith("the ") and not each.name)
        is_lead = each.kind in _PEOPLE and is_free and each.before in _BEFORE_SUBJECT
        return is_lead and not each.owns and not self.words.find("status", self._read_after(each))

    def _read_after(self, phrase: NounPhrase) -> str:
        """Return the words after ``phrase`` that may say whether this person is dead or away."""
        after = re.match(r" (?:is|has|was) \w+| \w+", self.text[phrase.end :])
        return after[0] if after and not phrase.owns else ""

    def find_status(self, phrase: NounPhrase) -> str:
        """Return whether the person ``phrase`` is ``here``, ``dead`` or ``away``."""
        before = self.text[: phrase.start].split()[-1:] if phrase.name else ()
        words = " ".join((*before, phrase.noun, self._read_after(phrase)))
        return self.words.find("status", words) or "here"

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

    def _find_title(self, name: str) -> str:
        title = name.split()[0].lower()
        return title if self.classes.find_listed(title) is NounClass.PERSON else ""

    @property
    def lead_group(self) -> str:
        """The player's group with its article, or an empty string."""
        phrase = self.lead_phrase
        if phrase is None or not self.is_group:
            return ""
        return f"the {phrase.number} {phrase.noun}".replace("  ", " ")

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
        return self.words.find("kin", kin) if kin else ""

    @cached_property
    def places(self) -> Sequence[NounPhrase]:
        """The places that the idea names."""
        return [each for each in self.phrases if each.kind is NounClass.PLACE]

    @cached_property
    def place(self) -> CastPlace | None:
        """The place where the idea happens, or ``None``."""
        here = sorted(self.places, key=lambda each: (not each.noun, each.before not in _AT))
        if not here:
            return None
        first = here[0]
        own = first.before if first.before in _AT else ""
        listed = self.words.find("places", first.head or first.name)
        return CastPlace(name=name_phrase(first), preposition=own or listed or "in")

    @cached_property
    def subject_place(self) -> Thing | None:
        """The place that the conflict is about, or ``None`` if there is no such place."""
        found = next(
            (e for e in self.places if e.noun and e.before not in _AT | {"from", "to", "of"}), None
        )
        return Thing(name=name_phrase(found), kind="place", many=found.many) if found else None

    @cached_property
    def thing(self) -> Thing | None:
        """The thing that the idea is about, or ``None``."""
        things = (each for each in self.phrases if each.kind is NounClass.THING)
        others = (each for each in self.phrases if self._is_object(each))
        found = next(chain(things, others), None)
        if found is None:
            return None
        kind = self.words.find("things", found.head) or self.words.find("things", found.noun)
        return Thing(name=name_phrase(found), kind=kind or "object", many=found.many)

    def _is_object(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase``, whose class is unknown, is the object of a verb."""
        return phrase.kind is NounClass.OTHER and phrase.before in self.words.verbs

    def read_phrases(self) -> Mapping[str, str]:
        """Return the promise that the idea states, as verb phrases by key; may be empty.

        ``vow``: what somebody promised to do; the key ``until`` comes with it.
        ``plea``: what somebody promised not to do.
        """
        end = r"(?=[.,;]| (?:until|before|and|when|if)\b|$)"
        verb = r"(?!(?:her|his|their|the|an?|my|your)\b|[A-Z])\w"
        promise = self.words.entries["promise"]
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


def name_phrase(phrase: NounPhrase) -> str:
    """Return the name of a thing, a place or a group with its article."""
    if not phrase.noun:
        return phrase.name
    article = phrase.owner if phrase.owner.endswith(("'s", "s'")) else "the"
    return " ".join(filter(None, (article, phrase.number, phrase.noun, phrase.name)))


def _repeats(phrase: NounPhrase, earlier: NounPhrase) -> bool:
    """Return whether ``phrase`` refers to the same person or thing as ``earlier``."""
    if phrase.name:
        return set(phrase.name.split()) <= set(earlier.name.split()) and not phrase.owner
    is_same = phrase.head == earlier.head and phrase.number == earlier.number
    return is_same and (phrase.noun == phrase.head or phrase.noun == earlier.noun)
