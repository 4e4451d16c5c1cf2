"""Find the states of entities at the start of a passage, from the plan and writers' notes."""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from questfoundry.domain.checks.reach import MIN_ABSENCE
from questfoundry.domain.ids import slug_of, split_plain_words
from questfoundry.domain.story.dilemma import Path
from questfoundry.domain.story.entity import Effect, Entity, EntityKind
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.presence import NO_PATH, Presence
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.briefing import BriefedEntityState, BriefedSince
from questfoundry.domain.writing.may_must import Arrival


@frozen
class EntityStates:
    """The states of entities on arrival at a passage, by entity id.

    ``now``: the effect of a decision on an entity, in the plan's words, if it holds for every
      player.
    ``absent``: the entities that are gone, lost or closed for at least some players.
    ``joined``: the entities that accompany every player; the latest comes last.
    """

    now: Mapping[str, str]
    absent: frozenset[str]
    joined: tuple[str, ...] = ()


def compute_entity_states(
    story: Story,
    presence: Presence,
    arrival: Arrival,
    decided_here: Collection[str] = (),
    current_paths: Collection[str] = (),
) -> EntityStates:
    """Return the states of entities on ``arrival``; the paths ``decided_here`` are ignored.

    An effect on an entity holds until a dilemma that is settled later changes the entity. Of the
    effects of ``current_paths``, only the removal or return of an entity counts already.
    """
    now: dict[str, str] = {}
    absent: set[str] = set()
    joined: dict[str, None] = {}
    for arms in presence.changes.values():
        paths = [story.path(each) for each in arms if each not in (NO_PATH, *decided_here)]
        certain = [path for path in paths if path.flags <= arrival.must]
        # If all players took one path, its siblings do not count, even if the may/must analysis
        # found a route through them: it also counts routes that no player can take.
        for path in certain or [path for path in paths if not path.flags.isdisjoint(arrival.may)]:
            for entity, leaves in arms[path.id].items():
                if leaves:
                    absent.add(entity)
                elif certain:
                    absent.discard(entity)
            for each in path.consequences:
                if each.effect is Effect.NONE:
                    continue
                now.pop(each.entity, None)
                if certain and path.id not in current_paths:
                    now[each.entity] = each.text
                    if each.effect is Effect.JOINS:
                        joined[each.entity] = None
    return EntityStates(
        now, frozenset(absent), tuple(each for each in joined if each not in absent)
    )


def find_unresolved_entities(
    story: Story, ending: str, arrival: Arrival, gone: Collection[str]
) -> Iterator[Entity]:
    """Yield the entities that do not appear in the second half of the shortest route to the ending.

    Entities in ``gone`` (ids), locations and background entities are left out.
    """
    structure = story.existing_structure
    distances = _count_choices_before(structure, ending)
    last: dict[str, int] = {}
    for passage, distance in distances.items():
        for each in _list_shown(story, structure, passage):
            last[each] = min(last.get(each, distance), distance)
    met = {
        each
        for passage in arrival.certain_predecessors
        for each in _list_shown(story, structure, passage)
    }
    for entity in story.list_kept_entities():
        if entity.kind is EntityKind.LOCATION or entity.background or entity.id in gone:
            continue
        last_distance = last[entity.id] if entity.id in met else 0
        if last_distance >= MIN_ABSENCE and 2 * last_distance > distances[structure.start]:
            yield entity


def _count_choices_before(structure: Structure, ending: str) -> Mapping[str, int]:
    found = {ending: 0}
    waiting = deque(found)
    while waiting:
        passage = waiting.popleft()
        for choice in structure.incoming_choices(passage):
            if choice.source not in found:
                found[choice.source] = found[passage] + 1
                waiting.append(choice.source)
    return found


def _list_shown(story: Story, structure: Structure, passage: str) -> Iterable[str]:
    return (each for beat in story.beats_in(structure.passage(passage)) for each in beat.entities)


MAX_ENTITIES = 10
"""The highest number of entities whose state a writer gets."""

_LEAST_LETTERS = 4
"""The least number of letters of a word that says what a note is about."""

MAX_SINCE = 3
"""The highest number of different states of one entity, for players on different routes."""

_TEMPORARY_EFFECTS = (Effect.JOINS, Effect.HOLDS, Effect.LOST, Effect.CLOSED, Effect.OPENED)
"""The effects of decisions that a later note can replace."""


@frozen
class NotedStates:
    """The notes of a story, selected for the players who arrive at a passage."""

    _story: Story
    _arrivals: Mapping[str, Arrival]

    def list_entity_states(
        self,
        passage: str,
        here: Iterable[str],
        notes: Sequence[Fact],
        permanent_facts: Mapping[str, tuple[str, ...]],
    ) -> Iterable[BriefedEntityState]:
        """Yield the states of at most ``MAX_ENTITIES`` entities at the passage.

        The entities in ``here`` come first, then those with the latest notes, then those that only
        the prose introduced, with their ``permanent_facts``. A note that may be untrue by now is
        left out, and still replaces the notes before it.
        """
        lasting = frozenset(self.select_lasting_notes(passage, notes))
        possible = self._arrivals[passage].possible_predecessors
        notes_by_entity: dict[str, dict[str, Fact]] = {}
        for note in notes:
            if note.now and note.passage in possible:
                notes_by_passage = notes_by_entity[note.entity] = notes_by_entity.pop(
                    note.entity, {}
                )
                notes_by_passage[note.passage] = note
        names = {each.id: each.name for each in self._story.list_kept_entities()}
        prose_only = [entity for entity in permanent_facts if entity not in names]
        order = dict.fromkeys((*here, *reversed(notes_by_entity), *prose_only))
        known = [each for each in order if each in notes_by_entity or each in prose_only]
        for entity in known[:MAX_ENTITIES]:
            latest, since = self._find_latest_state(passage, notes_by_entity.get(entity, {}))
            now = latest if latest in lasting else None
            yield BriefedEntityState(
                name=names.get(entity, entity),
                now=now.text if now else "",
                noted_in=self._find_doubtful_source(passage, now) if now else "",
                since=tuple(
                    self._brief_since(note, self._arrivals[passage])
                    for note in since
                    if note in lasting and not self._find_doubtful_source(passage, note)
                ),
                facts=permanent_facts[entity] if entity in prose_only else (),
            )

    def find_expired_effects(self, passage: str, notes: Iterable[Fact]) -> Iterator[str]:
        """Yield the texts of consequences that a later note has replaced for all players."""
        certain = self._arrivals[passage].certain_predecessors
        later: dict[str, list[Fact]] = defaultdict(list)
        for note in notes:
            if note.now and note.passage in certain:
                later[note.entity].append(note)
        for path in self._story.paths:
            for each in path.consequences:
                noted = later.get(each.entity, ()) if each.effect in _TEMPORARY_EFFECTS else ()
                if any(self._supersedes(note, path, each.flag) for note in noted):
                    yield each.text

    def select_lasting_notes(self, passage: str, notes: Iterable[Fact]) -> Iterator[Fact]:
        """Yield the notes without those that a later decision may have made untrue.

        A decision counts if some player took it after the note and before the last choice, and one
        of its consequences has two words in common with the note, apart from names.
        """
        arrival, structure = self._arrivals[passage], self._story.existing_structure
        granted = [each.grants for each in structure.incoming_choices(passage)]
        pending = frozenset[str].intersection(*granted) if granted else frozenset[str]()
        changes = [
            (each.flag, self._list_words(each.text))
            for path in self._story.paths
            for each in path.consequences
            if each.flag in arrival.may - pending
        ]
        for note in notes:
            words = self._list_words(f"{note.entity} {note.text}")
            if not any(
                len(words & changed) > 1 and self._is_granted_after(note, flag)
                for flag, changed in changes
            ):
                yield note

    def _is_granted_after(self, note: Fact, flag: str) -> bool:
        """Return whether every choice that grants ``flag`` comes after the passage of ``note``."""
        structure = self._story.existing_structure
        sources = {each.source for each in structure.granting_choices(flag)}
        return all(
            note.passage == each or note.passage in self._arrivals[each].possible_predecessors
            for each in sources
            if each in self._arrivals
        )

    def _list_words(self, text: str) -> frozenset[str]:
        words = (each for each in split_plain_words(text) if len(each) >= _LEAST_LETTERS)
        return frozenset(words) - self._name_words

    @cached_property
    def _name_words(self) -> frozenset[str]:
        names = (each.name for each in self._story.list_kept_entities())
        return frozenset(word for name in names for word in split_plain_words(name))

    def _supersedes(self, note: Fact, path: Path, flag: str) -> bool:
        """Return whether ``note`` replaces the effect of ``path`` that ``flag`` records.

        The note must come after the decision, and outside the beats of the path itself.
        """
        structure = self._story.existing_structure
        beats = self._story.beats_in(structure.passage(note.passage))
        decided_at = {each.source for each in structure.granting_choices(flag)}
        in_arm = any(beat.path == path.id for beat in beats)
        return not in_arm and not decided_at.isdisjoint(
            self._arrivals[note.passage].possible_predecessors
        )

    def _find_doubtful_source(self, passage: str, note: Fact) -> str:
        """Return the title of the passage of ``note`` if players met the entity again since."""
        structure = self._story.existing_structure
        for each in self._arrivals[passage].certain_predecessors:
            is_later = note.passage in self._arrivals[each].possible_predecessors
            if is_later and note.entity in _list_shown(self._story, structure, each):
                return structure.passage(note.passage).title
        return ""

    def _find_latest_state(
        self, passage: str, notes: Mapping[str, Fact]
    ) -> tuple[Fact | None, Sequence[Fact]]:
        """Return the latest note that holds for all players, and later notes that some read."""
        last, on_every_route = self._find_latest_sources(passage, notes)
        if on_every_route and len({notes[each].text for each in last}) == 1:
            return notes[last[0]], ()
        behind = self._arrivals[passage].certain_predecessors
        since = [notes[each] for each in last if each not in behind]
        certain = [notes[each] for each in last if each in behind]
        return certain[0] if len(certain) == 1 else None, since[:MAX_SINCE]

    def _find_latest_sources(self, passage: str, noted: Collection[str]) -> tuple[list[str], bool]:
        """Return the last passages with a note, and whether every route to ``passage`` has one."""
        start = self._story.existing_structure.start
        possible = self._arrivals[passage].possible_predecessors
        seen, latest, waiting = {passage}, list[str](), deque([passage])
        while waiting:
            for source in self._sources[waiting.popleft()]:
                if source in possible and source not in seen:
                    seen.add(source)
                    (latest if source in noted else waiting).append(source)
        return latest, start not in seen or start in noted

    @cached_property
    def _sources(self) -> Mapping[str, Iterable[str]]:
        structure = self._story.existing_structure
        return {
            each.id: dict.fromkeys(choice.source for choice in structure.incoming_choices(each.id))
            for each in structure.passages
        }

    def _brief_since(self, note: Fact, arrival: Arrival) -> BriefedSince:
        """Return the state in ``note``, with the name of a conditional text for its readers.

        The name is that of the path in whose beats the note was written, if all players of the path
        read the note; otherwise it is empty.
        """
        structure = self._story.existing_structure
        own = structure.passage(note.passage)
        paths = {beat.path for beat in self._story.beats_in(own) if beat.path}
        is_only_version = not own.hub and self._passages_per_beats[own.beats] == 1
        flags = [
            each.flag
            for path in paths
            for each in self._story.path(path).consequences
            if is_only_version and len(paths) == 1
            if each.flag in arrival.may and each.flag not in arrival.must
        ]
        insert = slug_of(flags[0]) if flags else ""
        return BriefedSince(title=own.title, text=note.text, insert=insert)

    @cached_property
    def _passages_per_beats(self) -> Mapping[tuple[str, ...], int]:
        return Counter(each.beats for each in self._story.existing_structure.passages)


def collect_permanent_facts(notes: Iterable[Fact]) -> Mapping[str, tuple[str, ...]]:
    """Return the texts of permanent facts by entity id or name, in the order of the notes."""
    found: dict[str, tuple[str, ...]] = {}
    for note in notes:
        so_far = found.get(note.entity, ())
        if not note.now and note.text not in so_far:
            found[note.entity] = (*so_far, note.text)
    return found
