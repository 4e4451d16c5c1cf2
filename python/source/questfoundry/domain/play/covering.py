"""A few arcs that together show all there is to read: every passage, with each insert and without.

What only inserts read makes no states, for there would be too many: each arc is looked for with
the states of moves and one flag more, by what is sure to be read there, in one walk for each of a
few flags; what its player reads is then told by playing it. What the others show as well is taken
out at the end. Without inserts the arcs are at most 1 + 1/2 + ... + 1/n times as many as the
fewest, where an arc shows n things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.domain.play.longest import in_order
from questfoundry.domain.play.space import Move, Space

SURE = 4
"""How many inserts that may be read later weigh as much as one that is."""

TRIED = 4
"""For how many flags, those with most to show, an arc is looked for before one is taken."""


@frozen
class Sight:
    """A passage as some player reads it: with the insert for a flag, or without it.

    Without a flag it is the passage itself; numbers and bits are those of the graph.
    """

    passage: int
    flag: int = 0
    held: bool = True


def covering_arcs(space: Space) -> tuple[tuple[str, ...], ...]:
    """The arcs, as ids of choices, those that show most first.

    What lies on no arc is not shown. There are none where an arc may come back to a state, or
    not all states are known.
    """
    ends = [state for state in range(len(space.passage)) if space.ended(state)]
    useful = space.leading_to(ends) if space.complete else []
    order = in_order(space, useful) if any(useful) else None
    return tuple(_Covering(space, order).arcs()) if order is not None else ()


class _Covering:
    """The search for arcs, over states of which each stands before those it leads to."""

    def __init__(self, space: Space, order: Sequence[int]) -> None:
        self._space, self._order, self._useful = space, order, frozenset(order)
        structure = space.graph.structure
        self._numbers = {each.id: number for number, each in enumerate(structure.passages)}
        self._grants = {edge.choice: edge.grants for edges in space.graph.edges for edge in edges}
        self._reads = [
            [space.graph.bits[flag] for flag in sorted(passage.reads)]
            for passage in structure.passages
        ]
        self._missing = self._all()
        self._wanted = 0

    def arcs(self) -> Iterator[tuple[str, ...]]:
        """Those that are needed, the choices of each by id."""
        found: list[tuple[tuple[int, ...], frozenset[Sight]]] = []
        while self._missing:
            self._wanted = sum({each.flag for each in self._missing if each.held})
            best = self._best()
            if not best[1] & self._missing:
                # Without what may be read later there is sure to be something.
                self._wanted = 0
                best = self._best()
            self._missing -= best[1]
            found.append(best)
        choices = self._space.graph.structure.choices
        for arc in _needed(found):
            yield tuple(choices[each].id for each in arc)

    def _best(self) -> tuple[tuple[int, ...], frozenset[Sight]]:
        """An arc, and what it shows."""
        counted = Counter(each.flag for each in self._missing)
        flags = (flag for flag, _ in counted.most_common(TRIED))
        tried = [(arc, frozenset(self._shown(arc))) for arc in map(self._arc, flags)]
        return max(tried, key=lambda each: len(each[1] & self._missing))

    def _all(self) -> set[Sight]:
        """What players read: whether a flag may be held, and may not, is known flag by flag."""
        space, every = self._space, sum(self._space.graph.bits.values())
        held = dict.fromkeys(self._order, 0)
        without = {**dict.fromkeys(self._order, 0), 0: every}
        found = set[Sight]()
        for state in self._order:
            number = space.passage[state]
            found.add(Sight(number))
            for flag in self._reads[number]:
                found |= {Sight(number, flag)} if held[state] & flag else set()
                found |= {Sight(number, flag, held=False)} if without[state] & flag else set()
            for move in self._ahead(state):
                grants = self._grants[move.choice]
                held[move.state] |= held[state] | grants
                without[move.state] |= without[state] & ~grants
        return found

    def _arc(self, flag: int) -> tuple[int, ...]:
        """The choices of the arc with most that is missing and sure, the ``flag``'s among it.

        Of several it is a shortest, by the first choices.
        """
        best: dict[tuple[int, int], tuple[int, int]] = {}
        after: dict[tuple[int, int], tuple[Move, int]] = {}
        for state in reversed(self._order):
            for held in (0, flag) if flag else (0,):
                gain, length = 0, 0
                for move in self._ahead(state):
                    then = held | (self._grants[move.choice] & flag)
                    more, further = best[move.state, then]
                    ahead = (more + self._answers(move, flag), further - 1)
                    if (state, held) not in after or ahead > (gain, length):
                        (gain, length), after[state, held] = ahead, (move, then)
                best[state, held] = (gain + self._gain(state, flag, held=bool(held)), length)
        here, taken = (self._order[0], 0), list[int]()
        while here in after:
            move, then = after[here]
            taken.append(move.choice)
            here = move.state, then
        return tuple(taken)

    def _gain(self, state: int, flag: int, *, held: bool) -> int:
        """How much of the passage is missing, with or without the flag."""
        number = self._space.passage[state]
        seen = {Sight(number), Sight(number, flag, held=held)}
        return SURE * len(seen & self._missing)

    def _answers(self, move: Move, flag: int) -> int:
        """How many missing inserts answer the choice where it leads, the flag's left out.

        Those that may be read later count for less.
        """
        number, grants = self._space.passage[move.state], self._grants[move.choice] & ~flag
        if not grants & self._wanted:
            return 0
        answers = (Sight(number, each) for each in self._reads[number] if each & grants)
        later = (grants & self._wanted).bit_count()
        return SURE * sum(each in self._missing for each in answers) + later

    def _shown(self, arc: Sequence[int]) -> Iterator[Sight]:
        """What the player reads who takes these choices."""
        choices = self._space.graph.structure.choices
        held, here = 0, self._space.graph.start
        for taken in (*arc, None):
            yield Sight(here)
            yield from (Sight(here, flag, bool(held & flag)) for flag in self._reads[here])
            if taken is not None:
                held, here = held | self._grants[taken], self._numbers[choices[taken].target]

    def _ahead(self, state: int) -> Iterator[Move]:
        """The moves from which an ending can be reached; none where the story is over."""
        if not self._space.ended(state):
            yield from (each for each in self._space.moves[state] if each.state in self._useful)


def _needed(
    arcs: Sequence[tuple[tuple[int, ...], frozenset[Sight]]],
) -> Iterator[tuple[int, ...]]:
    """The arcs without those of which the others show everything."""
    times = Counter(sight for _, sights in arcs for sight in sights)
    for arc, sights in arcs:
        if all(times[each] > 1 for each in sights):
            times.subtract(sights)
        else:
            yield arc
