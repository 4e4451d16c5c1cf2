"""The static part of a briefing, which depends on the plan and not on written prose.

It is computed once for each passage.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.path import Path
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefing import (
    BriefedAnswer,
    BriefedTrace,
    Briefing,
)
from questfoundry.domain.writing.entity_state import compute_entity_states
from questfoundry.domain.writing.exits import Exits
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Facts, Scope
from questfoundry.domain.writing.knowledge import find_clue_facts
from questfoundry.domain.writing.lengths import plan_word_range
from questfoundry.domain.writing.may_must import Arrival
from questfoundry.domain.writing.order import WritingTurn
from questfoundry.domain.writing.outline import StoryOutline
from questfoundry.domain.writing.past_choices import PastChoices, find_choices_to_answer
from questfoundry.domain.writing.phrasing import phrase_beat, phrase_flags
from questfoundry.domain.writing.unresolved_entities import find_unresolved_entities

MAX_JOINED = 3
"""The highest number of joined entities in a briefing that no beat of the passage names."""


@frozen(kw_only=True)
class StaticBriefing:
    """A briefing without prose, entities and their facts; its outcomes are complete.

    The plan puts the entities in ``here`` into the passage. Those that ``joined`` accompany the
    player without being named in a beat. ``now`` maps entity ids to the effects of decisions.
    """

    briefing: Briefing
    here: tuple[str, ...]
    joined: tuple[str, ...]
    now: Mapping[str, str]


class StaticBriefings:
    """The builder of the static briefings of one woven story."""

    def __init__(
        self, story: Story, arrivals: Mapping[str, Arrival], exits: Exits, outline: StoryOutline
    ) -> None:
        self._story = story
        self._structure = story.existing_structure
        self._arrivals = arrivals
        self._exits = exits
        self._outline = outline
        self._clue_facts = find_clue_facts(story)
        self._presence = presence_of(story)
        self._past_choices = PastChoices.from_story(story)
        self._path_of = {flag: path for path in story.paths for flag in path.flags}

    def build(self, turn: WritingTurn) -> StaticBriefing:
        """Build the static briefing of the passage of ``turn``."""
        passage, content = turn.passage, self._structure.passage(turn.passage)
        beats, arrival = self._story.beats_in(content), self._arrivals[passage]
        here = tuple(dict.fromkeys(_list_entities(beats)))
        current_paths = {beat.path for beat in beats if beat.path}
        states = compute_entity_states(
            self._story,
            self._presence,
            arrival,
            decided_here={beat.path or "" for beat in beats if beat.role is BeatRole.COMMIT},
            current_paths=current_paths,
        )
        pending = arrival.must & frozenset[str]().union(
            *(self._story.path(each).flags for each in current_paths)
        )
        follows = self._exits.find_next_beat(passage)
        briefing = Briefing(
            passage=passage,
            title=content.title,
            beats=tuple(phrase_beat(self._story, beat) for beat in beats),
            entities=(),
            facts=(
                *self._brief_facts(FactKind.OUTCOME, arrival.must - pending),
                *self._brief_facts(FactKind.PENDING, pending),
                *self._brief_decisions(content, arrival),
                *self._clue_facts.get(passage, ()),
                *self._past_choices.brief_events(content, arrival),
                *self._brief_absences(states.absent - {*here}),
            ),
            choices=self._exits.brief_choices(content),
            words=plan_word_range(self._story, content),
            line=self._outline.line_numbers[passage],
            questions=tuple(self._exits.brief_questions(passage)),
            follows=phrase_beat(self._story, follows) if follows else None,
            traces=tuple(self._brief_traces(content)),
            unexplored_answers=tuple(self._brief_unexplored(beats)),
            answered=tuple(self._brief_answered(arrival)) if content.ending else (),
            missed=tuple(self._list_unresolved_names(content, arrival)) if content.ending else (),
            hook=self._story.hook if passage == self._structure.start else "",
            ending=self._story.ending_name(content.ending),
            continuity=()
            if content.ending
            else tuple(self._story.entity_name(each) for each in here),
            minor_choices=tuple(
                find_choices_to_answer(self._story, content, arrival, turn.recent_passages)
            ),
            hub=self._exits.brief_hub(content),
        )
        joined = [each for each in states.joined if each not in here][-MAX_JOINED:]
        return StaticBriefing(briefing=briefing, here=here, joined=tuple(joined), now=states.now)

    def _brief_facts(self, kind: FactKind, flags: Collection[str]) -> Facts:
        texts = phrase_flags(self._story, flags)
        return tuple(BriefedFact(kind=kind, texts=(text,)) for text in texts)

    def _brief_absences(self, absent: Collection[str]) -> Iterable[BriefedFact]:
        names = (each.name for each in self._story.list_kept_entities() if each.id in absent)
        return (
            BriefedFact(kind=FactKind.ABSENCE, scope=Scope.SOME, texts=(name,)) for name in names
        )

    def _brief_decisions(self, own: Passage, arrival: Arrival) -> Iterable[BriefedFact]:
        """Yield a fact for each path that some players have taken and others not.

        All flags of a path are granted at once, so the first flag represents the path. If all
        players have taken one path of a dilemma, its other paths are left out.
        """
        last_chapter = self._story.chapters[-1:] if own.ending else ()
        flags = arrival.may - arrival.must
        decided = {path.dilemma for path in self._find_paths(arrival.must)}
        for path in self._find_paths(flags):
            if path.dilemma in decided:
                continue
            known = [each for each in path.consequences if each.flag in flags]
            yield BriefedFact(
                kind=FactKind.DECISION,
                scope=Scope.SOME,
                texts=(self._story.answer_of(path.id).text, *(each.text for each in known)),
                flag=slug_of(known[0].flag),
                is_earlier=any(path.dilemma not in each.dilemmas for each in last_chapter),
            )

    def _find_paths(self, flags: Collection[str]) -> Sequence[Path]:
        """Return the paths that grant at least one of the flags, in the story's order."""
        granting = self._path_of.keys() & flags
        path_ids = {self._path_of[each].id for each in granting}
        return [path for path in self._story.paths if path.id in path_ids]

    def _brief_traces(self, passage: Passage) -> Iterable[BriefedTrace]:
        for trace in passage.remembers:
            path = self._story.path(trace.path)
            yield BriefedTrace(
                residue=trace.residue.value,
                name=next((slug_of(each.flag) for each in path.consequences), ""),
                answer=self._story.answer_of(path.id).text,
                seen=path.describe_in(passage.beats),
            )

    def _brief_unexplored(self, beats: Sequence[Beat]) -> Iterable[BriefedAnswer]:
        dilemmas = dict.fromkeys(beat.dilemma for beat in beats if beat.dilemma)
        for dilemma in (self._story.dilemma(each) for each in dilemmas):
            for answer in dilemma.unexplored_answers:
                yield BriefedAnswer(question=dilemma.question, answer=answer.text)

    def _brief_answered(self, arrival: Arrival) -> Iterable[BriefedAnswer]:
        for path in self._story.paths:
            dilemma = self._story.dilemma(path.dilemma)
            is_open = dilemma.course and len(dilemma.course.explored_answers) > 1
            if is_open and path.flags & arrival.must:
                answer = self._story.answer_of(path.id)
                yield BriefedAnswer(question=dilemma.question, answer=answer.text)

    def _list_unresolved_names(self, ending: Passage, arrival: Arrival) -> Iterable[str]:
        arms = self._presence.changes
        gone = frozenset[str]().union(*(self._presence.find_departing(each) for each in arms))
        return (
            each.name for each in find_unresolved_entities(self._story, ending.id, arrival, gone)
        )


def _list_entities(beats: Iterable[Beat]) -> Iterable[str]:
    """Return the locations and the entities of the beats."""
    return (each for beat in beats for each in (beat.location, *beat.entities))
