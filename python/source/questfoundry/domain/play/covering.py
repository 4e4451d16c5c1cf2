"""A few arcs that together show all there is to read: every passage, with each insert and without.

What only inserts read makes no states, for there would be too many: each arc is looked for with
the states of moves and one flag more, by what is sure to be read there, in one walk for each of a
few flags; what its player reads is then told by playing it. What the others show as well is taken
out at the end. Without inserts the arcs are at most 1 + 1/2 + ... + 1/n times as many as the
fewest, where an arc shows n things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from questfoundry.domain.play.longest import order_topologically
from questfoundry.domain.play.space import StateSpace

SURE_WEIGHT = 4
"""How many inserts that may be read later weigh as much as one that is."""

CANDIDATE_FLAGS = 4
"""For how many flags, those with most to show, an arc is looked for before one is taken."""


MISSING_WEIGHT = 1 << 20
"""One more thing to show outweighs an arc that is shorter by fewer choices than these."""

Observation = tuple[int, int, bool]
"""A passage, a flag of an insert there, and whether it is held; the passage itself has flag 0."""


def find_covering_playthroughs(space: StateSpace) -> tuple[tuple[str, ...], ...]:
    """The arcs, as ids of choices, those that show most first.

    What lies on no arc is not shown. There are none where an arc may come back to a state, or
    not all states are known.
    """
    ends = [state for state in range(len(space.passage)) if space.is_ending(state)]
    useful = space.find_states_leading_to(ends) if space.is_complete else []
    order = order_topologically(space, useful) if any(useful) else None
    return tuple(_CoverSearch(space, order).iter_playthroughs()) if order is not None else ()


class _CoverSearch:
    """The search for arcs, over states of which each stands before those it leads to.

    What an arc shows, and what is ``missing``, are sights by bits.
    """

    def __init__(self, space: StateSpace, order: Sequence[int]) -> None:
        self._space, self._order, useful = space, order, frozenset(order)
        graph = space.graph
        self._edges = {edge.choice: edge for edges in graph.edges for edge in edges}
        self._reads = [
            [graph.bits[flag] for flag in sorted(passage.conditional_flags)]
            for passage in graph.structure.passages
        ]
        self._moves = {
            state: []
            if space.is_ending(state)
            else [(each.choice, each.state) for each in space.moves[state] if each.state in useful]
            for state in order
        }
        self._bits: dict[Observation, int] = {}
        self._of_flag: dict[int, int] = {}
        self._index_observations()
        self._missing = sum(self._bits.values())

    def iter_playthroughs(self) -> Iterator[tuple[str, ...]]:
        """Those that are needed, the choices of each by id."""
        found: list[tuple[tuple[int, ...], int]] = []
        while self._missing:
            best = self._find_best(self._find_missing_flags())
            if not best[1] & self._missing:
                # Without what may be read later there is sure to be something.
                best = self._find_best(0)
            self._missing &= ~best[1]
            found.append(best)
        choices = self._space.graph.structure.choices
        for route in _drop_redundant(found):
            yield tuple(choices[each].id for each in route)

    def _index_observations(self) -> None:
        """Give what players read a bit: whether a flag may be held, and may not, flag by flag."""
        space, every = self._space, sum(self._space.graph.bits.values())
        held = dict.fromkeys(self._order, 0)
        lacked = {**dict.fromkeys(self._order, 0), 0: every}
        for state in self._order:
            number = space.passage[state]
            self._index_observation((number, 0, True))
            for flag in self._reads[number]:
                for flags, holds in ((held, True), (lacked, False)):
                    if flags[state] & flag:
                        self._index_observation((number, flag, holds))
            for choice, after in self._moves[state]:
                grants = self._edges[choice].grants
                held[after] |= held[state] | grants
                lacked[after] |= lacked[state] & ~grants

    def _index_observation(self, observation: Observation) -> None:
        bit = self._bits.setdefault(observation, 1 << len(self._bits))
        self._of_flag[observation[1]] = self._of_flag.get(observation[1], 0) | bit

    def _find_missing_flags(self) -> int:
        """The flags whose inserts are missing."""
        return sum(
            {flag for (_, flag, held), bit in self._bits.items() if held and bit & self._missing}
        )

    def _find_best(self, wanted: int) -> tuple[tuple[int, ...], int]:
        """An arc, and what it shows."""
        missing = {flag: self._count_missing(bits) for flag, bits in self._of_flag.items()}
        flags = sorted(filter(missing.get, missing), key=lambda flag: -missing[flag])[
            :CANDIDATE_FLAGS
        ]
        candidates = [
            (route, self._observe(route))
            for route in (self._find_heaviest(flag, wanted) for flag in flags)
        ]
        return max(candidates, key=lambda each: self._count_missing(each[1]))

    def _count_missing(self, sights: int) -> int:
        return (sights & self._missing).bit_count()

    def _find_heaviest(self, flag: int, wanted: int) -> tuple[int, ...]:
        """The choices of the arc with most that is missing and sure, the ``flag``'s among it.

        Of several it is a shortest, by the first choices.
        """
        passages = self._space.passage
        gains = [
            [self._passage_gain(place, flag, held=held) for place in range(len(self._reads))]
            for held in (False, True)
        ]
        answers = {each: self._choice_gain(each, flag, wanted) for each in self._edges}
        granting = {each: bool(edge.grants & flag) for each, edge in self._edges.items()}
        best: tuple[dict[int, int], dict[int, int]] = ({}, {})
        onward: dict[tuple[int, bool], tuple[int, tuple[int, bool]]] = {}
        for state in reversed(self._order):
            for held in (False, True) if flag else (False,):
                most = None
                for choice, after in self._moves[state]:
                    then = held or granting[choice]
                    ahead = best[then][after] + answers[choice] - 1
                    if most is None or ahead > most:
                        most, onward[state, held] = ahead, (choice, (after, then))
                best[held][state] = (most or 0) + gains[held][passages[state]]
        here, choice = (self._order[0], False), list[int]()
        while here in onward:
            choice, here = onward[here]
            choice.append(choice)
        return tuple(choice)

    def _passage_gain(self, place: int, flag: int, *, held: bool) -> int:
        """How much of the passage is missing, with or without the flag."""
        both = self._bits.get((place, 0, True), 0) | self._bits.get((place, flag, held), 0)
        return SURE_WEIGHT * MISSING_WEIGHT * self._count_missing(both)

    def _choice_gain(self, choice: int, flag: int, wanted: int) -> int:
        """How many missing inserts answer the choice where it leads, the flag's left out.

        Those that may be read later count for less.
        """
        edge = self._edges[choice]
        grants = edge.grants & ~flag
        if not grants & wanted:
            return 0
        reads = (each for each in self._reads[edge.target] if each & grants)
        sure = sum(
            self._count_missing(self._bits.get((edge.target, each, True), 0)) for each in reads
        )
        return MISSING_WEIGHT * (SURE_WEIGHT * sure + (grants & wanted).bit_count())

    def _observe(self, route: Sequence[int]) -> int:
        """What the player reads who takes these choices."""
        held, here, seen = 0, self._space.graph.start, 0
        for choice in (*route, None):
            seen |= self._bits[here, 0, True]
            for flag in self._reads[here]:
                seen |= self._bits[here, flag, bool(held & flag)]
            if choice is not None:
                held, here = held | self._edges[choice].grants, self._edges[choice].target
        return seen


def _drop_redundant(routes: Sequence[tuple[tuple[int, ...], int]]) -> Iterator[tuple[int, ...]]:
    """The arcs without those of which the others show everything."""
    left = dict(enumerate(seen for _, seen in routes))
    for number, (route, seen) in enumerate(routes):
        del left[number]
        if seen & ~reduce(or_, left.values(), 0):
            left[number] = seen
            yield route
