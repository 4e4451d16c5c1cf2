"""Turn facts of an idea into clauses in the second person: ``you owe the boy money``."""

import re
from collections.abc import Iterator

from attrs import frozen

from questfoundry.infra.llm.draft.address import Addresser, address_verb
from questfoundry.infra.llm.draft.naming import is_alive
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.tagged_words import FINITE, Word

_FEWEST_WORDS, _MOST_WORDS = 3, 22
_SUBJECTS = frozenset({"he", "she", "they", "i", "we", "only", "nobody", "everybody"})
_SENTENCES = re.compile(r"[^.?!]+[.?!]*")
_CLAUSES = re.compile(
    r"[;:]|,? (?:but|though|although|because|whereas) |, (?:and|so|yet|since|while)(?: now)? "
    r"| and (?=(?:has|is|was|must|had|wants|knows|owes|finds|discovers|learns|hears|can|cannot)\b)"
    r"|$"
)
_BEFORE = re.compile(
    r"[\s,;:]*(?:(?:and|but|so|yet|though|although|because|whereas|since|while|now)\b,? *)*"
    r"(?:(?:On|In|At|Aboard|During|After)\b[^,]*, )?"
)
"""Matches what stands before the subject of a clause."""

_APPOSITION = re.compile(r"(?:,? who [^,]*)?,? *(?:now |also |only )?")
_LEFT = re.compile(r"\b(?:has|have) ((?:only )?(?:one|two|three|until) [\w ]+?) to ")
_DECIDES = re.compile(r"\b(?:decide|choose|choice|must|whether)\b")
_WHO = re.compile(r",? who (?P<verb>[\w']+)")
_MAIN = frozenset({"was", "works", "lives", "runs", "falls", "opens", "keeps", "moves", "starts"})
"""Verbs that a tagger may take for nouns, or that have no tag of their own."""

_LEARNED = re.compile(
    r"^you (?:have (?:discovered|learned|heard|overheard|noticed|realised|found out)|know|find out)"
    r" that (?=the |your )"
)
"""Matches what is left out before a fact that the lead knows."""

_ADVERBS = frozenset({"only", "never", "always", "once", "ever", "just", "still", "also", "both"})
_STOP = re.compile(r"[,.;?!]| and (?:must|has|is)\b|$")


@frozen
class FactReader:
    """A reader of the clauses of an idea; ``to`` turns them into words to the lead."""

    to: Addresser

    def read(self) -> Iterator[str]:
        """Yield each fact that can be said without doubt, such as ``you owe money``."""
        for sentence in _SENTENCES.finditer(self.to.text):
            start, end = sentence.span()
            for each in self.to.phrases:
                if start <= each.start < end and is_alive(each) and not each.many:
                    yield from filter(_is_fact, self._read_relative(each, end))
            if not sentence[0].endswith("?"):
                yield from filter(_is_fact, self._read_sentence(start, end))

    def _read_sentence(self, here: int, end: int) -> Iterator[str]:
        is_lead = False
        for cut in _CLAUSES.finditer(self.to.text, here, end):
            found = _BEFORE.match(self.to.text, here, cut.start())
            here = found.end() if found else here
            lead = next((e for e in self.to.phrases if e.start == here and not e.owns), None)
            if lead and self.to.is_lead(lead):
                after = _APPOSITION.match(self.to.text, lead.end, cut.start())
                here = after.end() if after else lead.end
            is_lead = bool(lead and self.to.is_lead(lead)) or is_lead
            yield self._read_clause(here, cut.start(), is_lead=is_lead)
            here = cut.start()

    def _read_clause(self, start: int, end: int, *, is_lead: bool) -> str:
        """Return the clause for the lead; ``is_lead``: whether the lead is its subject."""
        text = self.to.text[start:end].rstrip(" .!,;:")
        if start <= self.to.deed < end and _DECIDES.search(text):
            left = _LEFT.search(text)
            return f"you have {left[1]}" if left and is_lead else ""
        end = start + len(text)
        verb = next((e for e in self._list_words(start, end) if e.tag in FINITE), None)
        if verb is None or re.search(r"\b(?:who|whose)\b|, ", text):
            return ""
        if verb.start > start:
            said = self.to.address(start, end) if self._has_subject(start) else ""
            return re.sub(r"^(?:The|A|An|Your|Only|Some) ", lambda e: e[0].lower(), said)
        rest = self.to.address(verb.end, end)
        said = f"you {address_verb(verb.text)} {rest}" if is_lead and rest else ""
        return _LEARNED.sub("", said)

    def _list_words(self, start: int, end: int) -> Iterator[Word]:
        return (each for each in self.to.words if start <= each.start < end)

    def _has_subject(self, start: int) -> bool:
        is_pronoun = any(e.low in _SUBJECTS for e in self._list_words(start, start + 1))
        return is_pronoun or any(each.start == start for each in self.to.phrases)

    def _read_relative(self, phrase: NounPhrase, end: int) -> Iterator[str]:
        """Yield ``the boy raised you`` and ``the boy is ill`` for ``the boy who raised him``."""
        found, to = _WHO.match(self.to.text, phrase.end, end), self.to
        stop = _STOP.search(to.text, found.end(), end) if found else None
        if not found or not stop or found["verb"] in _ADVERBS:
            return
        later = (e for e in self._list_words(found.end() + 1, stop.start()))
        main = next((e for e in later if e.tag in {"VBZ", "MD"} or e.low in _MAIN), None)
        main = None if to.text[phrase.end] == "," else main
        yield self._say(phrase, found["verb"], found.end(), main.start if main else stop.start())
        if main:
            yield self._say(phrase, main.text, main.end, stop.start())

    def _say(self, phrase: NounPhrase, verb: str, start: int, end: int) -> str:
        rest = self.to.address(start, end)
        if not rest and self.to.text[start:end].strip():
            return ""
        is_lead = self.to.is_lead(phrase)
        name = "you" if is_lead else self.to.name(phrase)
        said = f"{name} {address_verb(verb) if is_lead else verb} {rest}".strip()
        return re.sub(r" \w+ly$", "", said)


def _is_fact(said: str) -> bool:
    is_short = _FEWEST_WORDS <= len(said.split()) <= _MOST_WORDS
    is_role = re.match(
        r"(?:you (?:(?:are|were|am) (?:an?|the|you)|in|at|on|from|of|with)|your name is)\b", said
    )
    is_bare = not re.search(r"[\"*\[\]{}()\u2014]| (?:and|or|to|the|of)$", said)
    return is_short and is_bare and not is_role
