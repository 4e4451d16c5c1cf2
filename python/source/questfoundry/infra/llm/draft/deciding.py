"""Read who must decide in an idea, and between what."""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.address import Addresser, classify, list_pronouns
from questfoundry.infra.llm.draft.chunks import find_phrases
from questfoundry.infra.llm.draft.decision import CastPerson, Effect, IdeaDecision
from questfoundry.infra.llm.draft.grammar import takes_an
from questfoundry.infra.llm.draft.naming import define, is_alive
from questfoundry.infra.llm.draft.nouns import IdeaWords, NounClass, NounClasses
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.question import begins_with_verb, has_clause
from questfoundry.infra.llm.draft.tagging import Word, tag_words
from questfoundry.infra.llm.draft.telling import FactReader

_MOST_CHARACTERS, _MOST_FACTS, _MOST_TIE_WORDS = 48, 4, 12

_ORDERS = r"asks?|asked|orders?|ordered|tells?|told|begs?|begged|wants|forces?|hires?|pays?"

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
        rf"\b(?:{_ORDERS}) (?:him|her|them|me|you) to ",
        r"\b(?:wants|want|hopes|plans|longs|means|wishes|is tempted) to "
        r"(?!know|be\b|become)",
    )
)
"""Match what stands before a deed; the surest first."""

_CLAUSE = re.compile(r"\bwhether (?:he|she|they|I|we|you) (?:should|ought to|must) (?!be\b|have\b)")
"""Matches the beginning of a clause that says the same as ``whether to``."""

_QUESTION, _BETWEEN = _DEEDS[1], _DEEDS[2]

_DECIDES = re.compile(
    r"\b(?:(?:must|has to|have to|needs? to|had to|(?:has|have) .{1,30}? to) )?"
    r"(?:decides?|chooses?)\b.{0,30}$|\b(?:must|has to|have to|needs? to)$"
    rf"|\b(?:{_ORDERS})$"
)
"""Matches the words between the one who decides and ``whether``."""

_END = re.compile(
    r"[.?!;:,\u2014]| (?:-|though|although|while|because|when|if|since|but|so that|even) |$"
)
_OR = re.compile(r",? or (?:to )?(?!not\b)([^.?!;:,]+)")
_LATER = re.compile(
    r" (?:before|until|by (?=dawn|midnight|noon|morning|night|sun)|who|whose|which|where)\b"
)
"""Matches what may follow a deed: a time, or a relative clause."""

_SAYS = re.compile(r"(?:tell|warn|inform|say|admit|confess|let)\b")
_TIME = re.compile(
    r"\b(?:before|until) (?!\w+ing\b)([^\s,.;?!]+(?: [^\s,.;?!]+){0,5}?)"
    r"(?= (?:to|whether|or|and|though)\b|[,.;?!]|$)"
)
_ANY = re.compile(r"\bany(one|body|thing)\b")
_STARTS = frozenset({"", ".", ",", ":", "and", "but"})
_GENERIC = frozenset({"man", "woman", "person", "people", "one", "someone", "baby", "infant"})
_ABSENT = re.compile(
    r"\b(?:dead|dying|late|murdered|drowned|missing|lost|unborn|vanished|ghost|corpse|body|god)\b"
    r"|(?:name is|call me|called) \S+$"
)
_DIED = re.compile(r"^[^.?!]{0,20}\b(?:died|is dead|was dead|hanged|vanished|was killed)\b")


def read_decision(text: str, classes: NounClasses) -> IdeaDecision | None:
    """Return the decision in the idea ``text``; ``None`` if it is doubtful."""
    text = _CLAUSE.sub("whether to ", text)
    words = tag_words(text)
    phrases = find_phrases(text, words, classes)
    for each in _DEEDS:
        for found in reversed(list(each.finditer(text))):
            if decision := _Reader(text, words, phrases, found, classes.words).read(each):
                return decision
    return None


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
        subject, near = self._find_subject(start, is_question=pattern is _QUESTION)
        lead, they = self._find_lead(subject, near)
        if start < 0 or not they or (lead and self._is_pair(lead)):
            return None
        to = Addresser(self.text, self.words, self.phrases, lead, they, start)
        end = _END.search(self.text, start + 1)
        deeds = self._list_deeds(start, end.start() if end else start, to, pattern)
        return self._build(to, *_put_people_first(to, deeds)) if all(map(_is_deed, deeds)) else None

    def _build(self, to: Addresser, deed: str, refusal: str = "") -> IdeaDecision:
        lead, people = to.lead, tuple(self._cast(to, deed))
        facts = list(dict.fromkeys(FactReader(to).read()))
        about = people[0].name if people else "-"
        short = (each for each in facts if len(each.split()) <= _MOST_TIE_WORDS)
        tie = next((each for each in short if about in each), "")
        time = next((each for each in facts if _IS_TIME.match(each)), "")
        hidden = self._begins(deed, "secret") or any(map(_HIDDEN.search, facts))
        return IdeaDecision(
            lead=f"{_introduce(lead)}{self._find_of(lead)}" if lead else "",
            name=(lead.text if _is_whole_name(lead) else to.name(lead)) if lead else "",
            is_human=to.they != "we"
            and not (lead and (lead.many or lead.kind is not NounClass.PERSON)),
            deed=deed,
            refusal=refusal or f"do not {deed}",
            until=self._find_until(to),
            time=time,
            tie=tie,
            facts=tuple(e for e in facts if e not in {tie, time, f"you want to {deed}"})[
                :_MOST_FACTS
            ],
            people=people,
            effect=self._weigh(deed, about),
            is_secret=hidden,
        )

    def _find_of(self, lead: NounPhrase) -> str:
        """Return `` of a language`` after ``the last speaker``."""
        after = next((e for e in self.phrases if 0 < e.start - lead.end <= len(" of ")), None)
        is_part = after is not None and after.before == "of" and not lead.name
        return f" of {after.text}" if is_part and after else ""

    def _begins(self, deed: str, key: str) -> bool:
        return re.match(rf"(?:{'|'.join(self.lists.list_all(key))})\b", deed) is not None

    def _weigh(self, deed: str, about: str) -> Effect:
        if about not in deed:
            return "none"
        if not re.match(rf"\w+(?: \w+)?? {re.escape(about)}", deed):
            return "plain"
        return next((e for e in ("death", "help", "harm") if self._begins(deed, e)), "plain")

    def _find_start(self) -> int:
        """Return where the deed of a question begins; -1 if its verb is not clear."""
        later = (each for each in self.words if each.start >= self.found.end())
        base = next((each for each in later if each.tag in {"VB", "VBP"}), None)
        return base.start if base and base.low not in {"do", "be", "have", "not", "it"} else -1

    def _find_subject(self, start: int, *, is_question: bool) -> tuple[str, Sequence[NounPhrase]]:
        """Return the pronoun for who decides, or else the phrases that stand in its place."""
        alive = [each for each in self.phrases if is_alive(each) and not each.owns]
        if is_question:
            subject = self.text[self.found.end() : start].strip()
            return subject, [each for each in alive if each.start == self.found.end()]
        if ordered := re.search(r" (him|her|them|me|you) to $", self.found[0]):
            return list_pronouns()[ordered[1]], ()
        head = _DECIDES.sub("", self.text[: self.found.start()].rstrip()).rstrip()
        deciders = self.phrases if "whether" in self.found[0] else alive
        near = [each for each in deciders if each.end == len(head)]
        last = re.search(r"(?:^|\W)(I|he|she|they|it|we|you)$", head)
        if last and any(each.end == last.start() for each in self.phrases):
            return "?", ()  # "the man she must hand over" leaves out what she must hand over
        return last[1] if last else "", [e for e in near if is_alive(e) or e.before in _STARTS]

    def _find_lead(self, subject: str, near: Sequence[NounPhrase]) -> tuple[NounPhrase | None, str]:
        """Return the phrase for who decides, and the pronoun; an empty one if it is not clear."""
        alive = [each for each in self.phrases if is_alive(each) and not each.owns]
        if subject in {"I", "we", "you"}:
            return next((each for each in alive if each.before in {"am", "are"}), None), subject
        known = [each for each in alive if each.end <= self.found.start()]
        if they := list_pronouns().get(subject.lower(), ""):
            lead = next((each for each in known if classify(each) in {they, ""}), None)
            return lead, they if lead else ""
        begin = self.text.rfind(". ", 0, self.found.start()) + 1
        inside = [] if subject else [each for each in known if each.start >= begin]
        lead = next(iter((*near, *inside)), None)
        return lead, self._guess(lead) if lead else ""

    def _is_pair(self, lead: NounPhrase) -> bool:
        after = self.text[lead.end :]
        return lead.after == "CC" and re.match(r" and (?!must|has|is|\w+s )", after) is not None

    def _guess(self, lead: NounPhrase) -> str:
        """Return the pronoun by which the idea means ``lead``, from its nouns or the next one."""
        if shown := classify(lead):
            return shown
        others = {classify(e) for e in self.phrases if is_alive(e) and e.start != lead.start}
        seen = [list_pronouns().get(e.low, "") for e in self.words if e.start > lead.end]
        animal = {"it", "they"} if lead.kind is NounClass.ANIMAL else set[str]()
        seen = [each for each in seen if each in {"he", "she", *animal}]
        return next((each for each in seen if each not in others), seen[0] if seen else "they")

    def _list_deeds(
        self, start: int, end: int, to: Addresser, pattern: re.Pattern[str]
    ) -> Sequence[str]:
        """Return the deed and, if the idea names it, the other deed."""
        text = self.text[start:end]
        if pattern is _BETWEEN and re.search(r"^\w+ing\b", text):
            return ("",)
        if pattern is _BETWEEN:
            one, _, two = text.partition(" and ")
            pair = to.address(start, start + len(one)), to.address(end - len(two), end)
            return [each if begins_with_verb(each) else f"choose {each}" for each in pair if each]
        if pattern is not _QUESTION and "to " not in self.found[0] and not begins_with_verb(text):
            return ("",)
        other = _OR.search(self.text, start, len(self.text))
        other = other if other and other.start() <= end else None
        one = _shorten(self.text[start : other.start() if other else end])
        deed = _ANY.sub(r"some\1", to.address(start, start + len(one)))
        if not other:
            return (deed,)
        refusal = to.address(other.start(1), other.start(1) + len(_shorten(other[1])))
        refusal = _complete(refusal, deed)
        return deed, refusal if begins_with_verb(refusal) else ""

    def _find_until(self, to: Addresser) -> str:
        times = (to.address(e.start(1), e.end(1)) for e in _TIME.finditer(self.text))
        return next((f"before {each}" for each in times if each), "")

    def _cast(self, to: Addresser, deed: str) -> Iterator[CastPerson]:
        """Yield the people who can speak; first those in the deed, but no listener of the deed."""
        named = {to.name(e): e for e in to.list_others() if self._can_speak(to, e, deed)}
        inside = [each for each in named if each in deed]
        inside = [e for e in inside if not any(other.startswith(f"{e}'s ") for other in inside)]
        others = [each for each in named if each not in inside]
        for each in others if self._begins(deed, "told") else (*inside, *others):
            yield CastPerson(name=each, they=self._guess_other(named[each], to))

    def _can_speak(self, to: Addresser, phrase: NounPhrase, deed: str) -> bool:
        name, around = to.name(phrase), self.text[max(0, phrase.start - 8) : phrase.end]
        is_absent = _ABSENT.search(around) or _DIED.match(self.text[phrase.end :])
        is_known = phrase.name or name in deed or phrase.head not in _GENERIC
        is_free = (
            bool(phrase.article) and name in deed
            if phrase.owns
            else "'s" not in name or phrase.owner.endswith("'s")
        )
        is_one = phrase.kind is NounClass.PERSON and not phrase.many
        is_clear = not re.match(r"(?:his|her|their|its|my|our) ", name)
        return bool(is_one and is_free and is_known and is_clear and not is_absent)

    def _guess_other(self, phrase: NounPhrase, to: Addresser) -> str:
        """Return the pronoun that the nouns show, or the next pronoun that is not the lead's."""
        following = (e.start for e in to.list_others() if e.start > phrase.end and not e.owner)
        end = min(phrase.end + 40, next(following, len(self.text)))
        later = (list_pronouns().get(e.low) for e in self.words if phrase.end < e.start < end)
        seen = next((each for each in later if each in {"he", "she"}), None)
        return classify(phrase) or (seen if seen and seen != to.they else "they")


_IS_TIME = re.compile(r"you have (?:only )?(?:one|two|three|until) ")
_HIDDEN = re.compile(r"\b(?:only|secret|secretly|nobody knows|not to tell|overheard)\b")


def _put_people_first(to: Addresser, deeds: Sequence[str]) -> Sequence[str]:
    """Return ``deeds`` with the one first that is about somebody, because the ends react to it."""
    names = [to.name(each) for each in to.list_others()]
    return sorted(deeds, key=lambda deed: not any(each in deed for each in names))


def _introduce(lead: NounPhrase) -> str:
    """Return ``Teddy Quan, a jazz pianist``, or ``a ferryman``."""
    noun = re.sub(r" (?:named|called)$", "", lead.words.removesuffix(lead.name).strip())
    if _is_whole_name(lead):
        return lead.text
    if lead.article == "the" and lead.words.startswith(lead.name):
        return f"the {lead.words}"
    if not noun or lead.many or lead.owner:
        return lead.name or (define(lead) if lead.owner.endswith("'s") else "")
    noun = noun if lead.article or noun[1:2].isupper() else noun[0].lower() + noun[1:]
    said = f"{'an' if takes_an(noun) else 'a'} {noun}"
    return f"{lead.name}, {said}" if lead.name else said


def _is_whole_name(lead: NounPhrase) -> bool:
    """Return whether ``lead`` is a name that begins with a noun for a thing: ``Kit Arlen``."""
    return bool(lead.name) and not lead.article and lead.kind is NounClass.OTHER


def _shorten(deed: str) -> str:
    """Return ``deed`` without times, relative clauses and, if it is long, its last parts."""
    deed = _LATER.split(deed)[0]
    deed = deed if _SAYS.match(deed) else deed.split(" that ")[0]
    while len(deed) > _MOST_CHARACTERS:
        cut = re.match(r"(.*\w) (?:with|in|on|from|for|at|of|to) ", deed)
        if not cut:
            break
        deed = cut[1]
    return deed.rstrip()


def _complete(refusal: str, deed: str) -> str:
    """Return ``refusal`` with the verb of ``deed`` if it has only an object."""
    is_noun = deed and re.match(r"(?:the|a|an|your|his|her|their) ", refusal)
    return f"{deed.split()[0]} {refusal}" if is_noun else refusal


def _is_deed(deed: str) -> bool:
    """Return whether ``deed`` is short and has no second clause, except after ``that``."""
    is_bare = not re.search(r"[\"*\[\]{}]| (?:and|or|than)$|\bnot\b", deed)
    is_short = 0 < len(deed) <= _MOST_CHARACTERS + 8
    return is_short and is_bare and (" that " in deed or not has_clause(deed))
