"""Ask a general question about somebody in an idea: whether they regret it, for example."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.infra.llm.draft.chunks import find_phrases
from questfoundry.infra.llm.draft.grammar import capitalise
from questfoundry.infra.llm.draft.naming import define, is_alive, is_somebody
from questfoundry.infra.llm.draft.nouns import NounClasses
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.question import IdeaQuestion
from questfoundry.infra.llm.draft.tagging import tag_words

_FINITE = frozenset({"VBZ", "VBP", "VBD"})
_STATES = frozenset({"is", "are", "was", "were", "'s", "'re", "has", "have", "had", "does", "do"})
_STATES |= {"did", "knows", "wants", "says", "seems"}
"""The verbs of states, which are nothing to regret."""

_MOST_NAME = 32
_ONE = {"do": "Does", "is": "Is", "was": "was"}
_MANY = {"do": "Do", "is": "Are", "was": "were"}


def read_act(text: str, classes: NounClasses, words: Mapping[str, Any]) -> IdeaQuestion | None:
    """Return a general question about somebody in the idea ``text``; ``None`` if it names none.

    ``words``: under ``acts``, for each form of question, ``signs`` (a regular expression for ideas
      of this form), the question and its two answers. The forms ``verb`` and ``noun`` are for ideas
      without signs: those in which somebody does something, and others.
    """
    tagged = tag_words(text)
    phrases = find_phrases(text, tagged, classes)
    somebody = next(filter(_is_named, phrases), None)
    if somebody is None:
        return None
    acts: Mapping[str, Mapping[str, str]] = words["acts"]
    is_act = any(each.tag in _FINITE and each.low not in _STATES for each in tagged)
    last = "verb" if is_act else "noun"
    form = next((form for form, each in acts.items() if _is_shown(each, text)), last)
    is_pair = _is_pair(somebody, phrases)
    name = "they" if is_pair else define(somebody)
    said = _MANY if is_pair or somebody.many else _ONE
    said = {**said, "name": name, "Name": capitalise(name)}
    asked, one, two = (acts[form][key].format(**said) for key in ("asked", "one", "two"))
    return IdeaQuestion(form=form, asked=asked, one=one, two=two, name=name)


def _is_named(phrase: NounPhrase) -> bool:
    """Return whether ``phrase`` is somebody with a short name."""
    is_one = is_alive(phrase) and is_somebody(phrase) and not phrase.owns
    return is_one and len(define(phrase)) <= _MOST_NAME


def _is_pair(first: NounPhrase, phrases: Sequence[NounPhrase]) -> bool:
    """Return whether somebody else acts with ``first``: ``a mother and her son``."""
    second = next((each for each in phrases if each.start > first.end), None)
    is_joined = first.after == "CC" and second is not None and second.before == "and"
    return bool(is_joined and second and is_alive(second))


def _is_shown(form: Mapping[str, str], text: str) -> bool:
    signs = form.get("signs")
    return bool(signs) and re.search(rf"\b(?:{signs})\b", text, re.IGNORECASE) is not None
