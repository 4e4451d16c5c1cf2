"""A reference player that walks a structure with every flag; tests compare the solver with it.

The player shares no method with the solver: neither live flags nor counting without enumeration.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import combinations
from typing import Any

from attrs import frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import MOST_STEPS
from questfoundry.domain.story.story import Story

Counts = tuple[tuple[str, int], ...]


@frozen
class Held:
    """The flags that a player holds, and the numbers to which choices have moved stats."""

    plain: frozenset[str] = frozenset()
    values: Counts = ()

    def has(self, flag: str) -> bool:
        """Return whether the player has the flag, or a number beyond the level."""
        level = _LEVEL.fullmatch(flag)
        if not level:
            return flag in self.plain
        value, bound = dict(self.values).get(f"stat::{level[1]}", 0), int(level[3])
        return value >= bound if level[2] == "up" else value <= -bound

    def opens(self, choice: Choice) -> bool:
        return all(map(self.has, choice.requires)) and not any(map(self.has, choice.forbids))

    def take(self, choice: Choice) -> "Held":
        if not choice.moves:
            return Held(self.plain - choice.clears | choice.grants, self.values)
        values = dict(self.values)
        for stat, step in choice.moves.items():
            values[stat] = max(-MOST_STEPS, min(MOST_STEPS, values.get(stat, 0) + step))
        moved = tuple(sorted((stat, value) for stat, value in values.items() if value))
        return Held(self.plain - choice.clears | choice.grants, moved)

    @property
    def flags(self) -> frozenset[str]:
        levels = (
            f"level::{stat.removeprefix('stat::')}-{'up' if value > 0 else 'down'}-{step}"
            for stat, value in self.values
            for step in range(1, abs(value) + 1)
        )
        return self.plain.union(levels)


_LEVEL = re.compile(r"level::(.+)-(up|down)-(\d+)")


@frozen
class Position:
    """A passage, what the player holds, and how often each dilemma and path was settled.

    The last counts at most twice.
    """

    passage: str
    held: Held = Held()
    settled: Counts = ()

    @property
    def flags(self) -> frozenset[str]:
        return self.held.flags


def _open(structure: Structure, place: str, held: Held) -> Iterator[Choice]:
    if not structure.passage(place).ending:
        yield from filter(held.opens, structure.outgoing_choices(place))


class NaivePlayer:
    """All positions of a structure, each with a shortest route to it, and their next positions.

    Raises ``OverflowError`` for more than ``most`` positions.
    """

    def __init__(
        self, structure: Structure, story: Story | None = None, *, most: int = 1_000_000
    ) -> None:
        self.structure = structure
        self._settles = {
            beat.id: (beat.dilemma, beat.path or "")
            for beat in (story.beats if story else ())
            if beat.role is BeatRole.COMMIT and beat.dilemma
        }
        self._under = {
            each.id: each.course.parent_path
            for each in (story.dilemmas if story else ())
            if each.course and each.course.parent_path
        }
        start = Position(structure.start, Held(), self._settled((), structure.start))
        self.ways: dict[Position, tuple[str, ...]] = {start: ()}
        self.next: dict[Position, list[tuple[Choice, Position]]] = {}
        waiting = [start]
        for position in waiting:
            self.next[position] = list(self._moves(position))
            for choice, after in self.next[position]:
                if after not in self.ways:
                    self.ways[after] = (*self.ways[position], choice.id)
                    waiting.append(after)
            if len(waiting) > most:
                raise OverflowError

    def _settled(self, before: Counts, passage: str) -> Counts:
        counts = Counter(dict(before))
        for beat in self.structure.passage(passage).beats:
            if beat in self._settles:
                counts.update(self._settles[beat])
        return tuple(sorted((settled, min(2, times)) for settled, times in counts.items()))

    def _moves(self, position: Position) -> Iterator[tuple[Choice, Position]]:
        for choice in _open(self.structure, position.passage, position.held):
            settled = self._settled(position.settled, choice.target)
            yield choice, Position(choice.target, position.held.take(choice), settled)

    def ended(self, position: Position) -> bool:
        return bool(self.structure.passage(position.passage).ending)

    def stuck(self, position: Position) -> bool:
        return not self.ended(position) and not self.next[position]

    def ahead(self, position: Position) -> set[Position]:
        found, waiting = {position}, [position]
        for here in waiting:
            for _, after in self.next[here]:
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        return found

    def breaches(self) -> dict[tuple[Law, str], int | None]:
        found: dict[tuple[Law, str], int | None] = {}

        def note(law: Law, place: str, way: tuple[str, ...] | None = None) -> None:
            length = None if way is None else len(way)
            known = found.get((law, place))
            found[law, place] = length if known is None or length is None else min(known, length)

        met = {position.passage for position in self.ways}
        for passage in self.structure.passages:
            if passage.id not in met:
                note(Law.REACHED, passage.id)
        self._endings(note, met)
        for position, way in self.ways.items():
            if self.stuck(position):
                note(Law.STUCK, position.passage, way)
            for one, other in combinations(self.next[position], 2):
                if _label(one[0]) and _label(one[0]) == _label(other[0]):
                    note(Law.LABELS, other[0].id, way)
        for choice in self.structure.choices:
            self._opened(choice, note)
        return found

    def _endings(self, note, met: set[str]) -> None:
        told: dict[str, list[str]] = {}
        for passage in self.structure.passages:
            if passage.ending:
                told.setdefault(passage.ending, []).append(passage.id)
        if not told:
            note(Law.ENDINGS, self.structure.start)
        for places in told.values():
            if not met & set(places):
                note(Law.ENDINGS, places[0])

    def _opened(self, choice: Choice, note) -> None:
        here = [each for each in self.ways if each.passage == choice.source]
        if here and not any(choice is each for at in here for each, _ in self.next[at]):
            note(Law.OPENS, choice.id, min((self.ways[each] for each in here), key=len))

    def endless(self, position: Position) -> bool:
        """Return whether play never ends from there, whatever the player chooses."""
        return position not in self._ending

    @cached_property
    def _ending(self) -> set[Position]:
        before = self._before()
        ending = [position for position, moves in self.next.items() if not moves]
        found = set(ending)
        for position in ending:
            new = set(before[position]) - found
            found |= new
            ending += new
        return found

    def _before(self) -> dict[Position, list[Position]]:
        before: dict[Position, list[Position]] = {position: [] for position in self.next}
        for position, moves in self.next.items():
            for _, after in moves:
                before[after].append(position)
        return before

    def goes_round(self) -> bool:
        leading = {position: len(moves) for position, moves in self.next.items()}
        before = self._before()
        over = [position for position, left in leading.items() if not left]
        for position in over:
            for each in before[position]:
                leading[each] -= 1
                if not leading[each]:
                    over.append(each)
        return len(over) < len(self.next)

    def at(self, choices: tuple[str, ...]) -> Position:
        position = next(iter(self.ways))
        for wanted in choices:
            position = next(after for each, after in self.next[position] if each.id == wanted)
        return position

    def settlings(self, dilemma: str) -> dict[str, int]:
        """Return the shortest playthroughs that settle the dilemma twice or never, by length."""
        found: dict[str, int] = {}
        for position, way in self.ways.items():
            settled = dict(position.settled)
            times = settled.get(dilemma, 0)
            comes_up = dilemma not in self._under or self._under[dilemma] in settled
            if times == 2:
                found.setdefault("twice", len(way))
            if not times and comes_up and self.ended(position):
                found.setdefault("without", len(way))
        return found

    def alike(self, one: Position, other: Position) -> bool:
        """Return whether a player could never tell the two positions apart."""
        pairs = {(one, other)}
        waiting = [(one, other)]
        for first, second in waiting:
            moves, others = self.next[first], self.next[second]
            if first.passage != second.passage or len(moves) != len(others):
                return False
            for (choice, after), (same, beside) in zip(moves, others, strict=True):
                if choice is not same:
                    return False
                if (after, beside) not in pairs:
                    pairs.add((after, beside))
                    waiting.append((after, beside))
        return True


def is_soon_walked(structure: Structure, story: Story, most: int = 3_000) -> bool:
    """Return whether the structure has at most ``most`` positions."""
    try:
        NaivePlayer(structure, story, most=most)
    except OverflowError:
        return False
    return True


def playthroughs(structure: Structure) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the passages and choices of every playthrough of a structure without loops."""
    trail: list[tuple[str, Held, tuple[str, ...], tuple[str, ...]]] = [
        (structure.start, Held(), (structure.start,), ())
    ]
    while trail:
        here, held, met, taken = trail.pop()
        if structure.passage(here).ending:
            yield met, taken
        for choice in _open(structure, here, held):
            after = held.take(choice)
            trail.append((choice.target, after, (*met, choice.target), (*taken, choice.id)))


def _label(choice: Choice) -> str:
    return " ".join(choice.label.lower().split())


def absences(structure: Structure, story: Story) -> dict[tuple[str, str], tuple[str, ...]]:
    gone, back = {"gone", "lost", "closed"}, {"joins", "holds", "opened"}
    beats = {beat.id: beat for beat in story.beats}
    paths = {path.id: path for path in story.paths}
    found: dict[tuple[str, str], tuple[str, ...]] = {}

    def entered(passage: str, absent: frozenset[str], way: tuple[str, ...]) -> frozenset[str]:
        out = set(absent)
        for beat in (beats[each] for each in structure.passage(passage).beats if each in beats):
            for entity in out & {beat.location, *beat.entities}:
                found.setdefault((passage, entity), way)
            if beat.role is BeatRole.COMMIT and beat.path in paths:
                for each in paths[beat.path].consequences:
                    out = out | {each.entity} if each.effect in gone else out
                    out = out - {each.entity} if each.effect in back else out
        return frozenset(out)

    _walk(structure, frozenset(), entered)
    return found


def runs_back(structure: Structure, story: Story) -> dict[str, tuple[str, ...]]:
    beats = {beat.id: beat for beat in story.beats}
    found: dict[str, tuple[str, ...]] = {}

    def entered(passage: str, now: int, way: tuple[str, ...]) -> int:
        for beat in (beats[each] for each in structure.passage(passage).beats if each in beats):
            if beat.time is not None and not beat.memory:
                if beat.time < now:
                    found.setdefault(passage, way)
                now = beat.time
        return now

    _walk(structure, 0, entered)
    return found


def missing_clues(
    structure: Structure, story: Story
) -> dict[tuple[Law, str, str], tuple[str, ...]]:
    """Return everything that relies on an unknown clue, each with a shortest route."""
    found: dict[tuple[Law, str, str], tuple[str, ...]] = {}
    learnt = set[str]()

    def entered(passage: str, known: frozenset[str], way: tuple[str, ...]) -> frozenset[str]:
        for beat in structure.passage(passage).beats:
            missing = {clue.id for clue in story.clues if beat in clue.relying_beats} - known
            for clue in missing:
                found.setdefault((Law.CLUES, passage, clue), way)
            known |= {clue.id for clue in story.clues if beat in clue.teaching_beats}
        learnt.update(known)
        ending = structure.passage(passage).ending
        answers = (clue for clue in story.clues if clue.answers and clue.id not in known)
        for clue in answers if ending else ():
            if ending not in clue.open_endings:
                found.setdefault((Law.QUESTIONS, passage, clue.id), way)
        return known

    _walk(structure, frozenset(), entered)
    return found | {
        (Law.LEARNT, structure.start, clue.id): () for clue in story.clues if clue.id not in learnt
    }


def _walk(
    structure: Structure, begin: Any, entered: Callable[[str, Any, tuple[str, ...]], Any]
) -> None:
    """Walk every path of a player who carries a state, which ``entered`` updates."""
    first = (structure.start, Held(), entered(structure.start, begin, ()))
    ways: dict[tuple[str, Held, Any], tuple[str, ...]] = {first: ()}
    waiting = [first]
    for place, held, carried in waiting:
        way = ways[place, held, carried]
        for choice in _open(structure, place, held):
            target, taken = choice.target, (*way, choice.id)
            after = (target, held.take(choice), entered(target, carried, taken))
            if after not in ways:
                ways[after] = taken
                waiting.append(after)
