"""Makes the briefings of a story: what the writer of each passage must know.

A briefing depends on nothing but the story and on what :attr:`Turn.after` promises to be
written, so that the same story asks the same of a model in whatever order its passages are
finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.size import PRESETS, Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.weaving.cut import planned_words
from questfoundry.domain.writing.briefing import (
    BeatTold,
    Briefing,
    EntityTold,
    ProseTold,
    ShadowTold,
    TraceTold,
    WayTold,
)
from questfoundry.domain.writing.excerpts import beginning_of, end_of
from questfoundry.domain.writing.order import Turn, writing_order
from questfoundry.domain.writing.truths import truths_of

SHOWN_OF_EARLIER = 60
"""The words shown of a passage before the nearest: its end."""

SHOWN_OF_AHEAD = 60
"""The words shown of the passage ahead: its beginning."""


class Briefer:
    """Makes the briefings of one woven story; ``InputError`` where it has no order of writing."""

    def __init__(self, story: Story) -> None:
        structure = story.settled_structure
        self._story = story
        self.turns = {turn.passage: turn for turn in writing_order(structure)}
        self._truths = truths_of(structure)
        self._written = _written_before(self.turns.values())
        self._passages = {passage.id: passage for passage in structure.passages}
        self._choices = {choice.id: choice for choice in structure.choices}
        self._leaving: dict[str, list[Choice]] = {name: [] for name in self._passages}
        for choice in structure.choices:
            self._leaving[choice.source].append(choice)
        self._beats = {beat.id: beat for beat in story.beats}
        self._entities = {entity.id: entity for entity in story.entities}
        self._paths = {path.id: path for path in story.paths}
        self._answers = {
            path.id: answer.text
            for path in story.paths
            for answer in story.dilemma(path.dilemma).answers
            if answer.id == path.answer
        }
        self._endings = {ending.id: ending.name for ending in story.endings}

    def words(self, passage: str) -> Range:
        """How long the passage should become."""
        beats = len(self._passages[passage].beats)
        return planned_words(beats, PRESETS[self._story.settled_size].passage_words)

    def before(self, passage: str) -> frozenset[str]:
        """The passages that are met before it, and surely written when its turn comes."""
        return self._written[passage] & self._truths[passage].behind

    def knows_of(self, passage: str) -> frozenset[str]:
        """Of those, the passages whose facts its writer is told: the nearest is shown whole."""
        return self.before(passage) - {*self.turns[passage].behind[-1:]}

    def briefing(
        self, passage: str, prose: Mapping[str, str], facts: Mapping[str, Sequence[Fact]]
    ) -> Briefing:
        """What its writer is told, of the prose that its turn needs and of these facts."""
        turn, own = self.turns[passage], self._passages[passage]
        beats = [self._beats[beat] for beat in own.beats]
        truths = self._truths[passage]
        return Briefing(
            passage=passage,
            title=own.title,
            beats=tuple(self._beat(beat) for beat in beats),
            entities=tuple(self._told_entities(beats, self._by_entity(facts))),
            ways=tuple(self._way(choice) for choice in self._leaving[passage]),
            words=self.words(passage),
            certain=self._said(truths.certain),
            unsettled=self._said(truths.possible - truths.certain),
            traces=tuple(self._traces(own)),
            shadows=tuple(self._shadows(beats)),
            before=tuple(self._before(turn, prose)),
            ahead=self._ahead(turn, prose),
            hook=self._story.hook if passage == self._story.settled_structure.start else "",
            ending=self._endings.get(own.ending, ""),
        )

    def _beat(self, beat: Beat) -> BeatTold:
        path = self._paths.get(beat.path or "")
        left = " ".join(each.text for each in path.consequences) if path else ""
        return BeatTold(
            role=beat.role.value,
            text=beat.summary or left,
            place=self._entities[beat.location].name,
            cast=tuple(self._entities[each].name for each in beat.entities),
        )

    def _by_entity(self, facts: Mapping[str, Sequence[Fact]]) -> Mapping[str, tuple[str, ...]]:
        """In the order of writing."""
        told: dict[str, tuple[str, ...]] = {}
        for passage in self.turns:
            for fact in facts.get(passage, ()):
                told[fact.entity] = (*told.get(fact.entity, ()), fact.text)
        return told

    def _told_entities(
        self, beats: Sequence[Beat], facts: Mapping[str, tuple[str, ...]]
    ) -> Iterable[EntityTold]:
        ids = dict.fromkeys(each for beat in beats for each in (beat.location, *beat.entities))
        for identifier in ids:
            entity = self._entities[identifier]
            yield EntityTold(
                id=identifier,
                name=entity.name,
                concept=entity.concept,
                facts=facts.get(identifier, ()),
            )

    def _way(self, choice: Choice) -> WayTold:
        return WayTold(label=choice.label, decides=self._answers.get(choice.takes, ""))

    def _said(self, flags: frozenset[str]) -> tuple[str, ...]:
        """The flags in words, in the order of the paths."""
        return tuple(
            each.text
            for path in self._story.paths
            for each in path.consequences
            if each.flag in flags
        )

    def _traces(self, passage: Passage) -> Iterable[TraceTold]:
        for trace in passage.remembers:
            path = self._paths[trace.path]
            yield TraceTold(
                residue=trace.residue.value,
                answer=self._answers[trace.path],
                consequences=tuple(each.text for each in path.consequences),
            )

    def _shadows(self, beats: Sequence[Beat]) -> Iterable[ShadowTold]:
        asked = dict.fromkeys(beat.dilemma for beat in beats if beat.dilemma)
        for dilemma in (self._story.dilemma(each) for each in asked):
            for answer in dilemma.shadows:
                yield ShadowTold(question=dilemma.question, answer=answer.text)

    def _before(self, turn: Turn, prose: Mapping[str, str]) -> Iterable[ProseTold]:
        taken = turn.choices[len(turn.choices) - len(turn.behind) :]
        for place, (passage, choice) in enumerate(zip(turn.behind, taken, strict=True), start=1):
            nearest = place == len(turn.behind)
            text = prose[passage]
            yield ProseTold(
                title=self._passages[passage].title,
                text=text if nearest else end_of(text, SHOWN_OF_EARLIER),
                chosen=self._choices[choice].label,
            )

    def _ahead(self, turn: Turn, prose: Mapping[str, str]) -> ProseTold | None:
        if not turn.ahead:
            return None
        return ProseTold(
            title=self._passages[turn.ahead].title,
            text=beginning_of(prose[turn.ahead], SHOWN_OF_AHEAD),
        )


def _written_before(turns: Iterable[Turn]) -> Mapping[str, frozenset[str]]:
    """Of each passage, all that is surely written when its turn comes."""
    written: dict[str, frozenset[str]] = {}
    for turn in turns:
        written[turn.passage] = turn.after.union(*(written[each] for each in turn.after))
    return written
