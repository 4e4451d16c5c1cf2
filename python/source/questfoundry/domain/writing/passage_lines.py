"""The lines of a request about one of its passages: what to tell there, and what follows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from attrs import field, frozen

from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.text.wording import join_sentences
from questfoundry.domain.writing.briefing import (
    BriefedBeat,
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
            "moments": self._list_moments(passage),
            "variant": self._list_variant(passage),
            "outline": self._list_outline(passage),
            "facts": chain(self._list_lessons(passage), self._list_own_facts(passage)),
            "origins": self._list_origins(passage, sequence.after),
            "minor_choices": self._list_minor_choices(passage, is_first=passage is first),
            "traces": chain(
                self._list_traces(passage),
                self._list_unexplored(passage, None if passage is first else first),
            ),
            "hub": self._list_hub(passage, passage.hub) if passage.hub else (),
            "exit": self._list_exit(passage, is_last=passage is last),
            "length": self._list_length(passage),
        }
        return {name: tuple(lines) for name, lines in blocks.items()}

    def _list_moments(self, passage: Briefing) -> Iterator[str]:
        yield from ("", self.phrases.say("passage.title", title=passage.title))
        for each in passage.beats:
            yield self.phrases.say("passage.moment", moment=self.phrases.say_moment(each))

    def _list_variant(self, passage: Briefing) -> Iterator[str]:
        if not (variant := passage.variant):
            return
        say = self.phrases.say
        texts = [say("variant.told" if variant.text else "variant.batch", title=variant.title)]
        for key, facts in (("here", variant.here), ("there", variant.there)):
            if facts:
                texts.append(say(f"variant.{key}", text=join_sentences(facts)))
        yield from ("", " ".join((*texts, say("variant.task"))))
        if variant.text:
            yield from ("", say("variant.title", title=variant.title), variant.text)
        yield ""

    def _list_outline(self, passage: Briefing) -> Iterator[str]:
        if self.phrases.has_outline and not self.phrases.is_batch:
            rest = "" if passage.ending else f" {self.phrases.say('passage.outline_rest')}"
            yield from ("", self.phrases.say("passage.outline", line=passage.line) + rest)

    def _list_lessons(self, passage: Briefing) -> Iterator[str]:
        say, hub = self.phrases.say, ""
        if passage.hub and not passage.hub.own:
            first = passage.hub.first
            hub = say("lessons.hub_with_first" if first else "lessons.hub", first=first)
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
        say = self.phrases.say
        lines = (
            say(
                "origins.line",
                title=each.title,
                moment="" if each.title in after else f", {self.phrases.say_moment(each.moment)}",
                end=self.phrases.say_if(
                    each.text, "origins.end", text=each.text.replace("\n", " ")
                ),
            )
            for each in passage.origins
        )
        yield from self.phrases.list(say("origins.heading"), lines)

    def _list_minor_choices(self, passage: Briefing, *, is_first: bool) -> Iterator[str]:
        say = self.phrases.say
        if passage.minor_choices:
            yield from ("", say("minor_choices.heading"))
        for group in passage.minor_choices:
            yield self._say_minor_choices(group)
            shows_left = (is_first or group.title) and (group.looked or not self.phrases.is_whole)
            for each in group.minor_choices:
                left = say("minor_choices.left", text=join_sentences(each.left))
                read = self.phrases.say_read(each.read)
                yield say(
                    "minor_choices.line",
                    name=each.name,
                    label=each.label,
                    left=left if shows_left else "",
                    read=f" {read}" if read else "",
                )

    def _say_minor_choices(self, group: BriefedMinorChoices) -> str:
        say = self.phrases.say
        if group.looked:
            return say("minor_choices.looked", title=group.title)
        if not group.title:
            opening = say("minor_choices.opening")
            key = "minor_choices.by_all" if group.by_all else "minor_choices.by_some"
            return say(key, opening=opening)
        distance = {0: "further", 1: "ago_one"}.get(group.ago, "ago")
        return say(
            "minor_choices.earlier",
            title=group.title,
            distance=say(f"minor_choices.{distance}", count=group.ago),
            task=say("minor_choices.task"),
        )

    def _list_traces(self, passage: Briefing) -> Iterator[str]:
        for each in passage.traces:
            key = f"traces.{each.residue}"
            if each.residue == Residue.LIGHT:
                key += "_again" if each.seen in self._seen_traces else ""
                self._seen_traces.add(each.seen)
            yield from (
                "",
                self.phrases.say(key, name=each.name, answer=each.answer, seen=each.seen),
            )

    def _list_unexplored(self, passage: Briefing, first: Briefing | None) -> Iterator[str]:
        """Yield the answers that no path explores and that the passage ``first`` did not list."""
        known = first.unexplored_answers if first else ()
        for each in passage.unexplored_answers:
            if each not in known:
                text = join_sentences((each.question, each.text))
                yield from ("", self.phrases.say("traces.unexplored", text=text))

    def _list_hub(self, passage: Briefing, hub: BriefedHub) -> Iterator[str]:
        say, of_batch = self.phrases.say, "_of_batch" if self.phrases.is_batch else ""
        yield ""
        if hub.own:
            after = self.phrases.say_if(hub.after, f"hub.after{of_batch}", after=hub.after)
            others = "; ".join(hub.topics)
            yield say(f"hub.topic{of_batch}", own=hub.own, after=after, others=others)
            return
        has_lessons = select_facts(passage.facts, FactKind.LESSON)
        yield say("hub.heading", lessons=self.phrases.say_if(has_lessons, "hub.lessons"))
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
            for each in passage.choices:
                left = (say("choices.text", text=one) for one in each.leaves)
                yield self._say_choice(each.label, "".join(left), each.asks)
            if follows:
                yield say("choices.follows_choice", next=self._say_next(follows))
        elif follows:
            key = "choices.follows_hub" if passage.hub else "choices.follows"
            yield from ("", say(key, next=self._say_next(follows)))

    def _list_ending(self, passage: Briefing) -> Iterator[str]:
        say = self.phrases.say
        title, task = say("ending.title", name=passage.ending), say("ending.task")
        yield from ("", f"{title} {task}".rstrip())
        if self.phrases.is_batch and (owed := passage.ending_inserts):
            yield say("ending.owed", names="], [".join(owed))
        if passage.answered:
            yield say("ending.answered")
        for each in passage.answered:
            yield say("ending.line", text=join_sentences((each.question, each.text)))
        if passage.missed:
            yield from ("", say("ending.missed", names="; ".join(passage.missed)))

    def _list_decision(self, passage: Briefing) -> Iterator[str]:
        say = self.phrases.say
        questions = (join_sentences((each.question, each.text)) for each in passage.questions)
        yield from ("", say("choices.decision", questions=" ".join(questions)))
        for each in passage.choices:
            text = join_sentences((each.decides, each.benefit), each.leaves)
            yield self._say_choice(each.label, say("choices.text", text=text), each.asks)
        if pull := say("choices.pull"):
            yield pull

    def _say_choice(self, label: str, text: str, asks: Sequence[str]) -> str:
        requirements = self.phrases.say_if(asks, "choices.asks", text=join_sentences(asks))
        return self.phrases.say("choices.line", label=label, text=text, asks=requirements)

    def _say_next(self, beat: BriefedBeat) -> str:
        say = self.phrases.say
        titles = [
            each.title
            for each in self.phrases.passages
            if each.beats and each.beats[0].text == beat.text
        ]
        if not titles:
            moment = self.phrases.say_moment(beat)
            return say("choices.next", moment=moment)
        return say("choices.next_in_batch", titles="]] or [[".join(titles))

    def _list_length(self, passage: Briefing) -> Iterator[str]:
        if self.phrases.is_batch:
            inserts = self.phrases.say_if(passage.inserts, "passage.inserts")
            yield from (
                "",
                self.phrases.say("passage.length", words=passage.words, inserts=inserts),
            )
