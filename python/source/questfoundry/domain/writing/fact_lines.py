"""The texts of a request, shortened where they are repeated, and the lines about its facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.domain.text.wording import join_sentences, phrase
from questfoundry.domain.writing.briefing import BriefedBeat, BriefedEntityState, Briefing
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Facts, select_facts

Lines = tuple[str, ...]


@frozen(slots=False)
class RequestPhrases:
    """The wording of ``prompts/briefing.yaml``, and the texts that the request has said so far.

    The request is for ``passages``. ``is_whole`` says that these are the whole story.
    """

    _wording: Mapping[str, Any]
    passages: Sequence[Briefing] = ()
    is_whole: bool = False
    _said: set[str] = field(init=False, factory=set)

    @cached_property
    def own_events(self) -> frozenset[str]:
        """The texts of the minor choices that players make in the passages of the request."""
        choices = (choice for each in self.passages for choice in each.choices)
        return frozenset(text for choice in choices for text in choice.leaves)

    @property
    def is_batch(self) -> bool:
        """Return whether the request is for several passages."""
        return len(self.passages) > 1

    def find(self, key: str) -> Any:
        """Return the text or the mapping at the dotted ``key``, or ``None``."""
        found: Any = self._wording
        for step in key.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        return found

    def say(self, key: str, **values: object) -> str:
        """Return the text at the dotted ``key``, with its placeholders filled in.

        If the text has a form ``first``, the first call returns this form. Later calls return the
        form ``again``, or an empty string if there is none.
        """
        found = self.find(key)
        if isinstance(found, Mapping) and "first" in found:
            if key in self._said and "again" not in found:
                return ""
            form = "again" if key in self._said else "first"
            self._said.add(key)
            return phrase(self._wording, f"{key}.{form}", **values)
        return phrase(self._wording, key, **values)

    def say_if(self, value: object, key: str, **values: object) -> str:
        """Return the text at ``key`` if ``value`` is not empty, else an empty string."""
        return self.say(key, **values) if value else ""

    def is_new(self, *texts: str) -> bool:
        """Return whether this is the first call with ``texts``, which a request shows once."""
        key = "\n".join(texts)
        is_new = key not in self._said
        self._said.add(key)
        return is_new

    def list(self, heading: str, lines: Iterable[str]) -> Lines:
        """Return an empty line, the heading and the lines, or nothing if there are no lines."""
        return ("", heading, *found) if (found := tuple(lines)) else ()

    def say_moment(self, beat: BriefedBeat) -> str:
        """Return the beat with its time, place and cast."""
        until = self.say_if(beat.until, "moment.until", until=beat.until)
        after = self.say_if(beat.after, "moment.after", after=beat.after)
        time = beat.when or (f"{after}{until}" if after else "")
        return self.say(
            "moment.line",
            time=f"{time}; " if time else "",
            memory=self.say_if(beat.memory, "moment.memory"),
            place=beat.place,
            cast=self.say_if(beat.cast, "moment.cast", names=", ".join(beat.cast)),
            text=beat.text,
        )

    def say_fact(self, key: str, fact: BriefedFact) -> str:
        """Return the fact in the wording at ``key``, with a reference to text that players read.

        From the second time on, a decision is its name alone.
        """
        if fact.kind is FactKind.DECISION and not self.is_new(fact.flag, *fact.texts):
            fact = evolve(fact, texts=())
        line = self.say(
            key,
            flag=fact.flag,
            text=" ".join(fact.texts),
            sentences=join_sentences(fact.texts),
            question=fact.question,
            words=fact.words,
            read=self.say_read(fact.read),
        )
        return line.replace("  ", " ").rstrip()

    def say_read(self, text: str) -> str:
        """Return a reference to the conditional text that players read, if there is one."""
        return self.say_if(text, "read", read=text)


_DECISIONS = "decision_some"


def group_facts(
    phrases: RequestPhrases, facts: Facts, groups: str, forms: Sequence[str] = ()
) -> Mapping[str, Lines]:
    """Return the lines of each group of facts, by group, in the order of the wording at ``groups``.

    The heading of a group has the first of ``forms`` that the wording defines for the group. No
    lines follow the form ``whole``. If the wording defines no lines, the heading names the facts.
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


def list_facts(phrases: RequestPhrases, briefing: Briefing) -> Iterator[str]:
    """Yield the lines about the entity states and the facts.

    Facts of one passage are left out, and so are minor choices of the request's own passages, which
    the passages list themselves.
    """
    forms = {"whole": phrases.is_whole, "ending": briefing.ending, "batch": phrases.is_batch}
    active = [form for form, is_active in forms.items() if is_active]
    # A row of topics is no row of players: what comes of one topic is not true in the others.
    is_topic = phrases.is_batch and briefing.hub is not None and briefing.hub.own
    facts = tuple(
        each
        for each in briefing.facts
        if not each.kind.is_own
        and not (is_topic and each.kind is FactKind.PENDING)
        and not (each.kind is FactKind.EVENT and phrases.own_events.issuperset(each.texts))
    )
    for name, lines in group_facts(phrases, facts, "facts", active).items():
        yield from lines
        if name == _DECISIONS:
            yield from _list_insert_tasks(phrases, briefing)
    if briefing.entity_states:
        yield from _list_states(phrases, briefing.entity_states)


def _list_insert_tasks(phrases: RequestPhrases, briefing: Briefing) -> Iterator[str]:
    say, owed = phrases.say, briefing.ending_inserts
    decisions = select_facts(briefing.facts, FactKind.DECISION)
    has_earlier = any(each.is_earlier for each in decisions)
    if briefing.ending:
        if owed and not phrases.is_batch:
            key = "inserts.owed_of_these" if len(owed) < len(decisions) else "inserts.owed"
            yield say(key, names="], [".join(owed))
        if has_earlier:
            yield say("inserts.earlier")
    elif not phrases.is_batch:
        yield say("inserts.here")
    elif not all(each.ending for each in phrases.passages):
        has_ending = any(each.ending for each in phrases.passages)
        yield say("inserts.before_endings" if has_ending else "inserts.each")


def _list_states(phrases: RequestPhrases, states: Sequence[BriefedEntityState]) -> Iterator[str]:
    say = phrases.say
    yield from ("", say("states.heading"))
    for each in states:
        if each.now or each.facts:
            text, facts = join_sentences(each.now), join_sentences(each.facts)
            if each.now and facts:
                text = f"{text} {say('states.facts', text=facts)}"
            key = "states.doubtful" if each.noted_in else "states.line"
            yield say(key, name=each.name, text=text or facts, title=each.noted_in)
    inserts: dict[str, str] = {}
    for one in (one for each in states for one in each.since):
        inserts.setdefault(one.title, one.insert)
    for title, name in inserts.items():
        insert = phrases.say_if(name, "states.insert", name=name)
        yield from ("", say("states.since", title=title, insert=insert))
        for each in states:
            for one in each.since:
                if one.title == title:
                    yield say("states.own", name=each.name, text=one.text)
