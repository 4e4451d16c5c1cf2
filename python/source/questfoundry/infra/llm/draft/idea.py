"""Analyse an author's idea: its lead, people, place and thing, and what it asks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.cast import CastPlace, Thing
from questfoundry.infra.llm.draft.clauses import address_owner
from questfoundry.infra.llm.draft.deadline import find_deadline
from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.idea_text import IdeaText
from questfoundry.infra.llm.draft.lead import LeadFinder
from questfoundry.infra.llm.draft.nouns import NounClass, to_singular
from questfoundry.infra.llm.draft.opening import write_opening
from questfoundry.infra.llm.draft.phrases import NounPhrase, name_phrase
from questfoundry.infra.llm.draft.premise import QuestionShape
from questfoundry.infra.llm.draft.promise import read_promise
from questfoundry.infra.llm.draft.question import IdeaQuestion, read_question
from questfoundry.infra.llm.draft.setting import Deadline

_PARENTS = frozenset({"father", "mother", "wife", "husband", "master", "mistress"})
_AT = frozenset({"on", "at", "in", "aboard", "inside"})
_DESCRIBED = re.compile(
    r"(?:\b(?<!there )(?:is|are|was|were|shes|hes|play as)|\b(?:she|he|it|who|that)['\u2019]s) $",
    re.IGNORECASE,
)
"""Matches the words before a description: ``she is``, ``one of them is``."""


@frozen(slots=False)
class Idea(IdeaText):
    """An author's idea: its words, its player, and what it asks."""

    @cached_property
    def question(self) -> IdeaQuestion:
        """The question of the idea, in its own words."""
        return read_question(
            self.text, self.words, self.all_phrases, self.lead_phrase, self.lead_forms
        )

    @property
    def candidates(self) -> frozenset[str]:
        """The nouns of the two candidates between which the player chooses; may be empty."""
        pair = self.question.pair if "one" in self.question.hinge else ()
        return frozenset(each.rpartition(" ")[2].lower() for each in pair)

    def is_in_deed(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` occurs in the deed that the idea asks for."""
        deed = self.question.deed
        said = f"{deed.told} {deed.instead} {self.question.done}".casefold()
        return phrase.words.casefold() in said or bool(
            phrase.name and phrase.name.casefold() in said
        )

    @property
    def shapes(self) -> frozenset[QuestionShape]:
        """The forms of the questions that the idea may ask."""
        asked, found = self.question, set[QuestionShape]()
        found |= {QuestionShape.WHO} if asked.done else set()
        found |= {QuestionShape.WHICH} if asked.pair else set()
        if asked.deed.text and asked.deed.is_open:
            return frozenset(found | {QuestionShape.WHETHER})
        found |= {QuestionShape.WAY} if asked.deed.text else set()
        listed = self.listed_shapes
        if asked.hinge & {"deed", "fact"}:
            listed -= {QuestionShape.WHO}  # In such an idea, ``who killed`` describes a person.
        return frozenset(found) | listed

    # The lead

    @cached_property
    def _finder(self) -> LeadFinder:
        return LeadFinder(
            text=self.text, words=self.words, phrases=self.all_phrases, lists=self.lists
        )

    @cached_property
    def lead_phrase(self) -> NounPhrase | None:
        """The phrase for the player, or ``None``."""
        return self._finder.find()

    @cached_property
    def lead_forms(self) -> frozenset[str]:
        """The pronouns by which the idea may mean the player."""
        return self._finder.list_forms(self.lead_phrase)

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
        """Yield what the idea names besides the player, without descriptions such as ``a nun``."""
        lead = self.lead_phrase
        for each in self.phrases:
            is_lead = lead is not None and (each == lead or self._describes(each, lead))
            if not is_lead and not _DESCRIBED.search(self.text[: self._find_start(each)]):
                yield each

    def find_owner(self, phrase: NounPhrase) -> NounPhrase | None:
        """Return the possessive noun phrase before ``phrase``, such as ``the king's``."""
        near = (e for e in self.all_phrases if e.owns and 0 < phrase.start - e.end <= len("'s "))
        return next(near, None)

    def _find_start(self, phrase: NounPhrase) -> int:
        owner = self.find_owner(phrase)
        return self._find_start(owner) if owner else phrase.start

    def _describes(self, phrase: NounPhrase, lead: NounPhrase) -> bool:
        """Return whether ``phrase`` says who the player is: ``Lucilla, a baker's daughter``."""
        between = self.text[lead.end : phrase.start]
        is_owner = lead.owner.startswith(name_phrase(phrase)) and phrase.owns
        is_owner = is_owner and (phrase.kind is not NounClass.PERSON or self._names_parent())
        is_copula = re.fullmatch(r"(?:,| is| are| was| were),? (?:still |only )?", between)
        owner = re.fullmatch(r", an? [^,]*", between)
        is_next = is_copula is not None and not (phrase.name and lead.name)
        return is_owner or is_next or (owner is not None and phrase.before == "'s")

    def _names_parent(self) -> bool:
        """Return whether the idea also says ``her father`` and the like, of the lead's owner."""
        return any(each.head in _PARENTS and each.owner in self.lead_forms for each in self.phrases)

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
        return write_opening(self.text, self._name_player(), describes=self.question.describes)

    def _name_player(self) -> str:
        phrase = self.lead_phrase
        if phrase is None or self._finder.is_stated(phrase):
            return ""
        if self.is_group and to_singular(phrase.head) in self.candidates:
            return ""  # The player chooses between them.
        if self.is_group:
            return "one of them"
        is_owned = phrase.owner[:1].isupper()
        return phrase.name or (self.lead if is_owned else f"the {drop_article(self.lead)}")

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
        known = [each for each in here if self.is_listed(each) and each.is_whole]
        if not known:
            return None
        first = known[0]
        return CastPlace(name=self.name(first), preposition=first.before)

    def is_listed(self, phrase: NounPhrase) -> bool:
        """Return whether a name or the lists of nouns show the class of ``phrase``."""
        return bool(phrase.name) or self.classes.find_listed(phrase.head) is phrase.kind

    def name(self, phrase: NounPhrase) -> str:
        """Return ``phrase`` as a story says it, with ``your`` before the player's own things."""
        if not phrase.article and not phrase.owner and phrase.noun in self.lists.list_all("kin"):
            return f"your {phrase.words}"
        if phrase.owner not in {"her", "his", "their", "its"}:
            owner = address_owner(phrase.owner, self.lead_forms)
            return name_phrase(evolve(phrase, owner=owner))
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

    @property
    def deadline(self) -> Deadline | None:
        """The time before which the idea says that something must happen, or ``None``."""
        return find_deadline(self.text, self.lists.entries["deadlines"])

    @property
    def has_promise(self) -> bool:
        """Return whether somebody in the idea has given their word."""
        return re.search(rf"\b(?:{self.lists.entries['promise']})\b", self.text) is not None

    def read_phrases(self) -> Mapping[str, str]:
        """Return what the idea states, as phrases by the keys that premises use; may be empty.

        ``vow``: what somebody promised to do; the key ``until`` comes with it.
        ``plea``: what somebody promised not to do. The other keys are those of ``IdeaQuestion``.
        """
        promise = self.lists.entries["promise"]
        thing = self.thing.name if self.thing else ""
        return {**self.question.phrases, **read_promise(self.text, promise, thing)}
