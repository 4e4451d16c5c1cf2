"""Makes the briefings of a story: what the writer of each passage must know.

A briefing depends on nothing but the story and on what :attr:`WritingTurn.after` promises to be
written, so that the same story asks the same of a model in whatever order its passages are
finished.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.clue import CLUE
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.prose import paragraphs_of
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.briefing import (
    BriefedAnswer,
    BriefedBeat,
    BriefedCondition,
    BriefedEntity,
    BriefedOrigin,
    BriefedProse,
    BriefedTrace,
    BriefedVariant,
    Briefing,
)
from questfoundry.domain.writing.deeds import deeds_to_answer
from questfoundry.domain.writing.knowledge import Knowledge, knowledge_in
from questfoundry.domain.writing.lengths import planned_words
from questfoundry.domain.writing.may_must import Arrival, arrivals
from questfoundry.domain.writing.onward import Onward
from questfoundry.domain.writing.order import WritingTurn, writing_order
from questfoundry.domain.writing.outline import outline_of
from questfoundry.domain.writing.shortening import beginning_of, end_of
from questfoundry.domain.writing.standing import standing
from questfoundry.domain.writing.stands import Standings, facts_for_good

SHOWN_OF_EARLIER = 40
"""The words shown of a passage before, its end: of all but the nearest, and where only some have
read that, of the nearest, too."""

SHOWN_OF_VARIANT = 250
"""The words shown of a passage that tells the same moments for others: its beginning."""

MOST_ORIGINS = 4
"""Of how many passages from which others come a writer is told."""

MOST_JOINED = 3
"""How many of those who have come along are named where no moment names them."""

SHOWN_OF_AHEAD = 60
"""The words shown of the passage ahead: its beginning."""


class Briefer:
    """Makes the briefings of one woven story; ``InputError`` where it has no order of writing."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._structure = story.settled_structure
        self.turns = {turn.passage: turn for turn in writing_order(self._structure)}
        self._arrivals = arrivals(self._structure)
        self._knowledge = knowledge_in(story)
        self._presence = presence_of(story)
        self._onward = Onward(story)
        self._marks = {mark.id for mark in story.marks}
        self._written = _written_before(self.turns.values())
        self._standings = Standings(story, self._arrivals)
        self.outline = outline_of(story, tuple(self.turns.values()))

    def words(self, passage: str) -> Range:
        """How long the passage should become."""
        return planned_words(self._story, self._structure.passage(passage))

    def before(self, passage: str) -> frozenset[str]:
        """The passages that all who come there have read, written when its turn comes."""
        return self._written[passage] & self._arrivals[passage].behind

    def knows_of(self, passage: str) -> frozenset[str]:
        """Of those, the passages whose facts its writer gets: the nearest is shown whole."""
        return self.before(passage) - {*self.turns[passage].behind[-1:]}

    def told_of(self, passage: str) -> frozenset[str]:
        """The passages that players may have read before; how people stand there is said."""
        return self._arrivals[passage].met

    def briefing(
        self, passage: str, prose: Mapping[str, str], facts: Mapping[str, Sequence[Fact]]
    ) -> Briefing:
        """What its writer must know, with the prose that its turn needs and these facts.

        Of the facts, those for good count of passages that its writer :meth:`knows_of`, and those
        for now of all that it is :meth:`told_of`.
        """
        turn, own = self.turns[passage], self._structure.passage(passage)
        beats = self._story.beats_in(own)
        arrival = self._arrivals[passage]
        here = tuple(dict.fromkeys(_named(beats)))
        under_way = {beat.path for beat in beats if beat.path}
        stand = standing(
            self._story,
            self._presence,
            arrival,
            taken_here={beat.path or "" for beat in beats if beat.role is BeatRole.COMMIT},
            under_way=under_way,
        )
        coming = arrival.must & frozenset[str]().union(
            *(self._story.path(each).flags for each in under_way)
        )
        joined = [each for each in stand.joined if each not in here][-MOST_JOINED:]
        now = {each: stand.now[each] for each in (*here, *joined) if each in stand.now}
        notes = tuple(fact for each in self.turns for fact in facts.get(each, ()))
        known = self.knows_of(passage)
        for_good = facts_for_good(fact for fact in notes if fact.passage in known)
        return Briefing(
            passage=passage,
            title=own.title,
            beats=tuple(self._beat(beat) for beat in beats),
            entities=tuple(self._entities((*here, *joined), now, joined, for_good)),
            absent=tuple(
                each.name for each in self._story.kept() if each.id in stand.absent - {*here}
            ),
            choices=self._onward.choices(own),
            words=self.words(passage),
            line=self.outline.places[passage],
            questions=tuple(self._onward.questions(passage)),
            follows=self._follows(passage),
            certain=self._in_words(arrival.must - coming, but=now.values()),
            coming=self._in_words(coming),
            unsettled=tuple(self._conditions(own, arrival)),
            traces=tuple(self._traces(own)),
            shadows=tuple(self._shadows(beats)),
            answered=tuple(self._answered(arrival)) if own.ending else (),
            before=tuple(self._before(turn, prose, arrival.must)),
            ahead=self._ahead(turn, prose),
            hook=self._story.hook if passage == self._structure.start else "",
            ending=self._story.ending_name(own.ending),
            knowledge=self._knowledge.get(passage, Knowledge()),
            noted=() if own.ending else tuple(self._story.entity_name(each) for each in here),
            stands=tuple(self._standings.stands(passage, here, notes, for_good)),
            deeds=tuple(deeds_to_answer(self._story, own, arrival, turn.behind)),
            hub=self._onward.hub(own),
            variant=self._variant(turn, prose),
            origins=tuple(self._origins(turn, prose)),
        )

    def _beat(self, beat: Beat) -> BriefedBeat:
        return BriefedBeat(
            text=beat.summary,
            place=self._story.entity_name(beat.location),
            cast=tuple(self._story.entity_name(each) for each in beat.entities),
            when=beat.when,
            memory=beat.memory,
        )

    def _follows(self, passage: str) -> BriefedBeat | None:
        beat = self._onward.follows(passage)
        return self._beat(beat) if beat else None

    def _entities(
        self,
        here: Sequence[str],
        now: Mapping[str, str],
        joined: Collection[str],
        facts: Mapping[str, tuple[str, ...]],
    ) -> Iterable[BriefedEntity]:
        for identifier in here:
            entity = self._story.entity(identifier)
            yield BriefedEntity(
                id=identifier,
                name=entity.name,
                concept=entity.concept,
                facts=facts.get(identifier, ()),
                now=now.get(identifier, ""),
                joined=identifier in joined,
            )

    def _in_words(self, flags: frozenset[str], but: Collection[str] = ()) -> tuple[str, ...]:
        told = self._story.flags.items()
        found = (text for flag, text in told if flag in flags and kind_of(flag) != CLUE)
        return tuple(text for text in found if text not in but)

    def _conditions(self, own: Passage, arrival: Arrival) -> Iterable[BriefedCondition]:
        """One for each path: all its flags are granted at once, so the first stands for them.

        Where it is certain which path was taken, nobody comes from its sibling.
        """
        last = self._story.chapters[-1:] if own.ending else ()
        flags = arrival.may - arrival.must
        decided = {path.dilemma for path in self._story.paths if path.flags & arrival.must}
        for path in self._story.paths:
            known = [each for each in path.consequences if each.flag in flags]
            if known and path.dilemma not in decided:
                yield BriefedCondition(
                    name=slug_of(known[0].flag),
                    answer=self._story.answer_of(path.id).text,
                    consequences=tuple(each.text for each in known),
                    earlier=any(path.dilemma not in each.dilemmas for each in last),
                )

    def _traces(self, passage: Passage) -> Iterable[BriefedTrace]:
        for trace in passage.remembers:
            path = self._story.path(trace.path)
            yield BriefedTrace(
                residue=trace.residue.value,
                name=next((slug_of(each.flag) for each in path.consequences), ""),
                answer=self._story.answer_of(path.id).text,
                seen=path.seen_in(passage.beats),
            )

    def _shadows(self, beats: Sequence[Beat]) -> Iterable[BriefedAnswer]:
        asked = dict.fromkeys(beat.dilemma for beat in beats if beat.dilemma)
        for dilemma in (self._story.dilemma(each) for each in asked):
            for answer in dilemma.shadows:
                yield BriefedAnswer(question=dilemma.question, answer=answer.text)

    def _answered(self, arrival: Arrival) -> Iterable[BriefedAnswer]:
        for path in self._story.paths:
            dilemma = self._story.dilemma(path.dilemma)
            open_to_players = dilemma.course and len(dilemma.course.explored) > 1
            if open_to_players and path.flags & arrival.must:
                answer = self._story.answer_of(path.id)
                yield BriefedAnswer(question=dilemma.question, answer=answer.text)

    def _before(
        self, turn: WritingTurn, prose: Mapping[str, str], flags: frozenset[str]
    ) -> Iterable[BriefedProse]:
        """The prose as whoever has only those flags has read it."""
        by_all = self._arrivals[turn.passage].behind
        for passage, choice in zip(turn.behind, turn.taken, strict=True):
            text = self._read(prose[passage], flags)
            whole = passage == turn.behind[-1] and passage in by_all
            own, topics = self._structure.passage(passage), self._onward.topics(passage)
            beats = [beat for beat in self._story.beats_in(own) if not beat.memory]
            yield BriefedProse(
                title=own.title,
                place=self._story.entity_name(beats[-1].location) if beats else "",
                when=next((beat.when for beat in reversed(beats) if beat.when), ""),
                text=text if whole else end_of(text, SHOWN_OF_EARLIER),
                chosen=self._chosen(choice, flags),
                by_all=passage in by_all,
                looked=tuple(topics.values()) if turn.passage not in topics else (),
            )

    def _chosen(self, taken: str, flags: frozenset[str]) -> str:
        """The label, where it says something, and others did not meet the moment otherwise."""
        choice = self._structure.choice(taken)
        is_one_of_many = choice.grants & self._marks - flags
        return choice.label if self._onward.told(choice.source) and not is_one_of_many else ""

    def _ahead(self, turn: WritingTurn, prose: Mapping[str, str]) -> BriefedProse | None:
        if not turn.ahead or turn.ahead not in prose:
            return None
        return BriefedProse(
            title=self._structure.passage(turn.ahead).title,
            text=beginning_of(self._read(prose[turn.ahead], frozenset()), SHOWN_OF_AHEAD),
        )

    def _variant(self, turn: WritingTurn, prose: Mapping[str, str]) -> BriefedVariant | None:
        """The passage of the same moments, and how those who come here differ from its readers."""
        if not turn.variant or turn.variant not in prose:
            return None
        here, there = (self._arrivals[each].must for each in (turn.passage, turn.variant))
        only_here, only_there = self._settled(here - there), self._settled(there - here)
        if not (only_here or only_there):
            return None
        return BriefedVariant(
            title=self._structure.passage(turn.variant).title,
            text=beginning_of(self._read(prose[turn.variant], frozenset()), SHOWN_OF_VARIANT),
            here=only_here,
            there=only_there,
        )

    def _origins(self, turn: WritingTurn, prose: Mapping[str, str]) -> Iterable[BriefedOrigin]:
        """By the plan, and as far as their prose is there, by that."""
        others = [each for each in self._onward.origins(turn.passage) if each.id not in turn.behind]
        for each in others[:MOST_ORIGINS]:
            there = prose[each.id] if each.id in prose else ""
            text = self._read(there, self._arrivals[turn.passage].must)
            for beat in self._story.beats_in(each)[-1:]:
                yield BriefedOrigin(
                    title=each.title,
                    moment=self._beat(beat),
                    text=end_of(text, SHOWN_OF_EARLIER),
                )

    def _settled(self, flags: frozenset[str]) -> tuple[str, ...]:
        """The answers that these flags stand for, and what else they say, in words."""
        paths = [each for each in self._story.paths if each.flags & flags]
        answers = dict.fromkeys(self._story.answer_of(each.id).text for each in paths)
        of_paths = frozenset[str]().union(*(each.flags for each in paths))
        return (*answers, *self._in_words(flags - of_paths))

    def _read(self, prose: str, flags: frozenset[str]) -> str:
        parts = paragraphs_of(prose, self._story.named_flags)
        return "\n\n".join(each.text for each in parts if each.is_read_with(flags))


def _named(beats: Iterable[Beat]) -> Iterable[str]:
    """Where the beats are, and who takes part."""
    return (each for beat in beats for each in (beat.location, *beat.entities))


def _written_before(turns: Iterable[WritingTurn]) -> Mapping[str, frozenset[str]]:
    """Of each passage, all that is surely written when its turn comes."""
    written: dict[str, frozenset[str]] = {}
    for turn in turns:
        written[turn.passage] = turn.after.union(*(written[each] for each in turn.after))
    return written
