"""What some players hold in a passage, and some do not: what an option or an insert can ask for."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from questfoundry.domain.bitset import select_names
from questfoundry.domain.story.passage import Structure


class _FlagBits(NamedTuple):
    """Of the players in one state, as bits: the flags that some hold, and those that all do."""

    some_players: int
    all_players: int

    def merge(self, other: _FlagBits) -> _FlagBits:
        return _FlagBits(
            self.some_players | other.some_players, self.all_players & other.all_players
        )


@lru_cache(maxsize=4)
def find_varying_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """By passage, the flags that some players hold there and some do not."""
    found = _analyse_flags(structure)
    by_passage: dict[str, _FlagBits] = {}
    for (passage, _), bits in found.states.items():
        known = by_passage.get(passage)
        by_passage[passage] = known.merge(bits) if known else bits
    return {
        passage: found.name_flags(held.some_players & ~held.all_players)
        for passage, held in by_passage.items()
    }


@lru_cache(maxsize=4)
def find_possible_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """By choice, the flags that some players hold to whom it is open."""
    found = _analyse_flags(structure)
    some = {
        choice.id: 0 for passage in structure.passages for choice in structure.offered(passage.id)
    }
    for (passage, known), bits in found.states.items():
        for choice in structure.offered(passage):
            if choice.requires <= known and not choice.forbids & known:
                some[choice.id] |= bits.some_players
    return {choice: found.name_flags(bits) for choice, bits in some.items()}


class _FlagStates(NamedTuple):
    """What is held in each passage, by what is known there; the bits stand for ``flags``."""

    flags: Sequence[str]
    states: Mapping[tuple[str, frozenset[str]], _FlagBits]

    def name_flags(self, bits: int) -> frozenset[str]:
        return select_names(bits, self.flags)


@lru_cache(maxsize=4)
def _analyse_flags(structure: Structure) -> _FlagStates:
    """Everything that can be held.

    Conditions are played, so it is exact: states tell apart the flags that a choice ahead asks
    for. Of all others it is enough to know whether they can, and must, be held in a state, for
    nothing depends on them.
    """
    flags = sorted({flag for choice in structure.choices for flag in choice.grants})
    bit = {flag: 1 << place for place, flag in enumerate(flags)}
    grants = {choice.id: sum(bit[flag] for flag in choice.grants) for choice in structure.choices}
    asked = _find_live_flags(structure)
    states: dict[tuple[str, frozenset[str]], _FlagBits] = {
        (structure.start, frozenset()): _FlagBits(0, 0)
    }
    waiting = deque(states)
    while waiting:
        passage, known = waiting.popleft()
        held = states[passage, known]
        for choice in structure.offered(passage):
            if not choice.requires <= known or choice.forbids & known:
                continue
            granted = grants[choice.id]
            after = (choice.target, (known | choice.grants) & asked[choice.target])
            arriving = _FlagBits(held.some_players | granted, held.all_players | granted)
            met = states.get(after)
            joined = met.merge(arriving) if met else arriving
            if joined != met:
                states[after] = joined
                waiting.append(after)
    return _FlagStates(flags, states)


def _find_live_flags(structure: Structure) -> Mapping[str, frozenset[str]]:
    """By passage, the flags that some choice there or ahead asks for."""
    asked: dict[str, frozenset[str]] = defaultdict(frozenset)
    for choice in structure.choices:
        asked[choice.source] |= choice.requires | choice.forbids
    waiting = deque(asked)
    while waiting:
        passage = waiting.popleft()
        for choice in structure.arriving(passage):
            if not asked[passage] <= asked[choice.source]:
                asked[choice.source] |= asked[passage]
                waiting.append(choice.source)
    return asked
