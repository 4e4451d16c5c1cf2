"""The static part of a briefing, which depends on the plan and not on written prose."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Residue, Trace
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefing import (
    BriefedBeat,
    BriefedMinorChoice,
    BriefedMinorChoices,
    BriefedQuestion,
    BriefedTrace,
    Briefing,
)
from questfoundry.domain.writing.exits import Exits
from questfoundry.domain.writing.may_must import Arrival
from questfoundry.domain.writing.noted_state import compute_entity_states, find_unresolved_entities
from questfoundry.domain.writing.order import WritingTurn
from questfoundry.domain.writing.outline import StoryOutline
from questfoundry.domain.writing.passage_lengths import find_weight, plan_word_range
from questfoundry.domain.writing.story_facts import StoryFacts

MAX_JOINED = 3
"""The highest number of entities in a briefing that only accompany the player, without a beat."""


@frozen(kw_only=True)
class StaticBriefing:
    """The part of a briefing that follows from the plan alone, before any prose is written.

    ``briefing`` lacks earlier prose, and the entities with their facts. All outcomes are listed,
    also those that later notes replace.
    ``here``: the ids of the entities that the plan puts into the passage.
    ``joined``: the ids of entities that accompany the player without being named in a beat.
    ``now``: the effects of decisions, by entity id.
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
        self._facts = StoryFacts(story)
        self._presence = presence_of(story)

    @cached_property
    def _paths_ahead(self) -> Mapping[str, Collection[str]]:
        """The paths with a beat still to come, by passage (ids); an option may come between."""
        found = defaultdict[str, set[str]](set)
        for passage in self._structure.passages:
            for path in {beat.path for beat in self._story.beats_in(passage) if beat.path}:
                before = [passage.id]
                while before:
                    arriving = self._structure.incoming_choices(before.pop())
                    new = [each.source for each in arriving if path not in found[each.source]]
                    before += new
                    for each in new:
                        found[each].add(path)
        return found

    def build(self, turn: WritingTurn) -> StaticBriefing:
        """Build the static briefing of the passage of ``turn``."""
        passage, content = turn.passage, self._structure.passage(turn.passage)
        beats, arrival = self._story.beats_in(content), self._arrivals[passage]
        here = tuple(
            dict.fromkeys(each for beat in beats for each in (beat.location, *beat.entities))
        )
        current_paths = {beat.path for beat in beats if beat.path} or self._paths_ahead.get(
            passage, ()
        )
        states = compute_entity_states(
            self._story,
            self._presence,
            arrival,
            decided_here={beat.path or "" for beat in beats if beat.role is BeatRole.COMMIT},
            current_paths=current_paths,
        )
        follows = self._exits.find_next_beat(passage)
        briefing = Briefing(
            passage=passage,
            title=content.title,
            beats=tuple(BriefedBeat.from_beat(self._story, beat) for beat in beats),
            entities=(),
            facts=tuple(
                self._facts.find(
                    content, arrival, current_paths=current_paths, absent=states.absent - {*here}
                )
            ),
            choices=self._exits.brief_choices(content),
            words=plan_word_range(self._story, content),
            weight=find_weight(self._story, content),
            line=self._outline.line_numbers[passage],
            questions=tuple(self._exits.brief_questions(passage)),
            follows=BriefedBeat.from_beat(self._story, follows) if follows else None,
            traces=tuple(self._brief_traces(content)),
            unexplored_answers=tuple(self._brief_unexplored(beats)),
            answered=tuple(self._brief_answered(arrival)) if content.ending else (),
            missed=self._list_unresolved_names(content, arrival) if content.ending else (),
            recalled=tuple(self._list_recalled(content)) if content.ending else (),
            hook=self._story.hook if passage == self._structure.start else "",
            ending=self._story.ending_name(content.ending),
            continuity=()
            if content.ending
            else tuple(self._story.entity_name(each) for each in here),
            minor_choices=tuple(
                find_choices_to_answer(
                    self._story, content, arrival, turn.recent_passages, self._opened_flags
                )
            ),
            hub=self._exits.brief_hub(content),
        )
        joined = [each for each in states.joined if each not in here][-MAX_JOINED:]
        return StaticBriefing(briefing=briefing, here=here, joined=tuple(joined), now=states.now)

    @cached_property
    def _opened_flags(self) -> Mapping[str, Collection[str]]:
        """The choice flags that a gated choice grants, by the choice flag that it requires."""
        names = {each.id for each in self._story.choice_flags}
        found: dict[str, set[str]] = defaultdict(set)
        for choice in self._structure.choices:
            for flag in choice.requires & names:
                found[flag] |= choice.grants & names
        return found

    def _list_recalled(self, ending: Passage) -> Iterable[str]:
        """Yield the flag names of the answers that every passage before ``ending`` shows."""
        incoming = self._structure.incoming_choices(ending.id)
        sources = {each.source for each in incoming}
        shown = [
            {each.path for each in self._structure.passage(source).remembers if _is_light(each)}
            for source in sources
        ]
        for path in sorted(set[str].intersection(*shown)) if shown else ():
            yield self._name_path(path)

    def _name_path(self, path: str) -> str:
        """Return the name of the conditional text about the answer of ``path``."""
        return next((slug_of(each.flag) for each in self._story.path(path).consequences), "")

    def _brief_traces(self, passage: Passage) -> Iterable[BriefedTrace]:
        for trace in passage.remembers:
            path = self._story.path(trace.path)
            yield BriefedTrace(
                residue=trace.residue.value,
                name=self._name_path(path.id),
                answer=self._story.answer_of(path.id).text,
                seen=path.describe_in(passage.beats),
            )

    def _brief_unexplored(self, beats: Sequence[Beat]) -> Iterable[BriefedQuestion]:
        dilemmas = dict.fromkeys(beat.dilemma for beat in beats if beat.dilemma)
        for dilemma in (self._story.dilemma(each) for each in dilemmas):
            for answer in dilemma.unexplored_answers:
                yield BriefedQuestion(question=dilemma.question, text=answer.text)

    def _brief_answered(self, arrival: Arrival) -> Iterable[BriefedQuestion]:
        for path in self._story.paths:
            dilemma = self._story.dilemma(path.dilemma)
            is_open = dilemma.course and len(dilemma.course.explored_answers) > 1
            if is_open and path.flags & arrival.must:
                answer = self._story.answer_of(path.id)
                yield BriefedQuestion(question=dilemma.question, text=answer.text)

    def _list_unresolved_names(self, ending: Passage, arrival: Arrival) -> tuple[str, ...]:
        gone = frozenset[str]().union(*map(self._presence.find_departing, self._presence.changes))
        found = find_unresolved_entities(self._story, ending.id, arrival, gone)
        return tuple(each.name for each in found)


def find_choices_to_answer(
    story: Story,
    passage: Passage,
    arrival: Arrival,
    recent_passages: Sequence[str],
    opened_flags: Mapping[str, Collection[str]],
) -> Iterator[BriefedMinorChoices]:
    """Yield the minor choices that the passage must answer, grouped by passage, nearest first.

    If copies of a passage grant the same flag, the copy that is nearest in ``recent_passages``
    (nearest last) counts. ``opened_flags`` has by flag those that only its players can get later.
    """
    structure = story.existing_structure
    varying = passage.callback_flags & (arrival.may - arrival.must)
    flags = frozenset(flag for flag in varying if kind_of(flag) == CHOICE_FLAG)
    if not flags:
        return
    granting = {each.id: each for flag in flags for each in structure.granting_choices(flag)}
    by_all = not any(
        flags.isdisjoint(each.grants) for each in structure.incoming_choices(passage.id)
    )

    def place_of(choice: Choice) -> str:
        hub = structure.passage(choice.target).hub
        return "" if choice.target == passage.id else hub or choice.source

    def ago(place: str) -> int:
        """Return how many passages ago players were at ``place``; if long ago, a large number."""
        if not place:
            return 1
        return (
            len(recent_passages) - recent_passages.index(place)
            if place in recent_passages
            else len(recent_passages) + 2
        )

    choices_by_place: dict[str, dict[str, Choice]] = {}
    assigned = set[str]()
    # If several choices grant the same flag, one that leads here has precedence.
    for choice in sorted(
        granting.values(),
        key=lambda each: (
            ago(place_of(each)),
            each.target != passage.id,
            structure.choice_index(each),
        ),
    ):
        for flag in sorted(choice.grants & flags - assigned):
            choices_by_place.setdefault(place_of(choice), {})[flag] = choice
            assigned.add(flag)
    for place, choices in choices_by_place.items():
        yield BriefedMinorChoices(
            title=structure.passage(place).title if place else "",
            ago=ago(place) if ago(place) <= len(recent_passages) else 0,
            looked=any(structure.passage(each.target).hub for each in choices.values()),
            by_all=by_all and not place,
            minor_choices=tuple(
                BriefedMinorChoice(
                    name=slug_of(flag),
                    label=choice.label,
                    left=story.flags[flag],
                    since=tuple(
                        story.flags[each]
                        for each in story.sort_flags(opened_flags.get(flag, ()))
                        if each in arrival.may
                    ),
                )
                for flag, choice in choices.items()
            ),
        )


def _is_light(trace: Trace) -> bool:
    return trace.residue is Residue.LIGHT
