"""Find the fact that an idea states: a clause that is true, said to the player."""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.clauses import (
    CONJUNCTIONS,
    FINITE,
    ClauseReader,
    drop_opening,
    list_words,
)
from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.pronouns import list_antecedents
from questfoundry.infra.llm.draft.speech import agree_with_you, speak_to_player
from questfoundry.infra.llm.draft.tagging import Word

_LONGEST_FACT = 26
_LEARNS = re.compile(
    r"(?:learn|discover|find|found|notice|reali[sz]e|hear|suspect|see|know|prov|reveal|confess"
    r"|admit|remember)\w*$"
)
_HIDDEN = re.compile(
    r"\b(?:secretly|in secret|without (?:telling|asking)|hides|hid|never told|lied|lies to"
    r"|(?:not|n['\u2019]t) told|(?:has|have|had) (?:\w+ )?(?:hidden|forged|stolen|cheated|betrayed"
    r"|buried|switched|swapped|burned|burnt|pawned|poisoned))\b"
)
"""Matches what somebody hides, or has done and not told."""

_LINKS = list_words("that who whom which whose where when while because if whether as so before")
_SAYING = list_words("says thinks believes claims swears said thought")
_ALONE = list_words("she he they his her their it its this")
_NOT_FIRST = CONJUNCTIONS | list_words("this it and or but then")
_SETTING = list_words(
    "is are was were lives live works work runs run wakes wake sits sit shares share"
)
_MOVES = list_words("come gone arrived returned been")
_PLAYER = list_words("i we you")


@frozen
class _Clause:
    """A clause from the place ``start`` to ``end``; ``rank``: 0 for the strongest statement."""

    start: int
    end: int
    rank: int = 0


@frozen(kw_only=True)
class FactReader(ClauseReader):
    """A reader of the facts in one idea."""

    def find_fact(self) -> str:
        """Return a short clause that the idea states as true, said to the player; may be empty.

        What somebody learns or hides counts most, then what somebody has done.
        """
        return next((said for _, said in self._list_facts() if said), "")

    def is_secret(self) -> bool:
        """Return whether somebody learns or hides the fact that the idea states."""
        ranks = (clause.rank for clause, said in self._list_facts() if said)
        return next(ranks, len(_RANKS)) < _RANKS.index("done")

    def _list_facts(self) -> Iterator[tuple[_Clause, str]]:
        described = self._describe_lead()
        if described:
            yield _Clause(0, 0, len(_RANKS)), described
        for clause in sorted(self._list_clauses(), key=lambda each: each.rank):
            yield clause, self._say_clause(clause)

    def describes_lead(self) -> bool:
        """Return whether the idea has no verb but that of ``who`` after the player."""
        place = self._find_after_lead()
        verb = self.get_word(place + 1)
        is_alone = sum(each.tag in FINITE | {"MD"} for each in self.words) == 1
        return self.get_word(place).low == "who" and verb.tag in FINITE and is_alone

    def _find_after_lead(self) -> int:
        return self.find_place(self.lead.end) if self.lead else len(self.words)

    def _describe_lead(self) -> str:
        """Return ``you open a shop`` if the idea is only ``a witch who opens a shop``."""
        if not self.describes_lead():
            return ""
        place = self._find_after_lead()
        verb = self.get_word(place + 1)
        return f"you {agree_with_you(verb)} {self.say(place + 2, self.find_end(place + 1))}"

    # Clauses

    def _list_clauses(self) -> Iterator[_Clause]:
        start = 0
        for end in range(len(self.words) + 1):
            if end == len(self.words) or self._ends_clause(start, end):
                yield from self._read_clause(start, end)
                start = end + 1

    def _ends_clause(self, start: int, place: int) -> bool:
        """Return whether a clause since ``start`` ends: at a mark, or at ``and`` before another."""
        word, following = self.words[place], self.get_word(place + 1)
        if word.tag in {".", ":"}:
            return True
        if word.low == "and" and self._find_verb(start, place) == place:
            return False  # In ``a bishop and a maid are locked in``, the clause continues.
        is_joint = word.low in {"and", "but"} or (word.low == "so" and following.tag == "PRP")
        leads = following.tag == "MD" or following.low in {"has", "have"}
        return is_joint and (leads or self._opens_clause(place + 1))

    def _read_clause(self, start: int, end: int) -> Iterator[_Clause]:
        """Yield the clause, and what somebody learns in it, without the mark at its end."""
        while end > start and self.words[end - 1].text == ",":
            end -= 1
        start += self._count_opening(start)
        for place in range(start, end):
            is_that = self.words[place].low == "that"
            verb = place - 1 - (self.get_word(place - 1).low == "out")
            if is_that and self.get_word(verb).is_verb and _LEARNS.match(self.get_word(verb).low):
                yield _Clause(place + 1, end, _RANKS.index("learned"))
        if end > start:
            yield _Clause(start, end, self._rank(start, end))

    def _count_opening(self, start: int) -> int:
        """Return how many words at ``start`` are an opening such as ``What if``."""
        rest = self.text[self.get_word(start).start :]
        return self.find_place(len(self.text) - len(drop_opening(rest))) - start

    def _rank(self, start: int, end: int) -> int:
        said = self.text[self.words[start].start : self.words[end - 1].end]
        if _HIDDEN.search(said):
            return _RANKS.index("hidden")
        subject = self._find_subject_phrase(start, end)
        verb = self._find_verb(start, end)
        has_done = self.get_word(verb).low in {"has", "have"} and self._is_done(verb, end)
        if has_done and any(each.low in _MOVES for each in self.words[verb:end]):
            return _RANKS.index("setting")
        is_other = subject is not None and not self.means_lead(subject)
        if has_done and is_other:
            return _RANKS.index("done")
        is_setting = self.get_word(verb).low in _SETTING
        return _RANKS.index("setting" if is_setting else "stated")

    def _is_done(self, verb: int, end: int) -> bool:
        return any(each.tag == "VBN" for each in self.words[verb + 1 : min(end, verb + 4)])

    def _find_verb(self, start: int, end: int) -> int:
        places = (each for each in range(start, end) if self.words[each].tag in FINITE)
        return next(places, end)

    def _find_subject_phrase(self, start: int, end: int) -> NounPhrase | None:
        """Return the first phrase of a clause that is no possessive and follows no preposition."""
        for each in self.phrases:
            place = self.find_place(each.start)
            before = self.get_word(place - 1) if place > start else Word("", "", 0, 0)
            is_time = each.kind is NounClass.SKIP and not each.head.endswith(
                ("one", "body", "thing")
            )
            is_inside = start <= place < end and not (each.owns or is_time)
            if is_inside and before.tag not in {"IN", "TO"}:
                return each
        return None

    # Saying a clause to the player

    def _say_clause(self, clause: _Clause) -> str:
        start, end = clause.start, clause.end
        if not self._is_whole(clause) or not self._is_clear(start, end):
            return ""
        subject = self._find_subject_phrase(start, end)
        if subject is None or not self.means_lead(subject) or self._is_spoken(start):
            said = speak_to_player(self._say_all(start, end))
            return "" if said.startswith("you are ") else said
        return self._turn_to_player(clause, subject)

    def _is_spoken(self, start: int) -> bool:
        """Return whether the clause at ``start`` begins with ``I`` or a pronoun of the player."""
        return self.words[start].low in _PLAYER | self.forms

    def _turn_to_player(self, clause: _Clause, subject: NounPhrase) -> str:
        """Return ``you open a safe`` for ``the locksmith opens a safe``; empty if that fails."""
        opens, verb = self._find_owner_start(subject), self._find_verb(clause.start, clause.end)
        first, gap = self.words[clause.start], self.find_place(subject.end)
        is_described = self.words[verb].low in {"is", "are"} and not self._is_progress(verb)
        if is_described or (opens > clause.start and first.tag not in {"IN", "RB"}):
            return ""
        has_adverb = gap == verb or self.words[gap].tag == "RB"
        has_place = not has_adverb and self.words[gap].low not in {"of", "with"}
        parts = (
            self._say_all(clause.start, opens) if opens > clause.start else "",
            self._say_all(gap, verb) if has_place and opens == clause.start else "",
            "you",
            self.say(gap, verb) if has_adverb else "",
            agree_with_you(self.words[verb]),
            self._say_all(verb + 1, clause.end),
        )
        return " ".join(filter(None, parts))

    def _is_progress(self, verb: int) -> bool:
        return self.get_word(verb + 1).tag == "VBG"

    def _find_owner_start(self, subject: NounPhrase) -> int:
        """Return the place where ``subject`` begins with its owner: ``the baker's husband``."""
        place = self.find_place(subject.start)
        owner = next(
            (e for e in self.phrases if e.owns and e.end < subject.start <= e.end + 4), None
        )
        return self.find_place(owner.start) if owner and subject.before == "'s" else place

    def _say_all(self, start: int, end: int) -> str:
        said = self.say(start, end)
        first = self.get_word(start)
        return said if first.is_name or first.text == "I" else said[:1].lower() + said[1:]

    def _is_whole(self, clause: _Clause) -> bool:
        """Return whether ``clause`` is short, and has a subject and a verb next to each other."""
        start, end = clause.start, clause.end
        inside = self.words[start:end]
        verb, subject = self._find_verb(start, end), self._find_subject_phrase(start, end)
        opens = inside[0].low if inside else "it"
        is_known = opens in _PLAYER | self.forms
        if self.get_word(verb).low in {"has", "have"} and self.get_word(verb + 1).tag == "TO":
            return False  # This is a task, and no fact.
        if verb == end or len(inside) > _LONGEST_FACT or any(e.text == "," for e in inside):
            return False
        if opens in _NOT_FIRST - self.forms or not (is_known or subject):
            return False
        more = sum(each.tag in FINITE for each in inside) - 1
        links = sum(each.low in _LINKS for each in inside)
        links += sum(each.low in _SAYING for each in inside)
        is_near = is_known or (subject is not None and self._is_near(subject, verb))
        return is_near and more <= links + (clause.rank == _RANKS.index("learned"))

    def _is_near(self, subject: NounPhrase, verb: int) -> bool:
        """Return whether only adverbs and phrases with prepositions separate subject and verb."""
        if subject.start > self.words[verb].start:
            return False
        gap = self.words[self.find_place(subject.end) : verb]
        between = [e for e in self.phrases if subject.end <= e.start < self.words[verb].start]
        has_link = any(each.low in _LINKS | {","} or each.tag == "PRP" for each in gap)
        after_preposition = all(
            self.get_word(self.find_place(each.start) - 1).tag in {"IN", "TO", "POS"}
            for each in between
        )
        return not has_link and after_preposition

    def _is_clear(self, start: int, end: int) -> bool:
        """Return whether each pronoun in the clause means the player, or somebody in the clause."""
        first, last = self.words[start].start, self.words[end - 1].end
        inside = [e for e in self.phrases if first <= e.start and e.end <= last]
        for each in self.words[start:end]:
            is_lead = each.low in self.forms
            if each.low in _ALONE and not is_lead and not self._list_meant(inside, each):
                return False
        return True

    def _list_meant(self, phrases: Sequence[NounPhrase], word: Word) -> Sequence[NounPhrase]:
        """Return what ``word`` may mean among ``phrases``: people, or anything for ``it``."""
        if word.low in {"it", "its", "their", "they", "this"}:
            return [each for each in phrases if each.end <= word.start]
        return list_antecedents(phrases, word.start, word.low)


_RANKS = ("learned", "hidden", "done", "stated", "setting")
"""The kinds of statements; the strongest comes first."""
