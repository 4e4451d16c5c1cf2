"""Ask a general question about somebody in an idea: whether they regret it, for example."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.infra.llm.draft.chunks import find_phrases
from questfoundry.infra.llm.draft.grammar import capitalise
from questfoundry.infra.llm.draft.naming import define, drop_name, is_alive, is_somebody
from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.question import IdeaQuestion
from questfoundry.infra.llm.draft.tagged_words import FINITE
from questfoundry.infra.llm.draft.tagging import tag_words

_MOST_NAME = 36
"""The most characters of a name in a question."""

_ONE = {"do": "Does", "is": "Is", "was": "was"}
_MANY = {"do": "Do", "is": "Are", "was": "were"}


def read_act(text: str, classes: NounClasses, words: Mapping[str, Any]) -> IdeaQuestion | None:
    """Return a general question about somebody in the idea ``text``, or about what happens.

    Return ``None`` if no one acts and nothing happens. ``words``: under ``answers`` the question
      about what happens; under ``acts``, for each form of question, ``signs`` (a regular expression
      for ideas of this form), the question and its two answers. The last form has no signs.
    """
    lead = find_lead(text, classes)
    if lead is None:
        happens = any(each.tag in FINITE for each in tag_words(text))
        return IdeaQuestion(form="thing", **words["answers"]["thing"]) if happens else None
    acts: Mapping[str, Mapping[str, str]] = words["acts"]
    form = next(form for form, each in acts.items() if _is_shown(each, text))
    said = {**(_MANY if lead.is_many else _ONE), "name": lead.name, "Name": capitalise(lead.name)}
    asked, one, two = (acts[form][key].format(**said) for key in ("asked", "one", "two"))
    return IdeaQuestion(form=form, asked=asked, one=one, two=two, name=lead.name)


_DIED = re.compile(r" (?:is|are|was|has been) dead\b| (?:has |have )?died\b")
_OTHERS = frozenset({"neighbour", "neighbor", "neighbours", "neighbors", "boss", "landlord", "ex"})
"""Nouns for people that the teller of an idea complains about."""

_IS_TELLER = re.compile(r"(?:I|We)\b")


@frozen
class Lead:
    """Somebody who acts in an idea: the name, and whether they are several."""

    name: str
    is_many: bool


def find_lead(text: str, classes: NounClasses) -> Lead | None:
    """Return who acts first in the idea ``text``; ``None`` if a thing acts before them."""
    found = find_phrases(text, tag_words(text), classes)
    phrases = [each for each in found if not _DIED.match(text, each.end)]
    first = next(filter(_is_named, phrases), None)
    if first is None or any(each.acts for each in phrases if each.start < first.start):
        return None
    if _IS_TELLER.match(text) and first.before != "am":
        return None
    second = _find_second(first, phrases)
    if second and len(name := f"{define(first)} and {_name_second(second)}") <= _MOST_NAME:
        return Lead(name, is_many=True)
    return Lead("they", is_many=True) if second else Lead(define(first), is_many=first.many)


def _is_named(phrase: NounPhrase) -> bool:
    """Return whether ``phrase`` is somebody with a short name, and no neighbour's dog."""
    is_pet = phrase.kind is NounClass.ANIMAL and phrase.owner.endswith("'s")
    is_other = phrase.owner in {"my", "our"} and phrase.head in _OTHERS
    is_free = not (phrase.owns or is_pet or is_other)
    is_one = is_alive(phrase) and is_somebody(phrase) and is_free
    return is_one and len(define(phrase)) <= _MOST_NAME


def _find_second(first: NounPhrase, phrases: Sequence[NounPhrase]) -> NounPhrase | None:
    """Return somebody else who acts with ``first``: ``a mother and her son``."""
    second = next((each for each in phrases if each.start > first.end), None)
    is_joined = first.after == "CC" and second is not None and second.before == "and"
    return second if is_joined and second and is_alive(second) else None


def _name_second(second: NounPhrase) -> str:
    """Return ``his dog`` for the second of ``a boy and his dog``."""
    is_owned = second.owner in {"her", "his", "their"}
    return f"{second.owner} {drop_name(second)}" if is_owned else define(second)


def _is_shown(form: Mapping[str, str], text: str) -> bool:
    return re.search(rf"\b(?:{form.get('signs', '')})\b", text, re.IGNORECASE) is not None
