"""How people and things stood when players last read of them, as the writers before have noted."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.path import Consequence, Path
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.briefing import BriefedEntityState, BriefedSince
from questfoundry.domain.writing.may_must import Arrival

MAX_ENTITIES = 16
"""Of how many people and things a writer is told how they stand."""

MAX_SINCE = 3
"""On how many ways it is told apart how somebody stands."""


_TEMPORARY_EFFECTS = (Effect.JOINS, Effect.HOLDS, Effect.LOST, Effect.CLOSED, Effect.OPENED)
"""What decisions bring about that may pass again: how somebody or something stands."""


@frozen
class _NotedState:
    """The note that holds for all ``now``, and those that hold ``since`` then for some."""

    now: Fact | None
    since: tuple[Fact, ...] = ()


@frozen
class NotedStates:
    """What the notes of a story say for those who come to one of its passages."""

    _story: Story
    _arrivals: Mapping[str, Arrival]

    def list_entity_states(
        self,
        passage: str,
        here: Iterable[str],
        notes: Iterable[Fact],
        permanent_facts: Mapping[str, tuple[str, ...]],
    ) -> Iterable[BriefedEntityState]:
        """Of who is ``here``, of whom was written last, and of whom only the prose knows."""
        met = self._arrivals[passage].possible_predecessors
        of: dict[str, dict[str, Fact]] = {}
        for note in notes:
            if note.now and note.passage in met:
                noted = of[note.entity] = of.pop(note.entity, {})
                noted[note.passage] = note
        names = {each.id: each.name for each in self._story.list_kept_entities()}
        own = [who for who in permanent_facts if who not in names]
        order = dict.fromkeys((*here, *reversed(of), *own))
        for who in [each for each in order if each in of or each in own][:MAX_ENTITIES]:
            stand = self._find_latest_state(passage, of.get(who, {}))
            yield BriefedEntityState(
                name=names.get(who, who),
                now=stand.now.text if stand.now else "",
                noted=self._title_of(stand.now) if stand.now else "",
                since=tuple(
                    self._brief_since(note, self._arrivals[passage]) for note in stand.since
                ),
                facts=permanent_facts[who] if who in own else (),
            )

    def find_expired_effects(self, passage: str, notes: Iterable[Fact]) -> Iterator[str]:
        """What decisions brought about, in the plan's words, and all have read a later note of."""
        behind = self._arrivals[passage].certain_predecessors
        later: dict[str, list[Fact]] = defaultdict(list)
        for note in notes:
            if note.now and note.passage in behind:
                later[note.entity].append(note)
        for path, each in self._temporary_consequences:
            if any(self._supersedes(note, path, each.flag) for note in later.get(each.entity, ())):
                yield each.text

    @cached_property
    def _temporary_consequences(self) -> Sequence[tuple[Path, Consequence]]:
        return [
            (path, each)
            for path in self._story.paths
            for each in path.consequences
            if each.effect in _TEMPORARY_EFFECTS
        ]

    def _supersedes(self, note: Fact, path: Path, flag: str) -> bool:
        """Whether it was noted when that was settled, and behind the arm that brings it about."""
        structure = self._story.existing_structure
        beats = self._story.beats_in(structure.passage(note.passage))
        settled = {each.source for each in structure.granting_choices(flag)}
        in_arm = any(beat.path == path.id for beat in beats)
        return not in_arm and not settled.isdisjoint(
            self._arrivals[note.passage].possible_predecessors
        )

    def _find_latest_state(self, passage: str, notes: Mapping[str, Fact]) -> _NotedState:
        """What players have read last of somebody; ``notes`` are those of passages before it."""
        last, all_have = self._find_latest_sources(passage, notes)
        if all_have and len({notes[each].text for each in last}) == 1:
            return _NotedState(notes[last[0]])
        behind = self._arrivals[passage].certain_predecessors
        since = [notes[each] for each in last if each not in behind]
        sure = [notes[each] for each in last if each in behind]
        return _NotedState(sure[0] if len(sure) == 1 else None, tuple(since[:MAX_SINCE]))

    def _find_latest_sources(self, passage: str, noted: Collection[str]) -> tuple[list[str], bool]:
        """The last passages with a note on the ways to this, nearest first; if all ways have one.

        Ways are not played, see :func:`~questfoundry.domain.writing.may_must.arrivals`.
        """
        start, met = (
            self._story.existing_structure.start,
            self._arrivals[passage].possible_predecessors,
        )
        seen, last, waiting = {passage}, list[str](), deque([passage])
        while waiting:
            for source in self._sources[waiting.popleft()]:
                if source in met and source not in seen:
                    seen.add(source)
                    (last if source in noted else waiting).append(source)
        return last, start not in seen or start in noted

    @cached_property
    def _sources(self) -> Mapping[str, Iterable[str]]:
        """By passage from where one comes to it: asked for all the way back, for each name."""
        structure = self._story.existing_structure
        return {
            each.id: dict.fromkeys(way.source for way in structure.incoming_choices(each.id))
            for each in structure.passages
        }

    def _brief_since(self, note: Fact, arrival: Arrival) -> BriefedSince:
        """With an insert where all who took the path whose arm the passage is in have read it."""
        structure = self._story.existing_structure
        own = structure.passage(note.passage)
        paths = {beat.path for beat in self._story.beats_in(own) if beat.path}
        is_met_by_all = not own.hub and self._passages_per_beats[own.beats] == 1
        flags = [
            each.flag
            for path in paths
            for each in self._story.path(path).consequences
            if is_met_by_all and len(paths) == 1
            if each.flag in arrival.may and each.flag not in arrival.must
        ]
        insert = slug_of(flags[0]) if flags else ""
        return BriefedSince(title=own.title, text=note.text, insert=insert)

    @cached_property
    def _passages_per_beats(self) -> Mapping[tuple[str, ...], int]:
        """In how many passages the same moments are told."""
        return Counter(each.beats for each in self._story.existing_structure.passages)

    def _title_of(self, note: Fact) -> str:
        return self._story.existing_structure.passage(note.passage).title


def collect_permanent_facts(notes: Iterable[Fact]) -> Mapping[str, tuple[str, ...]]:
    """By entity or name what is true for good, in the order of the notes."""
    found: dict[str, tuple[str, ...]] = {}
    for note in notes:
        so_far = found.get(note.entity, ())
        if not note.now and note.text not in so_far:
            found[note.entity] = (*so_far, note.text)
    return found
