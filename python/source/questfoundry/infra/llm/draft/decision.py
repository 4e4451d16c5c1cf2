"""Read who must decide in an idea, between what, and what else is true, as told to that person."""

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.address import Addresser, address_verb, classify
from questfoundry.infra.llm.draft.chunks import find_phrases
from questfoundry.infra.llm.draft.grammar import takes_an
from questfoundry.infra.llm.draft.naming import define, is_alive
from questfoundry.infra.llm.draft.nouns import NounClass, NounClasses
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.question import begins_with_verb, has_clause
from questfoundry.infra.llm.draft.tagging import Word, tag_words

_MOST_CHARACTERS, _MOST_FACTS, _MOST_FACT_WORDS = 48, 4, 22


@frozen(kw_only=True)
class Person:
    """Somebody in the scenes: the name, and the pronoun ``she``, ``he`` or ``they``."""

    name: str
    they: str = "they"


@frozen(kw_only=True)
class Decision:
    """The decision of one person in an idea, in words to this person.

    ``lead``: who decides, with the trade: ``Teddy Quan, a jazz pianist``; may be empty.
    ``is_human``: whether the lead is one human being, and no wolf, colony or couple.
    ``deed``, ``refusal``: base forms such as ``burn the letters`` and ``do not burn the letters``.
    ``until``: the time by which it must be decided, such as ``before dawn``; may be empty.
    ``facts``: clauses without a capital: ``you owe money to the gangster``.
    ``people``: others of the idea who can speak; the first is concerned if ``is_concerned``.
    ``effect``: what the deed does to that person: ``harm``, ``help`` or ``plain``.
    """

    lead: str
    is_human: bool
    deed: str
    refusal: str
    until: str = ""
    facts: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()
    is_concerned: bool = False
    effect: str = "plain"

    @property
    def slots(self) -> Mapping[str, str]:
        """The words for each slot that a decision fills; empty words are left out."""
        facts = dict(zip(_FACTS, self.facts, strict=False))
        words = {"lead": self.lead, "deed": self.deed, "refusal": self.refusal, "until": self.until}
        return {key: each for key, each in (words | facts).items() if each}

    @property
    def asked(self) -> str:
        """The question that the idea puts to the lead."""
        return f"Do you {self.deed}{f', or {self.refusal}' if self.is_own else ''}?"

    @property
    def is_own(self) -> bool:
        """Return whether the idea names the other deed, too."""
        return not self.refusal.startswith("do not ")


_FACTS = ("fact", "fact-two", "fact-three", "fact-four")
"""The slots for the facts of an idea."""


def list_decision_facts(decision: Decision | None) -> Mapping[str, frozenset[str]]:
    """Return the values that conditions test: which slots have words, and what the deed does."""
    slots = decision.slots if decision else {}
    keys = ("lead", "deed", "until", *_FACTS)
    found = {key: "some" if key in slots else "none" for key in keys}
    if decision:
        found["refusal"] = "own" if decision.is_own else "plain"
        found["body"] = "human" if decision.is_human else "other"
        found["effect"] = decision.effect if decision.is_concerned else "none"
    people = len(decision.people) if decision else 0
    found["cast"] = ("none", "one", "many")[min(people, 2)]
    return {key: frozenset({each}) for key, each in found.items()}


_TO = r"(?:(?:n(?:ot|ever) )?to)"
_DEEDS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bwhether (?:or not )?to (?!or\b)",
        r"(?:^|(?<=[.!?:;] )|(?<=And )|(?<=But ))(?:should|will|must|does|would|can|shall|dare)\b ",
        r"\b(?:choose|chooses|decide|decides|torn) between ",
        r"\b(?:must|has to|have to|needs to|need to) (?:either )?"
        r"(?!decide|choose|find out|be\b|have\b)",
        r"\b(?:is|are|am|was|were|been) (?:asked|told|ordered|commanded|hired|paid|sent|forced"
        r"|begged|expected|bribed|blackmailed)(?: by [^,.;]{2,40}?)? to ",
        r"\b(?:promised|promises|swore|swears|vowed|vows|agreed|agrees|offered|offers)\b"
        rf"[^,.;]{{0,40}}? {_TO} ",
        r"\b(?:asks|asked|orders|ordered|tells|told|begs|begged|wants|forces|hires|pays)"
        r" (?:him|her|them|me|you) to ",
        r"\b(?:wants|want|hopes|plans|longs|means|wishes|is about|are about|is tempted) to "
        r"(?!know|be\b|become)",
    )
)
"""Match what stands before a deed; the surest first."""

_QUESTION, _BETWEEN = _DEEDS[1], _DEEDS[2]
_END = re.compile(
    r"[.?!;:,\u2014]| (?:-|though|although|while|because|when|if|since|but|so that|even) "
)
_UNTIL = re.compile(r" (?:before|until|by (?=dawn|midnight|noon|morning|night|sun))\b")
_TIME = re.compile(
    r"\b(?:before|until) ([^\s,.;?!]+(?: [^\s,.;?!]+){0,5}?)"
    r"(?= (?:to|whether|or|and|though)\b|[,.;?!]|$)"
)
_DECIDES = re.compile(
    r"\b(?:(?:must|has to|have to|needs? to|had to|(?:has|have) .{1,30}? to) )?"
    r"(?:decides?|chooses?)\b.{0,30}$|\b(?:must|has to|have to|needs? to)$|\b(?:asks?|asked|orders?|ordered|tells?|told|begs?|begged|wants"
    r"|forces?|hires?|pays?)$"
)
"""Matches the words between who decides and ``whether``."""

_RELATIVE = re.compile(r" (?:who|whose|which) | that (?!.*\b(?:is|are|was|has|have)\b)")
_REFLEXIVE = re.compile(r"\b(?:anyone|you|I|one another|each other|it)$")
_ANY = re.compile(r"\bany(one|body|thing)\b")
_STARTS = frozenset({"", ".", ",", ":", "and", "but"})
_GENERIC = frozenset({"man", "woman", "person", "people", "one", "someone", "baby", "infant"})
_ABSENT = re.compile(
    r"\b(?:dead|dying|late|murdered|drowned|missing|lost|unborn|vanished|ghost|corpse|body|god)\b"
)
_DIED = re.compile(r"^[^.?!]{0,20}\b(?:died|is dead|was dead|hanged|vanished|was killed)\b")
_TELLS = re.compile(r"(?:tell|warn|inform|wake|find|bury|mourn|remember|avenge|reach|meet)\b")
_HARMS = re.compile(
    r"(?:betray|kill|leave|abandon|sell|burn|fire|report|expose|destroy|steal|rob|poison|arrest"
    r"|hand|give up|turn in|sacrifice|shoot|execute|evict|forget|cheat|lie to|deceive|sink|refuse"
    r"|reject|divorce|scrap|eat|punish|sentence|denounce|accuse|blame|ruin|desert|hang|stop)\b"
)
_HELPS = re.compile(
    r"(?:save|rescue|help|hide|protect|forgive|free|release|trust|keep|spare|believe|heal|let"
    r"|shelter|feed|defend|pardon|marry|lie for|cover for)\b"
)
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_SENTENCES = re.compile(r"[^.?!]+[.?!]*")
_CLAUSES = re.compile(
    r"[;:]|,? (?:but|though|although|because|whereas) |, (?:and|so|yet|since|while)(?: now)? "
    r"| and (?=(?:has|is|was|must|had|knows|owes|finds|discovers|learns|hears|can|cannot)\b)"
)


def read_decision(text: str, classes: NounClasses) -> Decision | None:
    """Return the decision in the idea ``text``; ``None`` if it is doubtful."""
    words = tag_words(text)
    phrases = find_phrases(text, words, classes)
    for each in _DEEDS:
        for found in reversed(list(each.finditer(text))):
            reader = _Reader(text, words, phrases, found, is_question=each is _QUESTION)
            if decision := reader.read(is_choice=each is _BETWEEN):
                return decision
    return None


@frozen
class _Reader:
    """A reader of one possible decision in the idea ``text``; ``found`` introduces the deed."""

    text: str
    words: Sequence[Word]
    phrases: Sequence[NounPhrase]
    found: re.Match[str]
    is_question: bool

    def read(self, *, is_choice: bool) -> Decision | None:
        lead, they, start = self._find_lead()
        if not they or start < 0 or (lead and self._is_pair(lead)):
            return None
        to = Addresser(self.text, self.words, self.phrases, lead, they, start)
        end = start + (found.start() if (found := _END.search(self.text[start:])) else 0)
        end = end if end > start else len(self.text)
        deeds = self._split(start, end, to, is_choice=is_choice)
        if not deeds:
            return None
        deed, refusal = deeds
        people, is_concerned = self._cast(to, start, start + len(deed) + 12, deed)
        return Decision(
            lead=_introduce(lead),
            is_human=they != "we"
            and not (lead and (lead.many or lead.kind is not NounClass.PERSON)),
            deed=deed,
            refusal=refusal or f"do not {deed}",
            until=self._find_until(to),
            facts=tuple(dict.fromkeys(self._list_facts(to, start)))[:_MOST_FACTS],
            people=tuple(people),
            is_concerned=is_concerned,
            effect=_weigh(deed, people) if is_concerned else "plain",
        )

    def _is_pair(self, lead: NounPhrase) -> bool:
        after = self.text[lead.end :]
        return re.match(r" and (?!must|has|is|\w+s )", after) is not None and lead.after == "CC"

    def _find_lead(self) -> tuple[NounPhrase | None, str, int]:
        """Return the phrase for who decides, the pronoun for this person, and the deed's start."""
        begin = self.text.rfind(". ", 0, self.found.start()) + 1
        alive = [e for e in self.phrases if is_alive(e) and not e.owns]
        start, subject = self.found.end(), ""
        if self.is_question:
            base = next(
                (w for w in self.words if w.start >= start and w.tag in {"VB", "VBP"}), None
            )
            if base is None or base.low in {"do", "be", "have", "not", "it"}:
                return None, "", -1
            subject, start = self.text[start : base.start].strip(), base.start
            near = [e for e in alive if self.found.end() == e.start]
        else:
            head = _DECIDES.sub("", self.text[: self.found.start()].rstrip()).rstrip()
            deciders = self.phrases if "whether" in self.found[0] else alive
            near = [
                e for e in deciders if e.end == len(head) and (is_alive(e) or e.before in _STARTS)
            ]
            last = re.search(r"\b(I|he|she|they|it|we|you)$", head)
            subject = last[1] if last and last.start() >= begin else ""
            if ordered := re.search(r" (him|her|them|me|you) to $", self.found[0]):
                kinds = {"him": "he", "her": "she", "them": "they", "me": "I", "you": "you"}
                subject, alive = kinds[ordered[1]], [e for e in alive if e not in near]
                near = []
        if subject in {"I", "we", "you"}:
            first = next((e for e in alive if e.before == "am" or e.before == "are"), None)
            return first, subject, start
        known = [e for e in alive if e.end <= self.found.start()]
        if subject.lower() in {"he", "she", "they", "it"}:
            fits = (e for e in known if classify(e) in {subject.lower(), ""})
            lead = next(fits, None)
            return lead, subject.lower() if lead else "", start
        inside = [e for e in known if e.start >= begin]
        lead = next(iter((*near, *inside)), None) if not subject or near else None
        return lead, self._guess(lead) if lead else "", start

    def _guess(self, lead: NounPhrase) -> str:
        """Return the pronoun by which the idea means ``lead``, from its nouns or the next one."""
        if shown := classify(lead):
            return shown
        others = {classify(e) for e in self.phrases if is_alive(e) and e.start != lead.start}
        found = re.finditer(r"\b(he|him|his|she|her|they|their|its?)\b", self.text[lead.end :])
        kinds = {"him": "he", "his": "he", "her": "she", "their": "they", "its": "it"}
        seen = [kinds.get(each[0], each[0]) for each in found]
        seen = [each for each in seen if each in {"he", "she"} or lead.kind is NounClass.ANIMAL]
        return next((each for each in seen if each not in others), seen[0] if seen else "they")

    def _split(self, start: int, end: int, to: Addresser, *, is_choice: bool) -> tuple[str, str]:
        """Return the deed and the other deed, which may be empty; nothing if one is doubtful."""
        if is_choice:
            one, _, two = self.text[start:end].partition(" and ")
            two = _UNTIL.split(two)[0]
            pair = [to.address(start, start + len(one)), to.address(end - len(two), end)]
            pair = [e if begins_with_verb(e) else f"choose {e}" for e in pair if e]
            return (pair[0], pair[1]) if len(pair) == 2 and _is_plain(*pair) else ()  # type: ignore[return-value]
        if (
            "to " not in self.found[0]
            and not self.is_question
            and not begins_with_verb(self.text[start:end])
        ):
            return ()  # type: ignore[return-value]
        full = self.text[start:end]
        first = re.split(r",? or (?:to )?", full, maxsplit=1)
        rest = self.text[end:] if full == first[0] else ""
        other = re.match(r",? or (?:to )?([^.?!;:,]+)", rest)
        second = first[1] if len(first) > 1 else other[1] if other else ""
        second = "" if second.strip() in {"not", ""} else second
        deed = _ANY.sub(r"some\1", to.address(start, start + len(_shorten(first[0]))))
        place = self.text.index(second, start) if second else 0
        refusal = to.address(place, place + len(_shorten(second))) if second else ""
        refusal = _complete(refusal, deed) if second else ""
        if not _is_deed(deed) or (second and not (_is_deed(refusal) and begins_with_verb(refusal))):
            return ()  # type: ignore[return-value]
        return deed, refusal

    def _find_until(self, to: Addresser) -> str:
        for found in _TIME.finditer(self.text):
            said = to.address(found.start(1), found.end(1))
            if said and not re.match(r"\w+ing\b", said):
                return f"before {said}"
        return ""

    def _cast(
        self, to: Addresser, start: int, end: int, deed: str
    ) -> tuple[Sequence[Person], bool]:
        """Return the people who can speak, and whether the first of them is in the deed."""
        told = _TELLS.match(deed) is not None
        found = [e for e in to.list_all() if self._can_speak(to, e, start, end)]
        named = {to.name(e): e for e in found}
        inside = [n for n, e in named.items() if start <= e.start < end and n in deed]
        inside = [n for n in inside if not any(other.startswith(f"{n}'s ") for other in inside)]
        others = [n for n in named if n not in inside]
        names = others if told else [*inside, *others]
        people = [Person(name=n, they=self._guess_other(named[n], to)) for n in names]
        return people, bool(inside) and not told

    def _can_speak(self, to: Addresser, phrase: NounPhrase, start: int, end: int) -> bool:
        is_in_deed = start <= phrase.start < end
        around = self.text[max(0, phrase.start - 8) : phrase.end]
        is_self = re.search(r"(?:name is|call me|called) $", self.text[: phrase.start])
        is_absent = is_self or _ABSENT.search(around) or _DIED.match(self.text[phrase.end :])
        is_known = phrase.name or is_in_deed or phrase.head not in _GENERIC
        is_person = phrase.kind is NounClass.PERSON and not phrase.many
        is_free = not phrase.owns or is_in_deed
        is_free = is_free and ("'s" not in to.name(phrase) or phrase.owner.endswith("'s"))
        return bool(is_person and is_free and is_known and not is_absent)

    def _guess_other(self, phrase: NounPhrase, to: Addresser) -> str:
        if shown := classify(phrase):
            return shown
        following = (e.start for e in to.list_all() if e.start > phrase.end and not e.owner)
        later = self.text[phrase.end : min(phrase.end + 40, next(following, len(self.text)))]
        found = re.search(r"\b(?:(he|his|him)|(she|her))\b", later)
        they = ("he" if found[1] else "she") if found else ""
        return they if they and they != to.they else "they"

    def _list_facts(self, to: Addresser, deed: int) -> Iterator[str]:
        for sentence in _SENTENCES.finditer(self.text):
            for each in self.phrases:
                if sentence.start() <= each.start < sentence.end():
                    yield from self._read_relative(each, sentence.end(), to)
            if not sentence[0].endswith("?"):
                yield from self._read_sentence(sentence.start(), sentence.end(), to, deed)

    def _read_sentence(self, start: int, end: int, to: Addresser, deed: int) -> Iterator[str]:
        here, is_lead = start, False
        for cut in (*(e.start() for e in _CLAUSES.finditer(self.text, start, end)), end):
            first = self._skip(here, cut)
            subject = next((e for e in self.phrases if e.start == first), None)
            is_lead = bool(subject and to.is_lead(subject) and not subject.owns) or (
                is_lead and self._begins_with_verb(first)
            )
            if fact := self._read_clause(first, cut, to, deed, is_lead=is_lead):
                yield fact
            here = cut

    def _skip(self, here: int, cut: int) -> int:
        """Return where the clause begins, without a conjunction and without ``On a ship,``."""
        found = re.compile(
            r"[\s,;:]*(?:(?:and|but|so|yet|though|although|because|whereas|since"
            r"|while|now)\b,? *)*"
        ).match(self.text, here, cut)
        first = found.end() if found else here
        place = re.compile(r"(?:On|In|At|Aboard|During|After)\b[^,]*, ").match(
            self.text, first, cut
        )
        return place.end() if place else first

    def _begins_with_verb(self, start: int) -> bool:
        return any(w.start == start and w.tag in _FINITE for w in self.words)

    def _read_clause(self, start: int, end: int, to: Addresser, deed: int, *, is_lead: bool) -> str:
        subject = next((e for e in self.phrases if e.start == start), None)
        if subject and to.is_lead(subject) and not subject.owns:
            start = self._skip_apposition(subject, end)
        text = self.text[start:end].rstrip(" .!,;:")
        has_deed = start <= deed < end
        if has_deed and re.search(r"\b(?:decide|choose|choice|must|whether)\b|\?", text):
            found = re.search(
                r"\b(?:has|have) ((?:only )?(?:one|two|three|until) [\w ]+?) to ", text
            )
            return f"you have {found[1]}" if found and is_lead else ""
        end = start + len(text)
        said = to.address(start, end)
        verb = next((w for w in self.words if start <= w.start < end and w.tag in _FINITE), None)
        if not said or verb is None or re.search(r"\b(?:who|whose)\b|, ", text):
            return ""
        if self._begins_with_verb(start) and is_lead:
            said = f"you {address_verb(verb.text)}{to.address(verb.end, end).join((' ', ''))}"
        elif self._begins_with_verb(start) or not self._is_subject(start, verb):
            return ""
        said = (
            said[0].lower() + said[1:] if re.match(r"(?:The|A|An|Your|Only|Some) ", said) else said
        )
        return said if _is_fact(said) else ""

    def _skip_apposition(self, lead: NounPhrase, end: int) -> int:
        """Return where the verb of ``lead`` may stand: after ``, who has never been caught,``."""
        found = re.compile(r"(?:,? who [^,]*)?,? *(?:now |also |only )?").match(
            self.text, lead.end, end
        )
        return found.end() if found else lead.end

    def _is_subject(self, start: int, verb: Word) -> bool:
        """Return whether a phrase or a pronoun at ``start`` is the subject of ``verb``."""
        first = next(w for w in self.words if w.start >= start)
        return verb.start > start and (
            first.low in {"he", "she", "they", "i", "we", "only", "nobody", "everybody"}
            or any(e.start == start for e in self.phrases)
        )

    def _read_relative(self, phrase: NounPhrase, end: int, to: Addresser) -> Iterator[str]:
        """Yield ``the singer saved your life`` for ``the singer who saved his life``."""
        found = re.compile(r",? who (?P<verb>[\w']+)").match(self.text, phrase.end, end)
        if not found or not is_alive(phrase) or phrase.many:
            return
        stop = re.compile(r"[,.;?!]| and (?:must|has|is)\b|$").search(self.text, found.end())
        upto = min(stop.start() if stop else end, end)
        main = [w for w in self.words if found.end() < w.start < upto]
        main = [w for w in main if w.tag in {"VBZ", "MD"} or w.low == "was"]
        cut = main[0].start - 1 if main and self.text[phrase.end] != "," else upto
        verbs = found["verb"], self.words[self._place(main[0])].text if main else ""
        parts = (found.end(), cut), (cut + 1 + len(verbs[1]), upto)
        is_lead = to.is_lead(phrase)
        for verb, (first, last) in zip(verbs, parts, strict=True):
            rest = to.address(first, last) if verb else ""
            name = "you" if is_lead else to.name(phrase)
            said = f"{name} {address_verb(verb) if is_lead else verb} {rest}".strip()
            if verb and (rest or first >= last) and _is_fact(said):
                yield said
            if cut == upto:
                return

    def _place(self, word: Word) -> int:
        return self.words.index(word)


def _introduce(lead: NounPhrase | None) -> str:
    """Return ``Teddy Quan, a jazz pianist``, or ``a ferryman``."""
    if lead is None:
        return ""
    noun = lead.words.removesuffix(lead.name).strip() if lead.name else lead.words
    noun = re.sub(r" (?:named|called)$", "", noun)
    if not noun:
        return lead.name
    if lead.owner:
        return define(lead) if lead.owner.endswith("'s") else ""
    if lead.many:
        return ""
    article = lead.article if lead.article == "the" and not lead.name else ""
    article = article or ("an" if takes_an(noun) else "a")
    said = f"{article} {noun[0].lower() + noun[1:] if noun[1:2].islower() and not lead.article else noun}"
    return f"{lead.name}, {said}" if lead.name else said


def _shorten(deed: str) -> str:
    """Return ``deed`` without relative clauses and times."""
    deed = _RELATIVE.split(_UNTIL.split(deed)[0])[0]
    while len(deed) > _MOST_CHARACTERS and (
        cut := re.match(r"(.*\w) (?:with|in|on|from|for|at|of) ", deed)
    ):
        deed = cut[1]
    return deed.rstrip()


def _complete(refusal: str, deed: str) -> str:
    """Return ``refusal`` with the verb of ``deed`` if it has only an object."""
    is_noun = re.match(r"(?:the|a|an|your|his|her|their) ", refusal)
    return f"{deed.split()[0]} {refusal}" if is_noun and deed else refusal


def _is_plain(*deeds: str) -> bool:
    return all(0 < len(each) <= _MOST_CHARACTERS + 8 for each in deeds)


def _is_deed(deed: str) -> bool:
    """Return whether ``deed`` is a short phrase that begins with a verb in the base form."""
    is_bare = not re.search(r"[\"*\[\]{}]| (?:and|or|than)$|\bnot\b", deed)
    return _is_plain(deed) and is_bare and (" that " in deed or not has_clause(deed))


def _is_fact(said: str) -> bool:
    is_short = 3 <= len(said.split()) <= _MOST_FACT_WORDS
    is_role = re.match(r"(?:you (?:are|were|am) (?:an?|the|you)|your name is)\b", said)
    is_bare = not re.search(r"[\"*\[\]{}()\u2014]| (?:and|or|to|the|of)$", said)
    return is_short and is_bare and not is_role


def _weigh(deed: str, people: Sequence[Person]) -> str:
    is_object = re.search(rf"^\w+(?: \w+)?? {re.escape(people[0].name)}", deed)
    if not is_object:
        return "plain"
    return "harm" if _HARMS.match(deed) else "help" if _HELPS.match(deed) else "plain"
