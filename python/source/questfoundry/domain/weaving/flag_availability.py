"""Find the flags that a player may hold in each passage, by a forward may/must dataflow analysis.

The nodes of the analysis are the states of the solver: a passage with those flags that a choice
ahead still reads. So conditions are evaluated exactly. For all flags two bit sets suffice: the
flags held by some players, and the flags held by all players. The worklist reaches a fixpoint
because the first set only grows and the second set only shrinks. A stat has one more bit set: the
values that it has for some players. The levels follow from the values.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import compress
from operator import and_, or_
from typing import NamedTuple

from questfoundry.domain.solver import Solver, StateSpace
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import MOST_STEPS, Level, limit_value, make_level


class _FlagStates(NamedTuple):
    space: StateSpace
    flags: Sequence[str]
    stats: Sequence[str]
    some: Sequence[int]
    every: Sequence[int]
    values: Sequence[int]


@lru_cache(maxsize=4)
def find_varying_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """Return, by passage id, the flags that some players in the passage hold and others lack."""
    return {passage: find_dividing_flags(structure, (passage,)) for passage in _collect(structure)}


def find_dividing_flags(structure: Structure, passages: Iterable[str]) -> frozenset[str]:
    """Return the flags that some players in ``passages`` (ids) hold and other players there lack.

    A flag that all players in one passage hold, and no player in another, is included.
    """
    found, collected = _analyse_flags(structure), _collect(structure)
    held = [collected[passage] for passage in passages if passage in collected]
    some, values = (reduce(or_, (each[at] for each in held), 0) for at in (0, 2))
    every = reduce(and_, (each[1] for each in held), -1)
    return select_names(some & ~every, found.flags) | {
        level.id for level, included in _iter_levels(values, found.stats) if included > {True}
    }


@lru_cache(maxsize=4)
def _collect(structure: Structure) -> Mapping[str, tuple[int, int, int]]:
    """Return, by passage id, the flags that some and all players hold, and the values of stats."""
    found = _analyse_flags(structure)
    some, every, values = dict[int, int](), dict[int, int](), dict[int, int]()
    for state, passage in enumerate(found.space.passage):
        some[passage] = some.get(passage, 0) | found.some[state]
        every[passage] = every.get(passage, -1) & found.every[state]
        values[passage] = values.get(passage, 0) | found.values[state]
    return {structure.passages[each].id: (some[each], every[each], values[each]) for each in some}


@lru_cache(maxsize=4)
def find_possible_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """Return, by choice id, the flags that a player who can take the choice may hold."""
    found = _analyse_flags(structure)
    some, values = [0] * len(structure.choices), [0] * len(structure.choices)
    for state, moves in enumerate(found.space.moves):
        for move in moves:
            some[move.choice] |= found.some[state]
            values[move.choice] |= found.values[state]
    return {
        choice.id: select_names(bits, found.flags)
        | {level.id for level, included in _iter_levels(held, found.stats) if True in included}
        for choice, bits, held in zip(structure.choices, some, values, strict=True)
        if not structure.passage(choice.source).ending
    }


@lru_cache(maxsize=4)
def _analyse_flags(structure: Structure) -> _FlagStates:
    space = Solver(structure).explore()
    moves = dict(enumerate(space.moves))
    flags = sorted({flag for choice in structure.choices for flag in choice.grants})
    bit = {flag: 1 << place for place, flag in enumerate(flags)}
    grants = [sum(bit[flag] for flag in choice.grants) for choice in structure.choices]
    stats = sorted({stat for choice in structure.choices for stat in choice.moves})
    some, every = [0] * len(space.passage), [-1] * len(space.passage)
    values = [0] * len(space.passage)
    every[0], values[0] = 0, sum(1 << at * _WIDTH + MOST_STEPS for at in range(len(stats)))
    waiting = deque([0])
    while waiting:
        state = waiting.popleft()
        for move in moves.get(state, ()):
            after, granted = move.state, grants[move.choice]
            before = some[after], every[after], values[after]
            some[after] |= some[state] | granted
            every[after] &= every[state] | granted
            values[after] |= _move_values(values[state], structure.choices[move.choice], stats)
            if (some[after], every[after], values[after]) != before:
                waiting.append(after)
    return _FlagStates(space, flags, stats, some, every, values)


_WIDTH = 2 * MOST_STEPS + 1
"""The number of values that a stat can have, each a bit in a set of values, the lowest first."""


def _move_values(values: int, choice: Choice, stats: Sequence[str]) -> int:
    """Return the values after ``choice``; ``values`` has ``_WIDTH`` bits for each of ``stats``."""
    for stat, step in choice.moves.items():
        at = stats.index(stat) * _WIDTH
        before = values >> at & ((1 << _WIDTH) - 1)
        moved = reduce(
            or_,
            (
                1 << limit_value(bit - MOST_STEPS + step) + MOST_STEPS
                for bit in range(_WIDTH)
                if before >> bit & 1
            ),
            0,
        )
        values ^= (before ^ moved) << at
    return values


def _iter_levels(values: int, stats: Sequence[str]) -> Iterator[tuple[Level, set[bool]]]:
    """Yield each level with the answers whether each of ``values`` includes it."""
    for at, stat in enumerate(stats):
        held = [bit - MOST_STEPS for bit in range(_WIDTH) if values >> at * _WIDTH + bit & 1]
        for threshold in range(1 - MOST_STEPS, MOST_STEPS + 1):
            level = make_level(stat, threshold)
            yield level, {level.includes(value) for value in held}


_ONES = bytes.maketrans(b"01", b"\0\1")


def select_names(bits: int, names: Iterable[str]) -> frozenset[str]:
    """Return the names whose bits are set in ``bits``; the lowest bit stands for the first name."""
    # A long story calls this thousands of times. ``compress`` over the binary digits, lowest
    # first, takes a third of the time of a loop over the bits.
    return frozenset(compress(names, bin(bits)[:1:-1].encode().translate(_ONES)))
