"""Collect what an idea asks, by the keys of the phrases that premises use."""

from collections.abc import Mapping, Sequence
from itertools import islice

from attrs import frozen

from questfoundry.infra.llm.draft.candidates import CandidateReader
from questfoundry.infra.llm.draft.deeds import Deed, DeedReader
from questfoundry.infra.llm.draft.facts import FactReader
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.tagging import Word


@frozen(kw_only=True)
class IdeaQuestion:
    """The question of an idea; a part that the idea does not state is empty.

    ``done``: what somebody has done, in the past.
    ``fact``: a clause that is true.
    ``pair``: the two candidates of a choice, as noun phrases.
    ``is_secret``: whether somebody learns or hides the fact.
    ``describes``: whether the idea only describes the player: ``a witch who opens a shop``.
    """

    deed: Deed
    done: str = ""
    fact: str = ""
    pair: tuple[str, ...] = ()
    is_secret: bool = False
    describes: bool = False

    @property
    def hinge(self) -> frozenset[str]:
        """The key of the part that the story is about; empty if the idea asks nothing."""
        keys = (each for each in ("deed", "done", "one", "fact") if each in self.phrases)
        return frozenset(islice(keys, 1))

    @property
    def phrases(self) -> Mapping[str, str]:
        """The stated parts by the keys of the premises' phrases."""
        one, two = self.pair or ("", "")
        found = {"deed": self.deed.text, "instead": self.deed.instead, "done": self.done}
        found |= {"fact": self.fact, "one": one, "two": two}
        return {key: words for key, words in found.items() if words}


def read_question(
    text: str,
    words: Sequence[Word],
    phrases: Sequence[NounPhrase],
    lead: NounPhrase | None,
    forms: frozenset[str],
) -> IdeaQuestion:
    """Return what the idea ``text`` asks; the parameters are those of ``ClauseReader``.

    A fact is read only if the idea asks nothing else.
    """
    deeds = DeedReader(text=text, words=words, phrases=phrases, lead=lead, forms=forms)
    facts = FactReader(text=text, words=words, phrases=phrases, lead=lead, forms=forms)
    others = CandidateReader(text=text, words=words, phrases=phrases, lead=lead, forms=forms)
    deed, done, pair = deeds.read(), others.find_misdeed(), others.find_pair()
    asks = deed.text or done or pair
    return IdeaQuestion(
        deed=deed,
        done=done,
        pair=pair,
        fact="" if asks else facts.find_fact(),
        is_secret=not asks and facts.is_secret(),
        describes=facts.describes_lead(),
    )
