"""Find the decision that an event in an idea implies, for ideas that name no decision.

If somebody finds a letter, for example, the decision is to tell others or to keep silent.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.address import Addresser, address_verb
from questfoundry.infra.llm.draft.casting import DecisionBuilder
from questfoundry.infra.llm.draft.decision import IdeaDecision
from questfoundry.infra.llm.draft.deeds import CLAUSE_END
from questfoundry.infra.llm.draft.naming import is_alive
from questfoundry.infra.llm.draft.nouns import IdeaWords, NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.subject import SubjectFinder
from questfoundry.infra.llm.draft.tagged_words import Word

_MOST_DEED, _MOST_WORDS, _MOST_YOURS = 56, 16, 24
"""The most characters of a deed, and the most words of an idea about others and about ``you``."""

_ALONE = r"(?! (?:an?|the|his|her|their|it)\b)"
"""Matches a verb without an object: he returns home, and not he returns a book."""

_VERBS: Mapping[str, str] = {
    "stay": rf"(?:arrive|appear|knock|return)(?:s|ed)?{_ALONE}|c[oa]mes? (?:back|home|to)"
    r"|(?:turn|show)(?:s|ed)? up|(?:check|move|walk)(?:s|ed)? in(?:to)?"
    r"|wash(?:es|ed) (?:up|ashore)",
    "feel": r"(?:falls?|fell|is|am|are|was) in love with|secretly loves?",
    "know": r"(?:discover|learn|reali[sz]e|notice|overhear)(?:s|ed)? that"
    r"|(?:finds?|found)(?: out)? that|knows? that|knew that|(?:is|am|are|was) told that",
    "clause": r"(?:discover|learn|reali[sz]e|notice|overhear)(?:s|ed)?|finds?|found",
    "offer": r"(?:is|am|are|was) offered",
    "able": r"(?<=who )(?:can|could)",
    "keep": r"(?:inherit|adopt)(?:s|ed)?|wins?|won|buys?|bought"
    r"|(?:finds?|found)(?= an? (?:[\w-]+ )?(?:ring|wallet|purse|baby|puppy|dog|cat|kitten|egg)\b)"
    r"|(?:is|am|are|was|were) (?:given|left)",
    "return": r"steals?|stole",
    "truth": r"steals?|stole|(?:is|am|are|was) secretly|pretend(?:s|ed)?",
    "tell": r"(?:discover|overhear|notice|uncover|receive|invent|remember|witness|befriend"
    r"|recogni[sz]e|hide|meet)"
    r"(?:e?s|e?d)?|finds?|found|hears?|heard|sees?|saw|gets?|got|met|hid|cop(?:y|ies|ied)"
    r"|digs? up|dug up|dreams? of|dreamt of"
    r"|(?:is|am|are|was) (?:haunted|followed|hunted|watched) by",
    "happened": r"(?:turn|change)(?:s|ed)? into|becomes?|became|loses?|lost"
    r"|forgets?|forgot|wins?|won",
    "home": rf"(?:return|arrive)(?:s|ed)?{_ALONE}|c[oa]mes? (?:back|home)",
}
"""The verbs of each kind of event, the surest first; each kind has two deeds in ``idea.yaml``."""

_EVENTS: Mapping[str, re.Pattern[str]] = {
    key: re.compile(rf"\b(?<!not )(?<!to )(?:{verbs})\b(?!['\u2019]) ?")
    for key, verbs in _VERBS.items()
}
_NAMES_OBJECT = frozenset({"keep", "return", "tell", "feel", "offer"})
"""The kinds of event in which the deeds name the object of the verb."""

_VISIT = "stay"
"""The kind of event in which the deeds name the subject of the verb, who is not the lead."""

_FINITE = frozenset({"VBZ", "VBD", "MD"})
_NOUN_TAGS = _FINITE | {"VB", "VBP", "NN", "NNS"}
"""The tags of words that are a part of the noun before them (``a phone call``), or a verb of it."""

_PART = re.compile(r" (?:that|who|which|where|and|to)\b")
"""Matches the beginning of words that an event can do without."""


def list_events(
    text: str, words: Sequence[Word], phrases: Sequence[NounPhrase], lists: IdeaWords
) -> Iterator[IdeaDecision]:
    """Yield the decision that each event in the idea ``text`` implies, the most certain first."""
    if len(text.split()) > (_MOST_YOURS if text.lower().startswith("you ") else _MOST_WORDS):
        return  # much would be left out
    for kind, pattern in _EVENTS.items():
        for found in pattern.finditer(text):
            finder = SubjectFinder(text, words, phrases, found)
            if decision := _EventReader(finder, kind, lists).read():
                yield decision


@frozen
class _EventReader:
    """A reader of an event of ``kind``, whose verb ``finder`` has found."""

    finder: SubjectFinder
    kind: str
    lists: IdeaWords

    def read(self) -> IdeaDecision | None:
        """Return the decision after the event; ``None`` if a word of it is doubtful."""
        subject, near = self.finder.find(self._end, is_question=False)
        if self.kind == _VISIT or (self.kind == "home" and not near):
            return self._read_visit(near)
        lead, they = self.finder.find_lead(subject, near)
        about = next(filter(self._follows, self.finder.phrases), None)
        is_about = self.kind in _NAMES_OBJECT
        is_clear = self._is_clear(about) if is_about else self._is_clause(about)
        if not (is_clear and self._is_sure(lead, they)):
            return None
        to = self._address(lead, they)
        name = self._name(to, about) if is_about and about else ""
        return self._decide(to, name, self._tell(to, about, name))

    def _read_visit(self, near: Sequence[NounPhrase]) -> IdeaDecision | None:
        """Return the decision about somebody who comes to the first one of the idea."""
        finder, visitor = self.finder, next(iter(near), None)
        lead = next(filter(is_alive, finder.phrases), None)
        they = finder.guess(lead) if lead else ""
        if not lead or not visitor or lead.start >= visitor.start or not self._is_sure(lead, they):
            return None
        to = self._address(lead, they)
        name = f"{to.name(visitor)}{finder.find_clause()}"
        return self._decide(to, name, f"{name} {finder.found[0].strip()}")

    @property
    def _end(self) -> int:
        return self.finder.found.end()

    def _address(self, lead: NounPhrase | None, they: str) -> Addresser:
        finder = self.finder
        start = finder.found.start()
        return Addresser(finder.text, finder.words, finder.phrases, lead, they, start)

    def _decide(self, to: Addresser, name: str, event: str) -> IdeaDecision | None:
        """Return the decision, if its deed is short and the idea says something about it."""
        words = self.lists.list_all(f"after-{self.kind}")
        deed, refusal = (each.replace("{it}", name) for each in words)
        decision = DecisionBuilder(to, self.lists).build(deed, refusal, event)
        is_told = (decision.facts or decision.tie) and (decision.is_human or not to.lead)
        return decision if is_told and len(deed) <= _MOST_DEED else None

    def _is_sure(self, lead: NounPhrase | None, they: str) -> bool:
        """Return whether one is the lead, and not ``my best friend``, ``Ansel and Piet``."""
        is_other = lead and lead.owner and not lead.owner.endswith("'s")
        return bool(they) and not (lead and (is_other or self.finder.is_pair(lead)))

    def _is_clear(self, phrase: NounPhrase | None) -> bool:
        """Return whether ``phrase`` names somebody or something, which one can have if need be."""
        kept = {NounClass.EVENT} if self.kind == "keep" else set[NounClass]()
        unfit = {NounClass.SKIP} | kept
        if phrase is None or phrase.after in _NOUN_TAGS or phrase.kind in unfit:
            return False
        is_named = phrase.article or phrase.owner or phrase.name or phrase.many
        return bool(is_named) and not phrase.number and phrase.head not in self._vague

    @property
    def _vague(self) -> Sequence[str]:
        return self.lists.list_all("vague")

    def _is_clause(self, phrase: NounPhrase | None) -> bool:
        """Return whether a clause follows the verb, without *that*, if the kind asks for one."""
        return self.kind != "clause" or bool(phrase and phrase.after in _FINITE)

    def _follows(self, phrase: NounPhrase) -> bool:
        """Return whether ``phrase`` begins after the verb, with its owner if it has one."""
        owner = f"{phrase.owner} " if phrase.owner.endswith("'s") else ""
        return not phrase.owns and phrase.start - len(owner) == self._end

    def _name(self, to: Addresser, about: NounPhrase) -> str:
        is_owned = about.owner and about.start > self._end
        return to.address(self._end, about.end) if is_owned else to.name(about)

    def _tell(self, to: Addresser, about: NounPhrase | None, name: str) -> str:
        """Return ``you have found a seed``; empty if a word of it is doubtful, or after *who*."""
        text, found = self.finder.text, self.finder.found
        if text[: found.start()].endswith("who ") and not text.lower().startswith("you "):
            return ""  # the clauses of the idea say it, and end it better
        cut = CLAUSE_END.search(text, self._end)
        end = cut.start() if cut else len(text)
        verb, _, more = found[0].rstrip().partition(" ")
        said = name if about and (about.owner or about.name) else about.text if about else ""
        here = about.end if about and said else self._end
        whole = evolve(to, keeps_articles=True)
        short = _PART.search(text, here, end)
        ends = (end, short.start() if short else here)
        rest = next(filter(None, (whole.address(here, each) for each in ends)), "")
        is_sure = rest or here >= min(ends)
        has_done = "have come" if verb == "comes" else address_verb(verb)
        return " ".join(f"you {has_done} {more} {said} {rest}".split()) if is_sure else ""
