"""Makes the briefings of a story: what the writer of each passage must know.

A briefing depends on nothing but the story and on what :attr:`WritingTurn.after` promises to be
written, so that the same story asks the same of a model in whatever order its passages are
finished.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.briefing import (
    BriefedAnswer,
    BriefedCondition,
    BriefedEntity,
    BriefedTrace,
    Briefing,
)
from questfoundry.domain.writing.deeds import Findings, deeds_to_answer
from questfoundry.domain.writing.knowledge import Knowledge, knowledge_in
from questfoundry.domain.writing.lengths import planned_words
from questfoundry.domain.writing.may_must import Arrival, arrivals
from questfoundry.domain.writing.notes import is_hour, with_one_spelling
from questfoundry.domain.writing.onward import Onward
from questfoundry.domain.writing.order import WritingTurn, writing_order
from questfoundry.domain.writing.outline import outline_of
from questfoundry.domain.writing.shown import Shown
from questfoundry.domain.writing.standing import standing
from questfoundry.domain.writing.stands import Standings, facts_for_good
from questfoundry.domain.writing.worded import beat_in_words, flags_in_words

MOST_JOINED = 3
"""How many of those who have come along are named where no moment names them."""


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
        self._findings = Findings.in_story(story)
        self._shown = Shown(story, self._onward, self._arrivals)
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
        """The passages that players may have read by then; how people stood there is said."""
        return self._written[passage] & self._arrivals[passage].met

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
        follows = self._onward.follows(passage)
        joined = [each for each in stand.joined if each not in here][-MOST_JOINED:]
        notes = with_one_spelling(fact for each in self.turns for fact in facts.get(each, ()))
        over = frozenset(self._standings.passed(passage, notes))
        plan = {each: text for each, text in stand.now.items() if text not in over}
        now = {each: plan[each] for each in (*here, *joined) if each in plan}
        known = self.knows_of(passage)
        for_good = facts_for_good(fact for fact in notes if fact.passage in known)
        return Briefing(
            passage=passage,
            title=own.title,
            beats=tuple(beat_in_words(self._story, beat) for beat in beats),
            entities=tuple(self._entities((*here, *joined), now, joined, for_good)),
            absent=tuple(
                each.name for each in self._story.kept() if each.id in stand.absent - {*here}
            ),
            choices=self._onward.choices(own),
            words=self.words(passage),
            line=self.outline.places[passage],
            questions=tuple(self._onward.questions(passage)),
            follows=beat_in_words(self._story, follows) if follows else None,
            certain=flags_in_words(self._story, arrival.must - coming, but=(*now.values(), *over)),
            coming=flags_in_words(self._story, coming),
            unsettled=tuple(self._conditions(own, arrival)),
            traces=tuple(self._traces(own)),
            shadows=tuple(self._shadows(beats)),
            answered=tuple(self._answered(arrival)) if own.ending else (),
            before=tuple(self._shown.before(turn, prose)),
            hook=self._story.hook if passage == self._structure.start else "",
            ending=self._story.ending_name(own.ending),
            knowledge=self._knowledge.get(passage, Knowledge()),
            noted=() if own.ending else tuple(self._story.entity_name(each) for each in here),
            stands=tuple(
                each
                for each in self._standings.stands(passage, (*here, *joined), notes, for_good)
                if not (beats and beats[0].when and is_hour(each.name))
            ),
            deeds=tuple(deeds_to_answer(self._story, own, arrival, turn.behind)),
            found=self._findings.of_some(own, arrival),
            hub=self._onward.hub(own),
            variant=self._shown.variant(turn, prose),
            origins=tuple(self._shown.origins(turn, prose)),
        )

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


def _named(beats: Iterable[Beat]) -> Iterable[str]:
    """Where the beats are, and who takes part."""
    return (each for beat in beats for each in (beat.location, *beat.entities))


def _written_before(turns: Iterable[WritingTurn]) -> Mapping[str, frozenset[str]]:
    """Of each passage, all that is surely written when its turn comes."""
    written: dict[str, frozenset[str]] = {}
    for turn in turns:
        written[turn.passage] = turn.after.union(*(written[each] for each in turn.after))
    return written
