"""Build the decision of the lead of an idea: its two options, facts about it, and its people."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from questfoundry.infra.llm.draft.address import Addresser, classify, list_pronouns
from questfoundry.infra.llm.draft.decision import CastPerson, Effect, IdeaDecision
from questfoundry.infra.llm.draft.grammar import takes_an
from questfoundry.infra.llm.draft.naming import define, is_somebody
from questfoundry.infra.llm.draft.nouns import IdeaWords, NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.telling import FactReader

_MOST_FACTS, _MOST_TIE_WORDS = 4, 12

_TIME = re.compile(
    r"\b(?:before|until) (?!\w+ing\b)([^\s,.;?!]+(?: [^\s,.;?!]+){0,5}?)"
    r"(?= (?:to|whether|or|and|though)\b|[,.;?!]|$)"
)

_GENERIC = frozenset({"man", "woman", "person", "people", "one", "someone", "baby", "infant"})
_ABSENT = re.compile(
    r"\b(?:dead|dying|late|murdered|drowned|missing|lost|unborn|vanished|ghost|corpse|body|god)\b"
    r"|(?:name is|call me|called) \S+$|\b[Gg]od$"
)
_DIED = re.compile(r"^[^.?!]{0,20}\b(?:died|is dead|was dead|hanged|vanished|was killed|drowned)\b")
_NO_PERSON = frozenset({"as", "be", "become", "becomes", "became", "elected"})
_NO_PERSON |= {"killed", "murdered", "shot", "hanged", "poisoned"}
"""Words before somebody who cannot speak, or before a noun that says what somebody is."""

_CHILDREN = frozenset({"child", "boy", "girl", "kid", "toddler", "newborn"})
"""Nouns for those who cannot play people of any age."""

_IS_TIME = re.compile(r"you have (?:only )?(?:one|two|three|until) ")
_HIDDEN = re.compile(r"\b(?:only|secret|secretly|nobody knows|not to tell|overheard)\b")


@frozen
class DecisionBuilder:
    """A builder of the decision of an idea's lead; ``to`` rewrites the idea in the second person.

    ``lists``: the word lists of ``idea.yaml``.
    """

    to: Addresser
    lists: IdeaWords

    def build(self, deed: str, refusal: str = "", event: str = "") -> IdeaDecision:
        """Return the decision for or against ``deed``, a verb phrase such as ``burn the letters``.

        ``refusal``: the other option, if the idea names one. ``event``: a clause about the event
          that leads to the decision; empty without one.
        """
        to, lead, people = self.to, self.to.lead, tuple(self._cast(deed))
        read = (_cut_deed(each, deed) for each in FactReader(to).read() if _is_whole(each))
        facts = _put_first(event, list(dict.fromkeys(read)))
        about = people[0].name if people else "-"
        short = (e for e in facts if e != event and len(e.split()) <= _MOST_TIE_WORDS)
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
            until=self._find_until(),
            time=time,
            tie=tie,
            facts=tuple(e for e in facts if e not in {tie, time, f"you want to {deed}"})[
                :_MOST_FACTS
            ],
            people=tuple(evolve(each, name=self._shorten(each.name)) for each in people),
            effect=self._weigh(deed, about),
            is_secret=hidden,
        )

    def _find_of(self, lead: NounPhrase) -> str:
        """Return `` of a language`` after ``the last speaker``."""
        after = next((e for e in self.to.phrases if 0 < e.start - lead.end <= len(" of ")), None)
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

    def _find_until(self) -> str:
        times = (self.to.address(*e.span(1)) for e in _TIME.finditer(self.to.text))
        return next((f"before {each}" for each in times if each), "")

    def _cast(self, deed: str) -> Iterator[CastPerson]:
        """Yield the people who can speak; first those in the deed, but no listener of the deed."""
        others = filter(lambda each: self._can_speak(each, deed), self.to.list_others())
        named = {self.to.name(each): each for each in others}
        inside = [each for each in named if each in deed]
        inside = [e for e in inside if not any(other.startswith(f"{e}'s ") for other in inside)]
        outside = [each for each in named if each not in inside]
        for each in outside if self._begins(deed, "told") else (*inside, *outside):
            yield CastPerson(name=each, they=self._guess_other(named[each]))

    def _can_speak(self, phrase: NounPhrase, deed: str) -> bool:
        name, around = self.to.name(phrase), self.to.text[max(0, phrase.start - 8) : phrase.end]
        is_absent = _ABSENT.search(around) or _DIED.match(self.to.text[phrase.end :])
        is_known = phrase.name or name in deed or phrase.head not in _GENERIC
        is_free = (
            bool(phrase.article) and name in deed
            if phrase.owns
            else "'s" not in name or phrase.owner.endswith("'s")
        )
        is_one = phrase.kind is NounClass.PERSON and not phrase.many
        is_clear = not re.match(r"(?:his|her|their|its|my|our) ", name)
        is_clear = is_clear and phrase.before not in _NO_PERSON
        is_clear = is_clear and phrase.head not in _CHILDREN and is_somebody(phrase)
        return bool(is_one and is_free and is_known and is_clear and not is_absent)

    def _shorten(self, name: str) -> str:
        """Return ``your apprentice`` for ``your infected apprentice``, which returns often."""
        adjectives = {each.text for each in self.to.words if each.tag[:2] in {"JJ", "VB"}}
        first, *rest = name.split()
        kept = [each for each in rest[:-1] if each not in adjectives]
        return " ".join((first, *kept, *rest[-1:])) if first in {"the", "your"} else name

    def _guess_other(self, phrase: NounPhrase) -> str:
        """Return the pronoun that the nouns show, or the next pronoun that is not the lead's."""
        following = (e.start for e in self.to.list_others() if e.start > phrase.end and not e.owner)
        end = min(phrase.end + 40, next(following, len(self.to.text)))
        later = (list_pronouns().get(e.low) for e in self.to.words if phrase.end < e.start < end)
        seen = next((each for each in later if each in {"he", "she"}), None)
        return classify(phrase) or (seen if seen and seen != self.to.they else "they")


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


def _is_whole(fact: str) -> bool:
    """Return whether ``fact`` can be said alone: it is about one time, and needs no other."""
    return not re.search(r"\b(?:him|her|them)$|\bhave \w+ (?:\w+ )?every\b|\byou who", fact)


def _cut_deed(fact: str, deed: str) -> str:
    """Return ``fact`` without an end such as ``and one of you wants to sell the elephant``."""
    return re.sub(rf" and (?:one of you|the other) [^,]*\b{re.escape(deed)}.*$", "", fact)


def _put_first(event: str, facts: Sequence[str]) -> Sequence[str]:
    """Return ``facts`` with ``event`` first, which some of them may repeat, and may say better."""
    if not event:
        return facts
    shorter = next((each for each in facts if event.startswith(each)), event)
    words = event.split()
    key = " ".join(words[1:4] if words[0] == "you" else words[-2:])
    said = set(event.split())
    return shorter, *(each for each in facts if key not in each and not said >= set(each.split()))
