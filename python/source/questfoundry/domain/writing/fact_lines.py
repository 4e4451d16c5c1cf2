"""The lines about facts in a request: each group of facts below its heading, then noted states."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.text.wording import join_sentences
from questfoundry.domain.writing.briefing import BriefedEntityState, BriefedSince, Briefing
from questfoundry.domain.writing.fact import FactKind, Facts, select_facts
from questfoundry.domain.writing.phrases import Lines, RequestPhrases

_DECISIONS = "decision_some"


def group_facts(
    phrases: RequestPhrases, facts: Facts, groups: str, forms: Sequence[str] = ()
) -> Mapping[str, Lines]:
    """Return the lines of each group of facts, in the order of ``groups`` in the wording.

    The heading has the first of ``forms`` that the group defines, and with the form ``whole`` no
    lines follow. A group that defines no lines names its facts in the heading.
    """
    found: dict[str, Lines] = {}
    for name, group in phrases.find(groups).items():
        own = [each for each in facts if each.group == name]
        form = next((each for each in forms if each in group), "heading")
        if own and "line" not in group:
            names = "; ".join(each.texts[0] for each in own)
            found[name] = (phrases.say(f"{groups}.{name}.{form}", names=names),)
        elif own:
            heading = phrases.say(f"{groups}.{name}.{form}")
            shown = () if form == "whole" else own
            lines = (phrases.say_fact(f"{groups}.{name}.line", each) for each in shown)
            found[name] = ("", heading, *lines) if heading else ()
    return found


@frozen(kw_only=True)
class FactLines:
    """The builder of the lines about facts in the request for ``passages``."""

    phrases: RequestPhrases
    passages: Sequence[Briefing]
    is_whole: bool

    def list(self, briefing: Briefing) -> Iterator[str]:
        """Yield the lines about the facts and the entity states of the briefing."""
        forms = {
            "whole": self.is_whole,
            "ending": briefing.ending,
            "batch": len(self.passages) > 1,
        }
        active = [form for form, is_active in forms.items() if is_active]
        for name, lines in group_facts(self.phrases, briefing.facts, "facts", active).items():
            yield from lines
            if name == _DECISIONS:
                yield from self._list_insert_tasks(briefing)
        if briefing.entity_states:
            yield from self._list_states(briefing.entity_states)

    def _list_insert_tasks(self, briefing: Briefing) -> Iterator[str]:
        """Yield the lines that say for which decisions the passages need conditional text."""
        say, is_batch = self.phrases.say, len(self.passages) > 1
        owed = briefing.ending_inserts
        has_earlier = len(owed) < len(select_facts(briefing.facts, FactKind.DECISION))
        if briefing.ending:
            if owed and not is_batch:
                key = "inserts.owed_of_these" if has_earlier else "inserts.owed"
                yield say(key, names="], [".join(owed))
            if has_earlier:
                yield say("inserts.earlier")
        elif not is_batch:
            yield say("inserts.here")
        elif not all(each.ending for each in self.passages):
            has_ending = any(each.ending for each in self.passages)
            yield say("inserts.before_endings" if has_ending else "inserts.each")

    def _list_states(self, states: Sequence[BriefedEntityState]) -> Iterator[str]:
        say = self.phrases.say
        yield from ("", say("states.heading"))
        for each in states:
            if each.now or each.facts:
                noted = self.phrases.say_if(each.noted, "states.noted", title=each.noted)
                yield say("states.line", name=each.name, noted=noted, text=self._say_state(each))
        since = [one for each in states for one in each.since]
        for title, first in _by_title(since).items():
            insert = self.phrases.say_if(first.insert, "states.insert", name=first.insert)
            yield from ("", say("states.since", title=title, insert=insert))
            for each in states:
                for one in each.since:
                    if one.title == title:
                        yield say("states.own", name=each.name, text=one.text)

    def _say_state(self, state: BriefedEntityState) -> str:
        facts = join_sentences(state.facts)
        if not (state.now and facts):
            return join_sentences(state.now) or facts
        return f"{join_sentences(state.now)} {self.phrases.say('states.facts', text=facts)}"


def _by_title(since: Iterable[BriefedSince]) -> Mapping[str, BriefedSince]:
    """Return the first of the states for each title."""
    found: dict[str, BriefedSince] = {}
    for each in since:
        found.setdefault(each.title, each)
    return found
