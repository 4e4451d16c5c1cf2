"""Find the person in an idea who decides or acts, from the words before the verb."""

import re
from collections.abc import Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.address import classify, list_pronouns
from questfoundry.infra.llm.draft.naming import is_alive
from questfoundry.infra.llm.draft.nouns import NounClass
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.tagged_words import Word

ORDERS = r"asks?|asked|orders?|ordered|tells?|told|begs?|begged|wants|forces?|hires?|pays?"
"""Matches verbs by which somebody lets others do something."""

_DECIDES = re.compile(
    r"\b(?:(?:must|has to|have to|needs? to|had to|(?:has|have) .{1,30}? to) )?"
    r"(?:decides?|chooses?)\b.{0,30}$|\b(?:must|has to|have to|needs? to)$"
    rf"|\b(?:{ORDERS})$"
)
"""Matches the words between the one who decides and ``whether``."""

_WHO = re.compile(r",? who(?: (?!is\b)(\w+) (?:him|her|them|me|us))?$")
"""Matches the clause between somebody and the verb of an event; group 1 is the clause's verb."""

_JOINED = re.compile(r"(?:.*[.?!] )?(I|He|She|They|We|You)\b[^.?!]* and$")
"""Matches a first clause whose subject is that of the second, too: ``I found it and must``."""

_STARTS = frozenset({"", ".", ",", ":", "and", "but"})


@frozen
class SubjectFinder:
    """A finder of the subject of ``found``, a verb in the idea ``text``."""

    text: str
    words: Sequence[Word]
    phrases: Sequence[NounPhrase]
    found: re.Match[str]

    def find(self, start: int, *, is_question: bool) -> tuple[str, Sequence[NounPhrase]]:
        """Return the pronoun that is the subject of the verb, or else the phrases that may be it.

        ``start``: the offset of the deed in the text. The pronoun is ``?`` if a relative clause has
          the verb.
        """
        alive = [each for each in self.phrases if is_alive(each) and not each.owns]
        if is_question:
            subject = self.text[self.found.end() : start].strip()
            return subject, [each for each in alive if each.start == self.found.end()]
        if ordered := re.search(r" (him|her|them|me|you) to $", self.found[0]):
            return list_pronouns()[ordered[1]], ()
        head = _DECIDES.sub("", self.text[: self.found.start()].rstrip()).rstrip()
        head = _WHO.sub("", head)
        if joined := _JOINED.match(head):
            return joined[1], ()
        near = [each for each in self.phrases if each.end == len(head)]
        while near and near[0].before == "of":  # the keeper of a team acts, not the team
            near = [e for e in self.phrases if e.end < near[0].start][-1:]
        last = re.search(r"(?:^|\W)(I|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Ww]e|[Yy]ou)$", head)
        if last and any(each.end == last.start() for each in self.phrases):
            return "?", ()  # "the man she must hand over" leaves out what she must hand over
        return last[1] if last else "", [e for e in near if is_alive(e) or e.before in _STARTS]

    def find_lead(self, subject: str, near: Sequence[NounPhrase]) -> tuple[NounPhrase | None, str]:
        """Return the phrase and the pronoun of the person who decides.

        ``subject``, ``near``: the result of :meth:`find`. The pronoun is empty if the person is not
          certain.
        """
        alive = [each for each in self.phrases if is_alive(each) and not each.owns]
        if subject in {"I", "we", "you"}:
            return next((each for each in alive if each.before in {"am", "are"}), None), subject
        known = [each for each in alive if each.end <= self.found.start()]
        if they := list_pronouns().get(subject.lower(), ""):
            lead = next((each for each in known if classify(each) in {they, ""}), None)
            return lead, they if lead else ""
        begin = self.text.rfind(". ", 0, self.found.start()) + 1
        inside = [] if subject else [each for each in known if each.start >= begin]
        first = [e for e in self.phrases[:1] if e.article and e.acts and not (subject or e.owns)]
        lead = next(iter((*near, *inside, *first)), None)
        return lead, self.guess(lead) if lead else ""

    def find_clause(self) -> str:
        """Return the relative clause before the verb in the second person.

        ``a friend who betrayed him returns`` gives `` who betrayed you``; without a clause, the
        result is empty.
        """
        found = _WHO.search(self.text[: self.found.start()].rstrip())
        return f" who {found[1]} you" if found and found[1] else ""

    def is_pair(self, lead: NounPhrase) -> bool:
        """Return whether somebody else acts with ``lead``: ``Ansel and Piet``."""
        after = self.text[lead.end :]
        return lead.after == "CC" and re.match(r" and (?!must|has|is|\w+s )", after) is not None

    def guess(self, lead: NounPhrase) -> str:
        """Return the pronoun for ``lead``, from its nouns or from the pronouns that follow."""
        if shown := classify(lead):
            return shown
        others = {classify(e) for e in self.phrases if is_alive(e) and e.start != lead.start}
        seen = [list_pronouns().get(e.low, "") for e in self.words if e.start > lead.end]
        animal = {"it", "they"} if lead.kind is NounClass.ANIMAL else set[str]()
        seen = [each for each in seen if each in {"he", "she", *animal}]
        return next((each for each in seen if each not in others), seen[0] if seen else "they")
