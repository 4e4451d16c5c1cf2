"""The lines of a request about one of its passages: what to tell there, and what follows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from attrs import field, frozen

from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.text.wording import join_sentences
from questfoundry.domain.writing.briefing import (
    BriefedBeat,
    BriefedChoice,
    BriefedHub,
    BriefedMinorChoices,
    Briefing,
)
from questfoundry.domain.writing.fact import FactKind, Scope, select_facts
from questfoundry.domain.writing.fact_lines import Lines, RequestPhrases, group_facts
from questfoundry.domain.writing.shared_context import SequenceBriefing


@frozen
class PassageLines:
    """The builder of the lines about each passage of a request."""

    phrases: RequestPhrases
    _seen_traces: set[str] = field(init=False, factory=set)

    def build(self, passage: Briefing, sequence: SequenceBriefing) -> Mapping[str, Lines]:
        """Build the lines about a passage of the sequence, as blocks that the template orders."""
        first, last = sequence.passages[0], sequence.passages[-1]
        blocks: Mapping[str, Iterable[str]] = {
            "title": ("", self._say_title(passage), ""),
            "moments": self._list_moments(passage),
            "variant": self._list_variant(passage),
            "facts": chain(self._list_lessons(passage), self._list_own_facts(passage)),
            "origins": self._list_origins(passage, sequence.after),
            "minor_choices": self._list_minor_choices(passage),
            "traces": chain(
                self._list_traces(passage),
                self._list_unexplored(passage, None if passage is first else first),
            ),
            "hub": self._list_hub(passage.hub) if passage.hub else (),
            "exit": self._list_exit(passage, is_last=passage is last),
        }
        return {name: tuple(lines) for name, lines in blocks.items()}

    def _say_title(self, passage: Briefing) -> str:
        return self.phrases.say("passage.title", title=passage.title, words=passage.words)

    def _list_moments(self, passage: Briefing) -> Iterator[str]:
        say, variant = self.phrases.say, passage.variant
        if variant and not variant.text:
            yield say("passage.same_moment", title=variant.title)
            return
        for each in passage.beats:
            yield say("passage.moment", moment=self.phrases.say_moment(each))

    def _list_variant(self, passage: Briefing) -> Iterator[str]:
        if not (variant := passage.variant):
            return
        say = self.phrases.say
        texts = [say("variant.told" if variant.text else "variant.batch", title=variant.title)]
        for key, facts in (("here", variant.here), ("there", variant.there)):
            if facts:
                texts.append(say(f"variant.{key}", text=join_sentences(facts)))
        yield from ("", " ".join(texts))
        if variant.text:
            yield from ("", say("variant.title", title=variant.title), variant.text)

    def _list_lessons(self, passage: Briefing) -> Iterator[str]:
        say, first = self.phrases.say, passage.hub.first if passage.hub else ""
        hub = self.phrases.say_if(first, "lessons.hub_with_first", first=first)
        lessons = select_facts(passage.facts, FactKind.LESSON)
        if lessons:
            yield from ("", say("lessons.heading", hub=hub))
        for each in lessons:
            line = self.phrases.say_fact("lessons.line", each)
            yield f"{line} {say('lessons.heard')}" if each.scope is Scope.SOME else line

    def _list_own_facts(self, passage: Briefing) -> Iterator[str]:
        facts = tuple(each for each in passage.facts if each.kind.is_own)
        yield from chain(*group_facts(self.phrases, facts, "facts").values())

    def _list_origins(self, passage: Briefing, after: Sequence[str]) -> Iterator[str]:
        say, say_if = self.phrases.say, self.phrases.say_if
        lines = (
            say(
                "origins.line",
                title=each.title,
                moment=say_if(
                    each.title not in after,
                    "origins.moment",
                    moment=self.phrases.say_moment(each.moment),
                ),
                end=say_if(each.text, "origins.end", text=each.text.replace("\n", " ")),
            )
            for each in passage.origins
        )
        yield from self.phrases.list(say("origins.heading"), lines)

    def _list_minor_choices(self, passage: Briefing) -> Iterator[str]:
        for is_opening, groups in groupby(passage.minor_choices, key=lambda each: not each.title):
            first, *others = groups
            key = "opening" if first.by_all else "opening_some"
            yield from ("", self.phrases.say(f"minor_choices.{key if is_opening else 'earlier'}"))
            for group in (first, *others):
                yield from self._list_inserts(group)

    def _list_inserts(self, group: BriefedMinorChoices) -> Iterator[str]:
        say, place = self.phrases.say, self._say_place(group)
        for each in group.minor_choices:
            read = self.phrases.say_read(each.read)
            yield say(
                "minor_choices.line",
                name=each.name,
                place=place,
                text=join_sentences(each.left or each.label),
                since=self.phrases.say_if(
                    each.since, "minor_choices.since", text=join_sentences(each.since)
                ),
                read=f" {read}" if read else "",
            )

    def _say_place(self, group: BriefedMinorChoices) -> str:
        say = self.phrases.say
        if not group.title or group.looked:
            return self.phrases.say_if(group.title, "minor_choices.looked", title=group.title)
        distance = {0: "further", 1: "ago_one"}.get(group.ago, "ago")
        return say(
            "minor_choices.place",
            title=group.title,
            distance=say(f"minor_choices.{distance}", count=group.ago),
        )

    def _list_traces(self, passage: Briefing) -> Iterator[str]:
        for each in passage.traces:
            key, values = f"traces.{each.residue}", {"answer": each.answer, "seen": each.seen}
            yield from ("", self.phrases.say(key, **values))
            if each.residue == Residue.LIGHT:
                key += "_again" if each.seen in self._seen_traces else "_line"
                self._seen_traces.add(each.seen)
                yield self.phrases.say(key, name=each.name, seen=each.seen)

    def _list_unexplored(self, passage: Briefing, first: Briefing | None) -> Iterator[str]:
        """Yield the answers that no path explores and that the passage ``first`` did not list."""
        known = first.unexplored_answers if first else ()
        for each in passage.unexplored_answers:
            if each not in known:
                text = join_sentences((each.question, each.text))
                yield from ("", self.phrases.say("traces.unexplored", text=text))

    def _list_hub(self, hub: BriefedHub) -> Iterator[str]:
        say = self.phrases.say
        yield ""
        if hub.own:
            after = self.phrases.say_if(hub.after, "hub.after", after=hub.after)
            yield say("hub.topic", own=hub.own, after=after)
            return
        key = "hub.limited" if hub.most < len(hub.topics) else "hub.heading"
        yield say(key, most=hub.most)
        yield from (say("hub.line", label=each) for each in hub.topics)

    def _list_exit(self, passage: Briefing, *, is_last: bool) -> Iterator[str]:
        say, follows = self.phrases.say, passage.follows if is_last else None
        if passage.ending:
            yield from self._list_ending(passage)
        elif passage.hub and passage.hub.own:
            return
        elif passage.questions:
            yield from self._list_decision(passage)
        elif passage.choices:
            yield from ("", say("choices.heading"))
            yield from (self._say_choice(each, "") for each in passage.choices)
        if follows and not (passage.ending or passage.questions):
            yield from ("", self._say_next(follows))

    def _list_ending(self, passage: Briefing) -> Iterator[str]:
        say = self.phrases.say
        yield from ("", say("ending.title", name=passage.ending))
        if self.phrases.is_batch and (owed := passage.ending_inserts):
            yield say("ending.owed", names="], [".join(owed))
        if passage.answered:
            answers = join_sentences([each.text for each in passage.answered])
            yield say("ending.answered", answers=answers)
        if passage.missed:
            yield say("ending.missed", names="; ".join(passage.missed))

    def _list_decision(self, passage: Briefing) -> Iterator[str]:
        say = self.phrases.say
        questions = (join_sentences((each.question, each.text)) for each in passage.questions)
        yield from ("", say("choices.decision", questions=" ".join(questions)))
        for each in passage.choices:
            text = join_sentences((each.decides, each.benefit), each.leaves)
            yield self._say_choice(each, say("choices.text", text=text))

    def _say_choice(self, choice: BriefedChoice, text: str) -> str:
        key, asks = "choices.asks_or" if choice.closed else "choices.asks", choice.asks
        requirements = self.phrases.say_if(
            asks, key, text=join_sentences(asks), closed=choice.closed
        )
        return self.phrases.say("choices.line", label=choice.label, text=text, asks=requirements)

    def _say_next(self, beat: BriefedBeat) -> str:
        say = self.phrases.say
        titles = [
            each.title
            for each in self.phrases.passages
            if each.beats and each.beats[0].text == beat.text
        ]
        if not titles:
            return say("choices.next", moment=self.phrases.say_moment(beat))
        return say("choices.next_in_batch", titles='" or "'.join(titles))
