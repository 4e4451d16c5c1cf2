"""Find a small set of playthroughs that together show every passage and every conditional text.

This is greedy set cover (Chvátal 1979). Each round adds the playthrough that shows most of the
passages and texts not shown yet, found by dynamic programming over the states. At the end, a
playthrough is removed if the other playthroughs show everything that it shows.

States contain no flags that only conditional texts read. Instead, each search tracks one of these
flags exactly. In a story without conditional texts, the result is at most ``1 + 1/2 + ... + 1/n``
times as large as the minimum, where ``n`` is the largest number of passages in one playthrough.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from questfoundry.domain.solver.graph import Edge
from questfoundry.domain.solver.space import StateSpace, order_useful_states

SURE_WEIGHT = 4
"""The weight of a text that is certainly read, relative to a text that may be read later."""

CANDIDATE_FLAGS = 4
"""The number of flags (those with most missing texts) for which each round searches a route."""

MISSING_WEIGHT = 1 << 20
"""The weight of one text not shown yet, relative to the cost of one more choice in a route."""

Observation = tuple[int, int, bool]
"""A passage, a flag that its conditional texts read, and whether the flag is set.

The flag is 0 for the passage itself.
"""


def find_covering_playthroughs(space: StateSpace) -> tuple[tuple[str, ...], ...]:
    """Return playthroughs, as choice ids, that together show every passage and conditional text.

    The result is empty if a playthrough can repeat a state, or if ``space`` is incomplete.
    """
    order = order_useful_states(space)
    return tuple(_CoverSearch(space, order).iter_playthroughs()) if order is not None else ()


class _CoverSearch:
    """A greedy search for playthroughs that together show every passage and conditional text.

    One bit represents each observation: a passage, or a passage with one value (set or unset) of a
    flag that its conditional texts read. ``_missing`` is the mask of the observations that no
    playthrough covers yet.
    """

    def __init__(self, space: StateSpace, order: Sequence[int]) -> None:
        self._space, self._order = space, order
        place_of = {state: place for place, state in enumerate(order)}
        graph = space.graph
        self._edges = [edge for edges in graph.edges for edge in edges]
        numbers = {edge: number for number, edge in enumerate(self._edges)}
        self._reads = [
            [graph.bits[flag] for flag in sorted(passage.conditional_flags)]
            for passage in graph.structure.passages
        ]
        # For each place in the order, the edges and the places of the next states.
        self._moves = [
            []
            if space.is_ending(state)
            else [
                (numbers[each.edge], place_of[each.state])
                for each in space.moves[state]
                if each.state in place_of
            ]
            for state in order
        ]
        self._bits: dict[Observation, int] = {}
        self._of_flag: dict[int, int] = {}
        self._index_observations()
        self._missing = sum(self._bits.values())

    def iter_playthroughs(self) -> Iterator[tuple[str, ...]]:
        found: list[tuple[tuple[int, ...], int]] = []
        while self._missing:
            missing = {
                flag for (_, flag, held), bit in self._bits.items() if held and bit & self._missing
            }
            best = self._find_best(sum(missing))
            if not best[1] & self._missing:
                # Counting only what is read for certain, some route shows something new.
                best = self._find_best(0)
            self._missing &= ~best[1]
            found.append(best)
        choices = self._space.graph.structure.choices
        for route in _drop_redundant(found):
            yield tuple(choices[self._edges[each].choice].id for each in route)

    def _index_observations(self) -> None:
        for state in self._order:
            number = self._space.passage[state]
            self._index_observation((number, 0, True))
            for flag in self._reads[number]:
                for holds in (True, False):
                    if self._space.may_hold(state, flag, held=holds):
                        self._index_observation((number, flag, holds))

    def _index_observation(self, observation: Observation) -> None:
        bit = self._bits.setdefault(observation, 1 << len(self._bits))
        self._of_flag[observation[1]] = self._of_flag.get(observation[1], 0) | bit

    def _find_best(self, wanted: int) -> tuple[tuple[int, ...], int]:
        """Return the best candidate route, as edge numbers, and the mask of its observations.

        Granting a flag in ``wanted`` counts as a gain, because a later text may read the flag.
        """
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
        """Return the edges of the route that should show the most missing observations.

        Observations of ``flag`` are counted exactly. For another flag in ``wanted``, a choice
        that grants the flag counts as a gain.
        """
        passages = [self._space.passage[state] for state in self._order]
        gains = [
            [self._passage_gain(place, flag, held=held) for place in range(len(self._reads))]
            for held in (False, True)
        ]
        answers = [self._choice_gain(each, flag, wanted) for each in self._edges]
        # Dynamic programming backwards over the acyclic states, doubled by the one tracked flag:
        # the heaviest continuation of each state. Linear in the moves.
        best = [0] * len(passages), [0] * len(passages)
        follows = [[bool(edge.apply(each) & flag) for edge in self._edges] for each in (0, flag)]
        rows = [[best[held] for held in each] for each in follows]
        onward: dict[tuple[int, bool], tuple[int, int]] = {}
        for place in range(len(passages) - 1, -1, -1):
            for held in (False, True) if flag else (False,):
                row, most, chosen = rows[held], 0, None
                for edge, after in self._moves[place]:
                    ahead = row[edge][after] + answers[edge]
                    if chosen is None or ahead > most:
                        most, chosen = ahead, (edge, after)
                if chosen:
                    onward[place, held] = chosen
                    most -= 1
                best[held][place] = most + gains[held][passages[place]]
        here, held, route = 0, False, list[int]()
        while (here, held) in onward:
            edge, here = onward[here, held]
            held = follows[held][edge]
            route.append(edge)
        return tuple(route)

    def _passage_gain(self, place: int, flag: int, *, held: bool) -> int:
        both = self._bits.get((place, 0, True), 0) | self._bits.get((place, flag, held), 0)
        return SURE_WEIGHT * MISSING_WEIGHT * self._count_missing(both)

    def _choice_gain(self, edge: Edge, flag: int, wanted: int) -> int:
        """Return the gain of a choice; a text in the next passage counts more than a later text."""
        grants = edge.grants & ~flag
        if not grants & wanted:
            return 0
        reads = (each for each in self._reads[edge.target] if each & grants)
        sure = sum(
            self._count_missing(self._bits.get((edge.target, each, True), 0)) for each in reads
        )
        return MISSING_WEIGHT * (SURE_WEIGHT * sure + (grants & wanted).bit_count())

    def _observe(self, route: Sequence[int]) -> int:
        held, here, seen = 0, self._space.graph.start, 0
        for number in (*route, None):
            seen |= self._bits[here, 0, True]
            for flag in self._reads[here]:
                seen |= self._bits[here, flag, bool(held & flag)]
            if number is not None:
                held, here = self._edges[number].apply(held), self._edges[number].target
        return seen


def _drop_redundant(routes: Sequence[tuple[tuple[int, ...], int]]) -> Iterator[tuple[int, ...]]:
    left = dict(enumerate(seen for _, seen in routes))
    for number, (route, seen) in enumerate(routes):
        del left[number]
        if seen & ~reduce(or_, left.values(), 0):
            left[number] = seen
            yield route
