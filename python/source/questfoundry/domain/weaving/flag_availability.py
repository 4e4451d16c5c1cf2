"""What some players hold in a passage, and some do not: what an option or an insert can ask for."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from questfoundry.domain.bitset import named
from questfoundry.domain.story.passage import Structure


class _Held(NamedTuple):
    """Of the players in one state, as bits: the flags that some hold, and those that all do."""

    some: int
    every: int

    def joined(self, other: _Held) -> _Held:
        return _Held(self.some | other.some, self.every & other.every)


@lru_cache(maxsize=4)
def held_by_some(structure: Structure) -> Mapping[str, frozenset[str]]:
    """By passage, the flags that some players hold there and some do not."""
    found = _held(structure)
    by_passage: dict[str, _Held] = {}
    for (passage, _), held in found.states.items():
        met = by_passage.get(passage)
        by_passage[passage] = met.joined(held) if met else held
    return {passage: found.named(held.some & ~held.every) for passage, held in by_passage.items()}


@lru_cache(maxsize=4)
def held_by_takers(structure: Structure) -> Mapping[str, frozenset[str]]:
    """By choice, the flags that some players hold to whom it is open."""
    found = _held(structure)
    some = {
        choice.id: 0 for passage in structure.passages for choice in structure.offered(passage.id)
    }
    for (passage, known), held in found.states.items():
        for choice in structure.offered(passage):
            if choice.requires <= known and not choice.forbids & known:
                some[choice.id] |= held.some
    return {choice: found.named(bits) for choice, bits in some.items()}


class _States(NamedTuple):
    """What is held in each passage, by what is known there; the bits stand for ``flags``."""

    flags: Sequence[str]
    states: Mapping[tuple[str, frozenset[str]], _Held]

    def named(self, bits: int) -> frozenset[str]:
        return named(bits, self.flags)


@lru_cache(maxsize=4)
def _held(structure: Structure) -> _States:
    """Everything that can be held.

    Conditions are played, so it is exact: states tell apart the flags that a choice ahead asks
    for. Of all others it is enough to know whether they can, and must, be held in a state, for
    nothing depends on them.
    """
    flags = sorted({flag for choice in structure.choices for flag in choice.grants})
    bit = {flag: 1 << place for place, flag in enumerate(flags)}
    grants = {choice.id: sum(bit[flag] for flag in choice.grants) for choice in structure.choices}
    asked = _asked_ahead(structure)
    states: dict[tuple[str, frozenset[str]], _Held] = {(structure.start, frozenset()): _Held(0, 0)}
    waiting = deque(states)
    while waiting:
        passage, known = waiting.popleft()
        held = states[passage, known]
        for choice in structure.offered(passage):
            if not choice.requires <= known or choice.forbids & known:
                continue
            granted = grants[choice.id]
            after = (choice.target, (known | choice.grants) & asked[choice.target])
            arriving = _Held(held.some | granted, held.every | granted)
            met = states.get(after)
            joined = met.joined(arriving) if met else arriving
            if joined != met:
                states[after] = joined
                waiting.append(after)
    return _States(flags, states)


def _asked_ahead(structure: Structure) -> Mapping[str, frozenset[str]]:
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
