"""Find the flags that a player may hold in each passage, by a forward may/must dataflow analysis.

The nodes of the analysis are the states of the solver: a passage with those flags that a choice
ahead still reads. So conditions are evaluated exactly. For all flags two bit sets suffice: the
flags held by some players, and the flags held by all players. The worklist reaches a fixpoint
because the first set only grows and the second set only shrinks.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from questfoundry.domain.solver import Solver, StateSpace
from questfoundry.domain.story.passage import Structure


class _FlagStates(NamedTuple):
    space: StateSpace
    flags: Sequence[str]
    some: Sequence[int]
    every: Sequence[int]


@lru_cache(maxsize=4)
def find_varying_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """Return, by passage id, the flags that some players in the passage hold and others lack."""
    found = _analyse_flags(structure)
    some, every = dict[int, int](), dict[int, int]()
    for passage, may, must in zip(found.space.passage, found.some, found.every, strict=True):
        some[passage] = some.get(passage, 0) | may
        every[passage] = every.get(passage, -1) & must
    return {
        structure.passages[passage].id: select_names(some[passage] & ~every[passage], found.flags)
        for passage in some
    }


@lru_cache(maxsize=4)
def find_possible_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """Return, by choice id, the flags that a player who can take the choice may hold."""
    found = _analyse_flags(structure)
    some = [0] * len(structure.choices)
    for moves, may in zip(found.space.moves, found.some, strict=False):
        for move in moves:
            some[move.choice] |= may
    return {
        choice.id: select_names(bits, found.flags)
        for choice, bits in zip(structure.choices, some, strict=True)
        if not structure.passage(choice.source).ending
    }


@lru_cache(maxsize=4)
def _analyse_flags(structure: Structure) -> _FlagStates:
    space = Solver(structure).explore()
    moves = dict(enumerate(space.moves))
    flags = sorted({flag for choice in structure.choices for flag in choice.grants})
    bit = {flag: 1 << place for place, flag in enumerate(flags)}
    grants = [sum(bit[flag] for flag in choice.grants) for choice in structure.choices]
    some, every = [0] * len(space.passage), [-1] * len(space.passage)
    every[0] = 0
    waiting = deque([0])
    while waiting:
        state = waiting.popleft()
        for move in moves.get(state, ()):
            after, granted = move.state, grants[move.choice]
            before = some[after], every[after]
            some[after] |= some[state] | granted
            every[after] &= every[state] | granted
            if (some[after], every[after]) != before:
                waiting.append(after)
    return _FlagStates(space, flags, some, every)


_ONES = bytes.maketrans(b"01", b"\0\1")


def select_names(bits: int, names: Iterable[str]) -> frozenset[str]:
    """Return the names whose bits are set in ``bits``; the lowest bit stands for the first name."""
    # A long story calls this thousands of times. ``compress`` over the binary digits, lowest
    # first, takes a third of the time of a loop over the bits.
    return frozenset(compress(names, bin(bits)[:1:-1].encode().translate(_ONES)))
