"""The facts that hold for all, some or no players who come to a passage, from the plan alone."""

from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property

from attrs import evolve, frozen

from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.dilemma import Path
from questfoundry.domain.story.entity import CLUE
from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.stat import read_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.minor_choices import find_clues_by_passage
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Facts, Scope
from questfoundry.domain.writing.may_must import Arrival, find_arrivals
from questfoundry.domain.writing.passage_lengths import plan_level_words

MAX_EVENTS = 8
"""The highest number of optional events, such as minor choices, that a writer gets.

If there are more, the latest events are chosen.
"""


@frozen
class StoryFacts:
    """The facts of one woven story, by passage."""

    _story: Story

    def find(
        self,
        passage: Passage,
        arrival: Arrival,
        *,
        current_paths: Collection[str],
        absent: Collection[str],
    ) -> Iterator[BriefedFact]:
        """Yield the facts for the writer of the passage.

        Facts are pending if the ``current_paths`` or all choices into the passage grant them: the
        passage itself shows how they come about. ``absent`` contains the ids of entities that at
        least some players cannot meet.
        """
        incoming = self._story.existing_structure.incoming_choices(passage.id)
        played = [each.grants for each in incoming]
        granted = frozenset[str]().union(
            *(self._story.path(each).flags for each in current_paths),
            frozenset.intersection(*played) if played else frozenset(),
        )
        levels = tuple(self._list_levels(passage))
        known = {text for each in levels if each.scope is Scope.ALL for text in each.texts}
        outcomes = self._list_certain(FactKind.OUTCOME, arrival.must - granted)
        yield from (each for each in outcomes if known.isdisjoint(each.texts))
        yield from self._list_certain(FactKind.PENDING, arrival.must & granted)
        yield from self._list_decisions(passage, arrival)
        yield from self._clue_facts.get(passage.id, ())
        yield from self._list_events(passage, arrival)
        yield from levels
        for name in dict.fromkeys(beat.actor for beat in self._story.beats_in(passage)):
            if name:
                texts = (self._story.entity_name(name),)
                yield BriefedFact(kind=FactKind.ACTOR, texts=texts)
        for each in self._story.list_kept_entities():
            if each.id in absent:
                yield BriefedFact(kind=FactKind.ABSENCE, scope=Scope.SOME, texts=(each.name,))

    def _list_certain(self, kind: FactKind, flags: Collection[str]) -> Iterator[BriefedFact]:
        for text in phrase_flags(self._story, flags):
            yield BriefedFact(kind=kind, texts=(text,))

    def _list_decisions(self, own: Passage, arrival: Arrival) -> Iterator[BriefedFact]:
        """Yield a fact for each answer that some players, but not all, have given.

        All flags of a path are granted at once, so the name of the first flag represents the path.
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

    def _find_paths(self, flags: AbstractSet[str]) -> list[Path]:
        return [path for path in self._story.paths if not path.flags.isdisjoint(flags)]

    def _list_events(self, passage: Passage, arrival: Arrival) -> Iterator[BriefedFact]:
        """Yield the latest optional events that some players have met.

        Events that the passage itself answers, and those of its own hub, are left out.
        """
        open_here = arrival.may - arrival.must - passage.callback_flags
        flags = [
            flag
            for flag, hub in self._hub_by_flag.items()
            if flag in open_here and (not hub or hub not in (passage.hub, passage.id))
        ]
        for flag in flags[-MAX_EVENTS:]:
            yield BriefedFact(
                kind=FactKind.EVENT,
                scope=Scope.SOME,
                texts=(self._story.flags[flag],),
                flag=slug_of(flag),
            )

    def _list_levels(self, passage: Passage) -> Iterator[BriefedFact]:
        """Yield the levels that all choices into the passage require or forbid.

        Levels with an insert follow, apart from those that say again what is true of all players.
        """
        incoming = self._story.existing_structure.incoming_choices(passage.id)
        certain = set[str]()
        for scope, conditions in (
            (Scope.ALL, [each.requires for each in incoming]),
            (Scope.NONE, [each.forbids for each in incoming]),
        ):
            common = frozenset[str]().union(*conditions).intersection(*conditions)
            for flag in filter(read_level, self._story.sort_flags(common)):
                certain.add(self._story.flags[flag])
                yield BriefedFact(
                    kind=FactKind.LEVEL, scope=scope, texts=(self._story.flags[flag],)
                )
        for flag in filter(read_level, self._story.sort_flags(passage.callback_flags)):
            if self._story.flags[flag] in certain:
                continue
            yield BriefedFact(
                kind=FactKind.LEVEL,
                scope=Scope.SOME,
                texts=(self._story.flags[flag],),
                flag=slug_of(flag),
                words=plan_level_words(self._story, passage),
            )

    @cached_property
    def _hub_by_flag(self) -> Mapping[str, str]:
        structure = self._story.existing_structure
        names = {each.id for each in self._story.choice_flags}
        hubs = {each.id: each.hub for each in structure.passages if each.hub}
        return {
            flag: hubs.get(choice.target, "")
            for choice in structure.choices
            for flag in sorted(choice.grants & names)
        }

    @cached_property
    def _clue_facts(self) -> Mapping[str, Facts]:
        return find_clue_facts(self._story)


def phrase_flags(story: Story, flags: Collection[str]) -> tuple[str, ...]:
    """Return the texts of the flags in the story's order, without clues."""
    return tuple(story.flags[each] for each in story.sort_flags(flags) if kind_of(each) != CLUE)


def find_clue_facts(story: Story) -> Mapping[str, Facts]:
    """Return the facts about clues at each reachable passage, by id; empty without clues."""
    if not story.clues:
        return {}
    taught = find_clues_by_passage(story.existing_structure, story)
    found = find_arrivals(_grant_clues_on_leaving(story.existing_structure, story, taught))
    return {
        passage: tuple(_brief_clues(story, arrival, taught.get(passage, frozenset())))
        for passage, arrival in found.items()
    }


def _brief_clues(story: Story, arrival: Arrival, taught: AbstractSet[str]) -> Iterator[BriefedFact]:
    """Yield a fact for each clue of the story, with the share of players who already know the clue.

    A clue in ``taught``, which the passage itself teaches, is a lesson unless all players know it.
    """
    for clue in story.clues:
        is_known, is_possible = clue.id in arrival.must, clue.id in arrival.may
        yield BriefedFact(
            kind=FactKind.LESSON if clue.id in taught and not is_known else FactKind.CLUE,
            scope=Scope.ALL if is_known else Scope.SOME if is_possible else Scope.NONE,
            texts=(clue.text,),
            flag=slug_of(clue.id),
            question=clue.question,
        )


def _grant_clues_on_leaving(
    structure: Structure, story: Story, clues_by_passage: Mapping[str, frozenset[str]]
) -> Structure:
    """Return ``structure`` with the clues of a passage granted by the choices that leave it.

    The choices that lead into the passage then no longer grant the clues.
    """
    clues = frozenset(clue.id for clue in story.clues)
    return evolve(
        structure,
        choices=tuple(
            evolve(
                choice,
                grants=choice.grants - clues | clues_by_passage.get(choice.source, frozenset()),
            )
            for choice in structure.choices
        ),
    )
