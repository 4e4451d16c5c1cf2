"""Define the decision that somebody in an idea must make, with texts in the second person."""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

Effect = Literal["none", "plain", "help", "harm", "death"]
"""What a deed does to somebody; ``none`` if it is not about this person."""


@frozen(kw_only=True)
class CastPerson:
    """A person in the scenes: the name, and the pronoun ``she``, ``he`` or ``they``."""

    name: str
    they: str = "they"


@frozen(kw_only=True)
class IdeaDecision:
    """The decision of one person in an idea, the lead; texts are in the second person, or empty.

    ``lead``: the lead with an occupation: ``Teddy Quan, a jazz pianist``.
    ``name``: the name that others use for the lead: ``Teddy Quan``, ``the ferryman``.
    ``is_human``: whether the lead is one human being, and no wolf, colony or couple.
    ``deed``: the first option, a verb phrase in the base form: ``burn the letters``.
    ``refusal``: the other option; if the idea names none: ``do not burn the letters``.
    ``until``: the time by which the lead must decide: ``before dawn``.
    ``time``: the time that is left, as a clause: ``you have one night``.
    ``tie``: a clause that connects the lead with the first of ``people``: ``the singer saved your
      life``.
    ``facts``: other facts, as clauses without a capital: ``you owe money to the gangster``.
    ``people``: other people of the idea, who can speak.
    ``effect``: what the deed does to the first of ``people``, if it is about this person.
    ``is_secret``: whether other people can hardly know of the decision.
    """

    lead: str = ""
    name: str = ""
    is_human: bool = True
    deed: str
    refusal: str
    until: str = ""
    time: str = ""
    tie: str = ""
    facts: tuple[str, ...] = ()
    people: tuple[CastPerson, ...] = ()
    effect: Effect = "none"
    is_secret: bool = False

    @property
    def slots(self) -> Mapping[str, str]:
        """The words for each slot that the decision fills."""
        words = {key: str(getattr(self, key)) for key in _WORDS}
        return {key: each for key, each in (*words.items(), *zip(_FACTS, self.facts)) if each}  # noqa: B905 - any number of facts

    @property
    def is_own(self) -> bool:
        """Return whether the idea itself names the option ``refusal``."""
        return self.refusal != f"do not {self.deed}"

    @property
    def question(self) -> str:
        """The decision as a question to the lead."""
        return f"Do you {self.deed}{f', or {self.refusal}' if self.is_own else ''}?"


_WORDS = ("lead", "name", "deed", "refusal", "until", "time", "tie")
_FACTS = ("fact", "fact-two", "fact-three", "fact-four")


def list_decision_facts(decision: IdeaDecision | None) -> Mapping[str, frozenset[str]]:
    """Return the values that conditions of texts test, such as ``deed=some`` or ``secret=yes``."""
    slots = decision.slots if decision else {}
    found = {key: "some" if key in slots else "none" for key in (*_WORDS, *_FACTS)}
    if decision:
        found["refusal"] = "own" if decision.is_own else "plain"
    found["cast"] = ("none", "one", "many")[min(len(decision.people), 2) if decision else 0]
    found["secret"] = "yes" if decision and decision.is_secret else "no"
    found["body"] = "human" if decision and decision.is_human else "other"
    found["effect"] = decision.effect if decision else "none"
    return {key: frozenset({each}) for key, each in found.items()}
