"""Find the decision that an idea contains: the person who decides, and the two options."""

import re
from collections.abc import Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.address import Addresser
from questfoundry.infra.llm.draft.casting import DecisionBuilder
from questfoundry.infra.llm.draft.chunks import find_phrases
from questfoundry.infra.llm.draft.decision import IdeaDecision
from questfoundry.infra.llm.draft.deeds import (
    CLAUSE_END,
    LISTED,
    begins_with_verb,
    has_clause,
    use_base,
)
from questfoundry.infra.llm.draft.implied import list_events
from questfoundry.infra.llm.draft.nouns import IdeaWords, NounClasses
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.subject import ORDERS, SubjectFinder
from questfoundry.infra.llm.draft.tagged_words import Word
from questfoundry.infra.llm.draft.tagging import tag_words

_MOST_DEED = 56

_DEEDS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bwhether (?:or not )?to (?!or\b)",
        r"(?:^|(?<=[.!?:;] )|(?<=(?-i:And) )|(?<=(?-i:But) ))"
        r"(?:should|will|must|does|would|can|shall|dare)\b ",
        r"\b(?:choose|chooses|decide|decides|torn) between ",
        r"\b(?:must|has to|have to|needs to|need to) (?:either )?"
        r"(?!decide|choose|find out|be\b|have\b)",
        r"\b(?:is|are|am|was|were|been) (?:asked|told|ordered|commanded|hired|paid|sent|forced"
        r"|begged|expected|bribed|blackmailed)(?: by [^,.;]{2,40}?)? to ",
        r"\b(?:promised|promises|swore|swears|vowed|vows|agreed|agrees|offered|offers)\b"
        r"[^,.;]{0,40}? (?:n(?:ot|ever) )?to "
        r"(?!(?:his|her|their|its|my|our|your|the|an?)\b|(?-i:[A-Z]))",
        rf"\b(?:{ORDERS}) (?:him|her|them|me|you) to ",
        r"\bis tempted to ",
    )
)
"""Match what stands before a deed; the surest first."""

_CLAUSE = re.compile(
    r"\bwhether (?:he|she|they|I|we|you) (?:should|ought to|must) (?!be\b|have\b)"
    r"|(?<=decide )(?:if|whether) (?:they|I|we|you) "
    r"(?=\w+ (?:it|him|her|them|the|a|an|my|our|their)\b)"
)
"""Matches the beginning of a clause that says the same as ``whether to``."""

_QUESTION, _BETWEEN = _DEEDS[1], _DEEDS[2]

_OR = re.compile(r",? or (?:to )?(?!not\b)([^.?!;:,]+)")
_TIMES = re.compile(r" (?:before|until|by (?=dawn|midnight|noon|morning|night|sun))\b")
_LATER = re.compile(rf"{_TIMES.pattern}| (?:who|whose|which|where)\b")
"""Matches what may follow a deed: a time, or a relative clause."""

_JOINED = re.compile(r" (?:and|or) ")
_NEW = re.compile(r" an? ")
_SAYS = re.compile(r"(?:tell|warn|inform|say|admit|confess|let)\b")
_ANY = re.compile(r"\bany(one|body|thing)\b")


def read_decision(
    text: str, classes: NounClasses, *, has_question: bool = False
) -> IdeaDecision | None:
    """Return the decision in the idea ``text``, or else the decision that an event in it implies.

    The result is ``None`` if the decision is not certain. ``has_question``: whether the idea asks a
    question; then events imply no decision.
    """
    text = _CLAUSE.sub("whether to ", text)
    words = tag_words(text)
    phrases = find_phrases(text, words, classes)
    found = [(kind, each) for kind in _DEEDS for each in reversed(list(kind.finditer(text)))]
    for kind, each in found:
        if decision := _Reader(text, words, phrases, each, classes.words).read(kind):
            return decision
    finders = (SubjectFinder(text, words, phrases, each) for _, each in found)
    if has_question or any(e.find(e.found.end(), is_question=False)[0] != "?" for e in finders):
        return None  # others tell of a deed that the scenes cannot show
    return next(list_events(text, words, phrases, classes.words), None)


def _is_shown(deed: str, lists: IdeaWords) -> bool:
    """Return whether the scenes can show ``deed``: it is done in a room, and in a moment."""
    return re.match(rf"(?:{'|'.join(lists.list_all('shown'))})\b", deed) is not None


@frozen
class _Reader:
    """A reader of one possible decision in the idea ``text``; ``found`` introduces the deed."""

    text: str
    words: Sequence[Word]
    phrases: Sequence[NounPhrase]
    found: re.Match[str]
    lists: IdeaWords

    def read(self, pattern: re.Pattern[str]) -> IdeaDecision | None:
        """Return the decision that ``pattern`` has found; ``None`` if a word of it is doubtful."""
        start = self._find_start() if pattern is _QUESTION else self.found.end()
        finder = SubjectFinder(self.text, self.words, self.phrases, self.found)
        subject, near = finder.find(start, is_question=pattern is _QUESTION)
        lead, they = finder.find_lead(subject, near)
        if start < 0 or not they or (lead and finder.is_pair(lead)):
            return None
        to = Addresser(self.text, self.words, self.phrases, lead, they, start)
        end = CLAUSE_END.search(self.text, start + 1)
        deeds = self._list_deeds(start, end.start() if end else start, to, pattern)
        if not (all(map(_is_deed, deeds)) and _is_shown(deeds[0], self.lists)):
            return None
        return DecisionBuilder(to, self.lists).build(*_put_people_first(to, deeds))

    def _find_start(self) -> int:
        """Return where the deed of a question begins; -1 if its verb is not clear."""
        later = (each for each in self.words if each.start >= self.found.end())
        base = next((each for each in later if each.tag in {"VB", "VBP"}), None)
        return base.start if base and base.low not in {"do", "be", "have", "not", "it"} else -1

    def _list_deeds(
        self, start: int, end: int, to: Addresser, pattern: re.Pattern[str]
    ) -> Sequence[str]:
        """Return the deed and, if the idea names it, the other deed."""
        text = self.text[start:end]
        if pattern is _BETWEEN:
            joined = _JOINED.search(text)
            if joined is None:
                return ("",)
            pair = to.address(start, start + joined.start()), to.address(start + joined.end(), end)
            deeds = (_shorten(use_base(each)) for each in pair if each)
            deeds = (e if begins_with_verb(e) else f"choose {e}" for e in deeds)
            return [_NEW.sub(" the ", each) for each in deeds]
        if pattern is not _QUESTION and "to " not in self.found[0] and not begins_with_verb(text):
            return ("",)
        other = _OR.search(self.text, start, len(self.text))
        other = other if other and other.start() <= end else None
        if not other and LISTED.match(self.text, end):
            return ("",)
        one = _shorten(self.text[start : other.start() if other else end])
        deed = _ANY.sub(r"some\1", to.address(start, start + len(one)))
        deed = _NEW.sub(" the ", deed).replace("your own ", "your ")
        if not other:
            return (deed,)
        refusal = to.address(other.start(1), other.start(1) + len(_shorten(other[1])))
        refusal = _complete(refusal, deed)
        return deed, refusal if begins_with_verb(refusal) else ""


def _put_people_first(to: Addresser, deeds: Sequence[str]) -> Sequence[str]:
    """Return ``deeds`` with the one first that is about somebody, because the ends react to it."""
    names = [to.name(each) for each in to.list_others()]
    return sorted(deeds, key=lambda deed: not any(each in deed for each in names))


def _shorten(deed: str) -> str:
    """Return ``deed`` without times and relative clauses."""
    deed = (_TIMES if _SAYS.match(deed) else _LATER).split(deed)[0]
    deed = deed if _SAYS.match(deed) else deed.split(" that ")[0]
    return deed.rstrip()


def _complete(refusal: str, deed: str) -> str:
    """Return ``refusal`` with the verb of ``deed`` if it has only an object."""
    is_noun = deed and re.match(r"(?:the|a|an|your|his|her|their) ", refusal)
    return f"{deed.split()[0]} {refusal}" if is_noun else refusal


def _is_deed(deed: str) -> bool:
    """Return whether ``deed`` is short and has no second clause, except after ``that``."""
    is_bare = not re.search(r"[\"*\[\]{}]| (?:and|or|than)$|\bnot\b|\byou who", deed)
    is_bare = is_bare and not re.search(r"\b(the \w+)\b.* \1\b", deed)
    is_short = 0 < len(deed) <= _MOST_DEED and deed not in {"choose", "let", "keep"}
    return is_short and is_bare and bool(_SAYS.match(deed) or not has_clause(deed))
