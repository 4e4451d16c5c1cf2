"""Read the question that an idea asks, or the dilemma that its statements contain."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.infra.llm.draft.deeds import MOST_CHARACTERS, begins_with_verb, shorten_deed
from questfoundry.infra.llm.draft.dilemma import find_dilemma
from questfoundry.infra.llm.draft.grammar import capitalise, tell_deed
from questfoundry.infra.llm.draft.tagged_words import Word
from questfoundry.infra.llm.draft.tagging import tag_words

_HELPERS = "do|does|did|will|would|should|shall|can|could|must|is|are|was|were|has|have|had|may"

_ASKING = re.compile(
    rf"(?:{_HELPERS}|who|whose|what|which|when|where|why|how)(?:'s)?\b", re.IGNORECASE
)

_YES_NO = re.compile(rf"(?:if [^,?]+, )?(?:{_HELPERS})\b", re.IGNORECASE)

_SENTENCES = re.compile(r"(?<=[.!?\u2026])\s+")

_CLAUSES = re.compile(r"(?:[:;\u2014\u2013]| - )\s*")

_LEAD_IN = re.compile(r"^(?:and|but|so|or|then)\b,? *", re.IGNORECASE)

_WHETHER = re.compile(r"\b(?:whether|if) to ([^.?!;:]+)", re.IGNORECASE)
_INDIRECT = re.compile(
    r"\b(?:whether|(?:decides?|wonders?|asks?|chooses?|know) if) ((?:[\w'-]+ ){1,5}?)"
    r"(should|will|can|must|could|would|is|are|was) ([^.?!;:]+)",
    re.IGNORECASE,
)
_CHOOSE = re.compile(
    r"\b(?:choose|decide)s? ((?:which|who)\b [^.?!;:]*?(?:will|should|must|gets?) [^.?!;:]+)",
    re.IGNORECASE,
)
_LEARNT = re.compile(
    r"\b(?:knows?|knew|finds? out|learns?|discovers?|wonders?|remembers?|saw|asks?) "
    r"(who (?:set|put|cut|hit|did|is|was|\w+(?:ed|[^aeiou]t|ole|ook|ote|oke|ave|id|ade|eft))"
    r" [^.?!;:,]+)",
    re.IGNORECASE,
)
"""Matches a clause that asks who did something: ``he knows who set fire to the barn``."""


@frozen(kw_only=True)
class IdeaQuestion:
    """The question of an idea and two answers to it.

    ``form``: ``yes-no``, ``either`` (two answers in the idea's words) or ``open`` (any other
      question); or, if the idea asks nothing and a general question replaces its own: ``secret``
      (only one person knows), ``deadline`` (in time or not), another of the ``signs`` in
      ``words.yaml``, or ``remembered``.
    ``asked``: the question. ``one``, ``two``: the answers, as whole outcomes.
    ``is_typed``: whether the author typed this question as a question.
    ``kind``: the key of the scenes that tell how it comes to either answer; the form if empty.
    ``name``: the person in the question; empty without one.
    """

    form: str
    asked: str
    one: str
    two: str
    is_typed: bool = False
    kind: str = ""
    name: str = ""

    @property
    def is_own(self) -> bool:
        """Return whether the idea itself asks the question; otherwise it is a general question."""
        return self.form in {"yes-no", "either", "open"}


LAST = "remembered"
"""The form of question for an idea without any signs."""


def read_question(text: str, words: Mapping[str, Any]) -> IdeaQuestion:
    """Return the last question of the idea ``text``, or else its dilemma as a question.

    ``words``: ``answers`` and ``signs`` by form; ``refuse``, the other answer to an order; and
      templates that turn a ``deed``, or a ``chosen`` thing, into the outcome of the story.
    """
    asked = _find_question(text)
    if not asked:
        return _read_statement(text, words)
    is_typed = asked[1:].rstrip("?") in " ".join(text.split())
    if (wanted := _ASKED_TO.search(asked)) and begins_with_verb(wanted[1]):
        return _decide((wanted[1], str(words["not"])), asked, words, is_typed=is_typed)
    if pair := _read_either(asked):
        return _decide(pair, asked, words, is_typed=is_typed)
    if named := _read_named(asked):
        if all(map(begins_with_verb, named)):
            return _decide(named, asked, words, is_typed=is_typed)
        one, two = (str(words["named"]).format(name=each) for each in named)
        return IdeaQuestion(form="either", asked=asked, one=one, two=two, is_typed=is_typed)
    if _YES_NO.match(asked):
        form, kind = ("yes-no", "yes-no") if _is_yes_no(asked) else ("open", "what-if")
        answers = words["answers"][kind]
        if form == "yes-no":
            answers = _answer_in_words(asked, words) or answers
        return IdeaQuestion(form=form, asked=asked, is_typed=is_typed, kind=kind, **answers)
    kind = _find_kind(asked)
    answers = {**words["answers"][kind], "asked": asked}
    return IdeaQuestion(form="open", is_typed=is_typed, kind=kind, **answers)


def _answer_in_words(asked: str, words: Mapping[str, Any]) -> Mapping[str, str]:
    """Return ``Priya told her friend`` and its opposite for ``Should Priya tell her friend?``.

    Return nothing if the question is about ``you``, or not clear.
    """
    tagged = tag_words(asked)
    verb = next((each for each in tagged[2:] if _is_base(each)), None)
    subject = asked[tagged[0].end : verb.start].removesuffix(" ever ").strip() if verb else ""
    deed = shorten_deed(_THAT.split(asked[verb.start :].rstrip("?"))[0]) if verb else ""
    is_clear = len(subject.split()) <= _MOST_SUBJECT and len(deed) <= MOST_CHARACTERS
    if not (verb and is_clear and _DEED.match(asked) and begins_with_verb(deed)):
        return {}
    name = re.sub(r"^(?:a|an) ", "the ", subject)
    said = {"name": name, "Name": capitalise(name), "deed": deed, "did": tell_deed(deed)}
    return {key: str(words["aim"][key]).format(**said) for key in ("one", "two")}


_MOST_SUBJECT = 4
_THAT = re.compile(r" (?:that|about (?:what|how|who)|before|because|when|if)\b")
_DEED = re.compile(
    r"(?:Should|Will|Does|Must|Did|Can|Would) (?!I\b|you\b|we\b|there\b|it\b|this\b)"
)


def _find_kind(asked: str) -> str:
    """Return the kind of an open question; its two outcomes do not say how somebody got in."""
    if re.match(r"what (?:if|happens (?:if|when))\b", asked, re.IGNORECASE):
        return "what-if"
    if _WHAT_TO_DO.match(asked):
        return "what-to-do"
    if _WHICH.match(asked):
        return "which"
    if re.match(r"who (?!would|could|should)", asked, re.IGNORECASE):
        return "who"
    return "way" if _WAY.search(asked) else "open"


_ASKED_TO = re.compile(
    r"^what .*\bdo if .*\b(?:asked|told|begged|ordered) (?:you|me) (?:not )?to ([^?.,;]{1,40})\?$",
    re.IGNORECASE,
)
"""Matches ``What would you do if the house asked you not to leave?``."""

_WHAT_TO_DO = re.compile(
    r"what (?:would|should|could|can|will|must|do|does) .*?\bdo\b", re.IGNORECASE
)
_WHICH = re.compile(r"(?:which|who)\b.* (?:will|should|must|shall|gets?)\b", re.IGNORECASE)
_WAY = re.compile(r"\bhow (?:can|could|will|would|do|does|should|might|must)\b", re.IGNORECASE)

_NAMED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:is|was) (?:it|this|that|he|she) ([^,?]+?),? or ([^,?]+)\?$",
        r"(?:[^:?]*[:\u2014]|(?:who|what|which|where)\b[^,:?]*,) ?([^,?]+?),? or ([^,?]+)\?$",
        r"(?:did|does|will|is|was) ((?:the|her|his|my) \w+) or ((?:the|her|his|my) \w+) ",
    )
)


def _read_named(asked: str) -> Sequence[str]:
    """Return ``the captain`` and ``the cook`` of ``Is the captain or the cook the murderer?``."""
    found = next((each for each in (pattern.match(asked) for pattern in _NAMED) if each), None)
    if found is None or any(len(each) > MOST_CHARACTERS for each in found.groups()):
        return ()
    return tuple(each.strip() for each in found.groups())


def _decide(
    pair: Sequence[str], asked: str, words: Mapping[str, Any], *, is_typed: bool
) -> IdeaQuestion:
    if did := re.match(r"Did ((?:[\w'\u2019-]+ ){1,4}?)" + re.escape(pair[0]), asked):
        subject = capitalise(did[1].strip())
        one, two = (str(words["done"]).format(subject=subject, deed=each) for each in pair)
    else:
        one, two = str(words["deed"]).format(deed=pair[0]), _frame(pair[1], words)
    return IdeaQuestion(form="either", asked=asked, one=one, two=two, is_typed=is_typed)


def _frame(deed: str, words: Mapping[str, Any]) -> str:
    """Return ``deed`` as an outcome: ``The choice was to burn it``, or ``was the sea``."""
    if deed == words["not"]:
        return str(words["declined"])
    is_deed = begins_with_verb(deed.split(" that ")[0]) and not re.match(r"\w{3,}ing\b", deed)
    frame = words["deed"] if is_deed else words["chosen"]
    return str(frame).format(deed=deed)


def _read_statement(text: str, words: Mapping[str, Any]) -> IdeaQuestion:
    """Return the question of an idea that asks nothing: its dilemma, or a question of ours."""
    if decision := _WHETHER.search(text):
        one, _, two = decision[1].partition(" or ")
        pair = shorten_deed(one), shorten_deed(_TO.sub("", two)) or str(words["not"])
        if max(map(len, pair)) <= MOST_CHARACTERS:
            asked = f"{capitalise(pair[0])}, or {pair[1]}?"
            return _decide(pair, asked, words, is_typed=False)
    dilemma = find_dilemma(text)
    if dilemma:
        pair = dilemma.one, dilemma.two or str(words["refuse"])
        asked = f"{capitalise(pair[0])}, or {pair[1]}?"
        one, two = (_frame(each, words) for each in pair)
        return IdeaQuestion(form="either", asked=asked, one=one, two=two)
    signs = ((form, rf"\b(?:{each})\b") for form, each in words["signs"].items())
    found = (form for form, each in signs if re.search(each, text, re.IGNORECASE))
    form = next(found, LAST)
    return IdeaQuestion(form=form, **words["answers"][form])


def _find_question(text: str) -> str:
    """Return the last question of ``text`` with its mark; empty without a question."""
    found = [each for each in map(_read_sentence, _SENTENCES.split(" ".join(text.split()))) if each]
    if not found and (one_of := _CHOOSE.search(text)):
        return f"{capitalise(one_of[1].strip(' ,'))}?"
    if not found and (learnt := _LEARNT.search(text)):
        return f"{capitalise(learnt[1].strip(' ,'))}?"
    indirect = _INDIRECT.search(text)
    if found or not indirect:
        return found[-1] if found else ""
    who, verb, rest = indirect.groups()
    return f"{capitalise(verb.lower())} {who}{rest.strip(' ,')}?"


def _read_sentence(sentence: str) -> str:
    """Return the question in ``sentence``: all of it, or what follows the last colon."""
    clause = _LEAD_IN.sub("", _CLAUSES.split(sentence)[-1], count=1)
    if not _ASKING.match(clause):
        clause = sentence
    is_asked = (
        clause.endswith("?")
        or clause.lower().startswith("what if ")
        or (_YES_NO.match(clause) and not clause.endswith((".", "!")))
    )
    return f"{capitalise(clause.rstrip('?!. '))}?" if is_asked and _has_verb(clause) else ""


def _has_verb(clause: str) -> bool:
    return _ASKING.match(clause) is None or len(clause.split()) > 1


def _is_yes_no(asked: str) -> bool:
    return re.search(r"\bor\b(?! not\b)", asked) is None


def _read_either(asked: str) -> Sequence[str]:
    """Return the two deeds of ``Does she burn it or go?``; empty if uncertain.

    Both must begin with a verb in the base form, and the second has no subject of its own; it may
    be a noun with its article.
    """
    first, _, second = asked.removesuffix(", or not?").rstrip("?").partition(" or ")
    words = tag_words(first)
    if not second or " or " in second or not re.match(rf"(?:{_DO})\b", first):
        return ()
    start = next((each.start for each in words[1:] if _is_base(each)), None)
    second = shorten_deed(_TO.sub("", second.strip()))
    if start is None:  # the first deed may be as long as the second
        last = " ".join(first.split()[-len(second.split()) :])
        start = first.rindex(last) if begins_with_verb(last) else None
    if start is None or not (_OF_NOUN.match(second) or begins_with_verb(second)):
        return ()
    one, _, more = first[start:].strip(" ,").partition(", ")
    # Of three deeds ("keep it, hand it in, or run"), the story offers the first and the last.
    deeds = (one if begins_with_verb(more) else f"{one}, {more}".strip(" ,"), second)
    is_short = all(len(each) <= MOST_CHARACTERS for each in deeds)
    return deeds if is_short else ()


_TO = re.compile(r"^(?:to|else|just|simply) ")
_OF_NOUN = re.compile(r"(?:the|a|an|his|her|my|our|their|its)\b", re.IGNORECASE)
_DO = "Do|Does|Did|Will|Would|Should|Shall|Can|Could|Must"


def _is_base(word: Word) -> bool:
    return word.tag in {"VB", "VBP"} and word.low not in {"do", "be", "have", "not"}
