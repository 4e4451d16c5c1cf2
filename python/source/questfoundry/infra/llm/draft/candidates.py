"""Find what somebody in an idea has done, and the two candidates of a choice."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.clauses import ClauseReader, address_owner
from questfoundry.infra.llm.draft.nouns import to_singular
from questfoundry.infra.llm.draft.phrases import NounPhrase, name_phrase
from questfoundry.infra.llm.draft.speech import shorten_deed

_DONE = frozenset({"VBN", "VBG", "VBD"})
_SOMEBODY = frozenset({"someone", "somebody"})
_REGULAR = (
    "swapped poisoned murdered killed forged burned burnt opened sabotaged kidnapped switched "
    "replaced moved robbed smashed vandalised vandalized destroyed betrayed leaked erased altered "
    "shot cut"
)
_MISDEEDS = {
    **{each: each for each in _REGULAR.split()},
    "stolen": "stole",
    "taken": "took",
    "broken": "broke",
    "hidden": "hid",
    "torn": "tore",
}
"""The past form of each verb for a misdeed, by its participle."""

_TIME_AT_END = re.compile(r" the (?:night|day|morning|evening|hour|week)$")
_EITHER = re.compile(
    r"\b(?:decides?|choose|chooses) (?:if|whether) it(?: is|'?s) (?:to be )?([\w' -]{2,30}?) or "
    r"([\w' -]{2,30}?)(?=[.,;?!]|$| and | but | on | for )"
)
"""Matches two candidates of a decision."""


_JOINT = re.compile(r",? and (?:(?:the|an?|her|his|their) [\w-]+'s )?")
"""Matches the words between two candidates: ``the wolf and the shepherd's dog``."""


@frozen(kw_only=True)
class CandidateReader(ClauseReader):
    """A reader of misdeeds and of pairs of candidates in one idea."""

    def find_misdeed(self) -> str:
        """Return what somebody did, in the past, such as ``poisoned the marrow``; may be empty."""
        return shorten_deed(_TIME_AT_END.sub("", next(self._list_misdeeds(), "")))

    def _list_misdeeds(self) -> Iterator[str]:
        for place, word in enumerate(self.words):
            if word.low in {"who", "which"} and self._asks_back(place):
                yield from self._read_question(self._skip_of(place + 1))
            elif word.low in _SOMEBODY:
                yield from self._read_statement(place + 1)
            elif word.low == "been" and self.get_word(place + 1).low in _MISDEEDS:
                yield from self._turn_active(place)

    def _asks_back(self, place: int) -> bool:
        """Return whether ``who`` or ``which`` at ``place`` begins a question; not after a noun."""
        before = self.get_word(place - 1)
        follows = before.is_noun or before.is_name or before.low in {",", "one", "ones", "those"}
        return not follows

    def _skip_of(self, place: int) -> int:
        """Return the place after phrases such as ``of three tailors in Kumasi`` at ``place``."""
        leads_on = self.get_word(place).tag in {"IN", "POS"}
        phrase = self.find_phrase_after(place + 1) if leads_on else None
        return self._skip_of(self.find_place(phrase.end)) if phrase else place

    def _read_question(self, verb: int) -> Iterator[str]:
        if self.get_word(verb).low == "has" and self.get_word(verb + 1).tag in _DONE:
            yield self.say(verb, self.find_end(verb + 2))
        following = self.get_word(verb + 1)
        is_past = self.get_word(verb).tag in {"VBD", "VBN", "VB"}
        if is_past and (following.is_determiner or following.is_name):
            yield self.say(verb, self.find_end(verb))

    def _read_statement(self, place: int) -> Iterator[str]:
        """Yield the past form of ``has stolen the statue``, which begins at ``place``."""
        place = self._skip_place(place)
        verb = place + (self.get_word(place).low in {"has", "had", "have"})
        verb += self.get_word(verb).tag == "RB"
        done = self.get_word(verb).low
        if done == "been" and self.get_word(verb + 1).tag == "VBG":
            end = self.find_end(verb + 1)
            yield from [self.say(verb - 1, end)] if end > verb + 2 else []
        if done in {*_MISDEEDS, *_MISDEEDS.values()}:
            rest = self.say(verb + 1, self.find_end(verb))
            yield f"{_MISDEEDS.get(done, done)} {rest}".strip()

    def _skip_place(self, place: int) -> int:
        """Return the place after a phrase such as ``on the island``, if one begins at ``place``."""
        phrase = self.find_phrase_after(place + 1) if self.get_word(place).tag == "IN" else None
        return self.find_place(phrase.end) if phrase else place

    def _turn_active(self, been: int) -> Iterator[str]:
        """Yield the active form of ``the seal had been swapped for a forgery``."""
        end = self.get_word(been - 2).end
        subject = next((each for each in self.phrases if each.end == end and not each.owns), None)
        if subject is not None and subject != self.lead:
            verb = _MISDEEDS[self.get_word(been + 1).low]
            tail = self.say(been + 2, self.find_end(been + 1))
            yield f"{verb} {name_phrase(subject)} {tail}".strip()

    # Pairs

    def find_pair(self) -> tuple[str, ...]:
        """Return the two candidates of a choice as noun phrases, or an empty tuple."""
        pairs = (
            *self._list_options(),
            *self._list_owned(),
            *self._list_pairs(),
            *self._list_counted(),
            *self._list_twins(),
        )
        return next(iter(pairs), ())

    def _list_pairs(self) -> Iterator[tuple[str, ...]]:
        """Yield ``between A and B``, ``both A and B``, and ``two patients: A and B``."""
        for word in self.words:
            following = [each for each in self.phrases if each.end > word.end and not each.owns]
            if len(following) > 1 and not following[0].many:
                joint = self.text[following[0].end : following[1].start]
                is_choice = word.low == "between" or (word.low == "both" and self._chooses())
                if is_choice and _JOINT.fullmatch(joint):
                    yield self._name_both(following)
                elif word.text == ":":
                    yield from self._list_members(word.end, following)
                    yield from self._list_only(word.end, following)

    def _chooses(self) -> bool:
        return re.search(r"\b(?:choose|decide|which|only|cannot|can't)\b", self.text) is not None

    def _list_members(
        self, start: int, following: Sequence[NounPhrase]
    ) -> Iterator[tuple[str, ...]]:
        counted = next((e for e in self.phrases if e.number == "two" and e.end < start), None)
        if counted and self._asks_which(counted):
            members = [each for each in following if each.kind == counted.kind]
            members = members if len(members) > 1 else [*following]
            yield from [self._name_both(members)] if len(members) > 1 else ()

    def _list_only(self, start: int, following: Sequence[NounPhrase]) -> Iterator[tuple[str, ...]]:
        """Yield the first two of ``only one thing: the press, the Bible, or the chest``."""
        is_choice = re.search(r"\bonly one\b|\bwhich\b|\bchoose\b", self.text[:start])
        if is_choice and re.search(r"^[^.;]*\bor\b", self.text[start:]):
            yield self._name_both(following)

    def _name_both(self, phrases: Sequence[NounPhrase]) -> tuple[str, ...]:
        return tuple(map(self._name, phrases[:2]))

    def _name(self, phrase: NounPhrase) -> str:
        return name_phrase(evolve(phrase, owner=address_owner(phrase.owner, self.forms)))

    def _list_options(self) -> Iterator[tuple[str, ...]]:
        """Yield ``football`` and ``reading`` for ``has to decide if it is football or reading``."""
        found = _EITHER.search(self.text)
        if found:
            yield found[1], found[2]

    def _list_owned(self) -> Iterator[tuple[str, ...]]:
        """Yield ``the school's well`` and ``the mill's well``, if the idea asks ``which well``."""
        owners = re.search(r"\b(the \w+'s) and (the \w+'s)(?=[.,;:]|$)", self.text)
        kind = re.search(r"\bwhich (\w+)", self.text, re.IGNORECASE)
        if owners and kind:
            yield f"{owners[1]} {kind[1]}", f"{owners[2]} {kind[1]}"

    def _list_counted(self) -> Iterator[tuple[str, ...]]:
        """Yield the first two members of a counted group, if the idea asks which."""
        for each in self.phrases:
            is_counted = each.number in {"two", "three"} or each.noun.startswith("twin ")
            if is_counted and each.many and self._asks_which(each):
                noun = to_singular(each.noun.removeprefix("twin "))
                yield f"the first {noun}", f"the second {noun}"

    def _asks_which(self, counted: NounPhrase) -> bool:
        """Return whether the idea asks for one of ``counted``, as in ``two patients, one bed``."""
        after = [each.low for each in self.words if each.start >= counted.end]
        before = [each.low for each in self.words if each.end <= counted.start][-2:]
        of_them = any(pair in {("which", "of"), ("which", "one")} for pair in pairwise(after))
        has_verb = any(each.is_verb for each in self.words)
        return (
            before == ["which", "of"]
            or of_them
            or ((",", "one") in pairwise(after) and not has_verb)
        )

    def _list_twins(self) -> Iterator[tuple[str, ...]]:
        """Yield two places of one kind if the player can have ``only one``."""
        if re.search(r"\bonly\b.*\bone\b", self.text, re.IGNORECASE):
            for first, second in combinations(self.phrases, 2):
                is_kind = bool(first.head) and first.head == second.head
                is_kind = is_kind and first.article == second.article == "a"
                named = self._name_place(first), self._name_place(second)
                if is_kind and named[0] != named[1]:
                    yield named

    def _name_place(self, phrase: NounPhrase) -> str:
        """Return ``phrase`` with the name of the place after it: ``the kitchen in Oslo``."""
        place = self.find_place(phrase.end)
        before, name = self.get_word(place), self.get_word(place + 1)
        is_place = before.low in {"in", "at", "on"} and name.is_name
        return f"{name_phrase(phrase)} {before.text} {name.text}" if is_place else phrase.text
