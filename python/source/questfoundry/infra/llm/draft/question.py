"""Read the question that an idea asks, in the idea's own words."""

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.grammar import capitalise
from questfoundry.infra.llm.draft.tagging import Word, tag_words

_HELPERS = "do|does|did|will|would|should|shall|can|could|must|is|are|was|were|has|have|had|may"
_ASKING = re.compile(
    rf"(?:{_HELPERS}|who|whose|what|which|when|where|why|how)(?:'s)?\b", re.IGNORECASE
)
_YES_NO = re.compile(rf"(?:{_HELPERS})\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.!?\u2026])\s+")
_CLAUSES = re.compile(r"(?:[:;\u2014\u2013]| - )\s*")
_LEAD_IN = re.compile(r"^(?:and|but|so|or|then)\b,? *", re.IGNORECASE)
_WHETHER = re.compile(r"\b(?:whether|if) to ([^.?!;:]+)", re.IGNORECASE)
_GOAL = re.compile(
    r"\b(?:must|(?:has|have|needs?|wants?|plans?|tr(?:y|ies)|hopes?|decides?) to)\b", re.IGNORECASE
)
_MOST_CHARACTERS = 60
"""The most characters of one answer, because an answer is a part of a label."""


@frozen(kw_only=True)
class IdeaQuestion:
    """The question of an idea and two answers to it.

    ``form``: ``yes-no``, ``either`` (two answers in the idea's words), ``open`` (any other
    question), ``goal`` (the idea asks nothing, but somebody means to do something), or ``none``.
    ``asked``: the question. ``one``, ``two``: the answers, as somebody says them.
    """

    form: str
    asked: str
    one: str
    two: str

    @property
    def is_own(self) -> bool:
        """Return whether the idea asks this question; otherwise, the scenes do."""
        return self.form not in {"none", "goal"}


def read_question(text: str, answers: Mapping[str, Mapping[str, str]]) -> IdeaQuestion:
    """Return the last question of the idea ``text``; ``answers`` are the answers by form."""
    asked = _find_question(text)
    if not asked:
        form = "goal" if _GOAL.search(text) else "none"
        return IdeaQuestion(form=form, **answers[form])
    if pair := _read_either(asked):
        asked = asked.replace(", or not?", "?")
        return IdeaQuestion(form="either", asked=asked, one=pair[0], two=pair[1])
    form = "yes-no" if _is_yes_no(asked) else "open"
    return IdeaQuestion(form=form, asked=asked, **answers[form])


def _find_question(text: str) -> str:
    """Return the last question of ``text`` with its mark; empty without a question."""
    found = [each for each in map(_read_sentence, _SENTENCES.split(" ".join(text.split()))) if each]
    if found:
        return found[-1]
    decision = _WHETHER.search(text)
    return f"Whether to {decision[1].strip(' ,')}, or not?" if decision else ""


def _read_sentence(sentence: str) -> str:
    """Return the question in ``sentence``: all of it, or what follows the last colon."""
    clause = _LEAD_IN.sub("", _CLAUSES.split(sentence)[-1], count=1)
    if not _ASKING.match(clause):
        clause = sentence
    is_asked = clause.endswith("?") or (_YES_NO.match(clause) and not clause.endswith((".", "!")))
    return f"{capitalise(clause.rstrip('?!. '))}?" if is_asked and _has_verb(clause) else ""


def _has_verb(clause: str) -> bool:
    return _ASKING.match(clause) is None or len(clause.split()) > 1


def _is_yes_no(asked: str) -> bool:
    is_plain = not re.search(r"\bor\b(?! not\b)", asked)
    return is_plain and (_YES_NO.match(asked) is not None or asked.startswith("Whether to "))


def _read_either(asked: str) -> Sequence[str]:
    """Return the two deeds of ``Does she burn it or take the train?``; empty if uncertain.

    Both must begin with a verb in the base form, and the second has no subject of its own.
    """
    first, _, second = asked.removesuffix(", or not?").rstrip("?").partition(" or ")
    words = tag_words(first)
    if not second or " or " in second or not re.match(rf"(?:{_DO}|Whether to)\b", first):
        return ()
    start = next((each for each in words[1:] if _is_base(each)), None)
    second = re.sub(r"^(?:to|else|just|simply) ", "", second.strip())
    if start is None or not _begins_with_verb(second):
        return ()
    deeds = (first[start.start :].strip(" ,"), second.strip(" ,"))
    is_short = all(len(each) <= _MOST_CHARACTERS for each in deeds)
    return tuple(map(capitalise, deeds)) if is_short else ()


_DO = "Do|Does|Did|Will|Would|Should|Shall|Can|Could|Must"


def _is_base(word: Word) -> bool:
    return word.tag in {"VB", "VBP"} and word.low not in {"do", "be", "have", "not"}


def _begins_with_verb(deed: str) -> bool:
    """Return whether ``deed`` begins with a base form, and holds no second clause."""
    tags = tag_words(f"They will {deed}.")[2:]
    is_single = not any(each.tag in {"MD", "VBZ", "VBD"} for each in tags)
    return bool(tags) and tags[0].tag == "VB" and is_single
