"""Find the flags that a player may hold in each passage, by a forward may/must dataflow analysis.

A node of the analysis is a passage together with the live flags that the player holds there. Live
flags are those that a choice ahead still reads, so conditions are evaluated exactly. For all other
flags two bit sets suffice: the flags held by some players, and the flags held by all players. The
worklist reaches a fixpoint because the first set only grows and the second set only shrinks. The
cost is linear in the number of nodes, which is exponential in the number of live flags at worst.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from questfoundry.domain.story.passage import Structure


class _FlagBits(NamedTuple):
    """The flags that some players hold, and the flags that all players hold, as bit sets."""

    some_players: int
    all_players: int

    def merge(self, other: _FlagBits) -> _FlagBits:
        return _FlagBits(
            self.some_players | other.some_players, self.all_players & other.all_players
        )


@lru_cache(maxsize=4)
def find_varying_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """Return, by passage id, the flags that some players in the passage hold and others lack."""
    found = _analyse_flags(structure)
    by_passage: dict[str, _FlagBits] = {}
    for (passage, _), bits in found.states.items():
        known = by_passage.get(passage)
        by_passage[passage] = known.merge(bits) if known else bits
    return {
        passage: found.name_flags(bits.some_players & ~bits.all_players)
        for passage, bits in by_passage.items()
    }


@lru_cache(maxsize=4)
def find_possible_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """Return, by choice id, the flags that a player who can take the choice may hold.

    The set is empty for a choice that no player can take.
    """
    found = _analyse_flags(structure)
    some = {
        choice.id: 0
        for passage in structure.passages
        for choice in structure.selectable_choices(passage.id)
    }
    for (passage, known), bits in found.states.items():
        for choice in structure.selectable_choices(passage):
            if choice.is_open(known):
                some[choice.id] |= bits.some_players
    return {choice: found.name_flags(bits) for choice, bits in some.items()}


class _FlagStates(NamedTuple):
    """The flags that players may hold in every reachable state of a story.

    A state is a passage id with those flags of the player that a later choice reads.
    """

    flags: Sequence[str]
    states: Mapping[tuple[str, frozenset[str]], _FlagBits]

    def name_flags(self, bits: int) -> frozenset[str]:
        return select_names(bits, self.flags)


@lru_cache(maxsize=4)
def _analyse_flags(structure: Structure) -> _FlagStates:
    flags = sorted({flag for choice in structure.choices for flag in choice.grants})
    bit = {flag: 1 << place for place, flag in enumerate(flags)}
    grants = {choice.id: sum(bit[flag] for flag in choice.grants) for choice in structure.choices}
    live = _find_live_flags(structure)
    states: dict[tuple[str, frozenset[str]], _FlagBits] = {
        (structure.start, frozenset()): _FlagBits(0, 0)
    }
    waiting = deque(states)
    while waiting:
        passage, known = waiting.popleft()
        bits = states[passage, known]
        for choice in structure.selectable_choices(passage):
            if not choice.is_open(known):
                continue
            granted = grants[choice.id]
            following = (choice.target, (known | choice.grants) & live[choice.target])
            arriving = _FlagBits(bits.some_players | granted, bits.all_players | granted)
            previous = states.get(following)
            merged = previous.merge(arriving) if previous else arriving
            if merged != previous:
                states[following] = merged
                waiting.append(following)
    return _FlagStates(flags, states)


def _find_live_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """Find live flags by the backward liveness analysis of compilers, with a worklist."""
    live: dict[str, frozenset[str]] = defaultdict(frozenset)
    for choice in structure.choices:
        live[choice.source] |= choice.requires | choice.forbids
    waiting = deque(live)
    while waiting:
        passage = waiting.popleft()
        for choice in structure.incoming_choices(passage):
            if not live[passage] <= live[choice.source]:
                live[choice.source] |= live[passage]
                waiting.append(choice.source)
    return live


_ONES = bytes.maketrans(b"01", b"\0\1")


def select_names(bits: int, names: Sequence[str]) -> frozenset[str]:
    """Return the names whose bits are set in ``bits``; the lowest bit stands for the first name."""
    # A long story calls this thousands of times. ``compress`` over the binary digits, lowest
    # first, takes a third of the time of a loop over the bits.
    return frozenset(compress(names, bin(bits)[:1:-1].encode().translate(_ONES)))
