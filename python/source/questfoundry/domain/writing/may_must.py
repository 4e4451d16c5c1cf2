"""May/must analysis: the flags that are set on some routes to a passage, and on all routes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from heapq import heappop, heappush
from operator import or_
from typing import NamedTuple

from attrs import field, frozen

from questfoundry.domain.ids import kind_of
from questfoundry.domain.solver import Values, find_value_ranges
from questfoundry.domain.story.entity import CHOICE_FLAG, CLUE
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import MOST_STEPS, make_level, read_level
from questfoundry.domain.weaving.flag_availability import select_names


@frozen(kw_only=True)
class Arrival:
    """The flags and predecessors that are possible or certain on arrival at a passage.

    The flags in ``must`` are set on every route to the passage, the flags in ``may`` on at least
    one route. The ``certain_predecessors`` lie on every route (they are its dominators).
    """

    must: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()
    certain_predecessors: frozenset[str] = frozenset()
    _possible: int = field(default=0, repr=False, eq=False)
    _passages: Sequence[str] = field(default=(), repr=False, eq=False)

    @cached_property
    def possible_predecessors(self) -> frozenset[str]:
        """The passages that lie on at least one route to this one; computed when first read."""
        return select_names(self._possible, self._passages)


class _Known(NamedTuple):
    must: int = 0
    may: int = 0
    certain: int = 0
    possible: int = 0


_UNREACHED = _Known(must=-1, certain=-1)
"""The starting value for a passage that no route has reached yet: every flag counts as set.

``must`` and ``certain`` have all bits set, the neutral element of intersection.
"""


class _Edge(NamedTuple):
    choice: int
    target: int
    flags: int


def find_arrivals(structure: Structure) -> Mapping[str, Arrival]:
    """Return the arrival at each passage that is reachable from the start, by passage id.

    The analysis ignores the conditions of choices, so it also counts routes that no player can
    take. ``must`` and ``certain_predecessors`` are therefore never too large; ``may`` and
    ``possible_predecessors`` can be slightly too large. If all players must have given one answer
    at a fork, a second pass closes the other answers. The levels of
    a stat follow from the least and the greatest value that it can have.
    """
    ranges = find_value_ranges(structure)
    flags = sorted(
        flag
        for flag in {flag for each in structure.choices for flag in each.requires | each.grants}
        if not (ranges and read_level(flag))
    )
    bit = {flag: 1 << number for number, flag in enumerate(flags)}
    passages = {each.id: number for number, each in enumerate(structure.passages)}
    leaving: list[list[_Edge]] = [[] for _ in passages]
    forks: list[dict[int, int]] = [{} for _ in passages]
    for number, choice in enumerate(structure.choices):
        held, source = choice.requires | choice.grants, passages[choice.source]
        edge = _Edge(number, passages[choice.target], sum(bit.get(each, 0) for each in held))
        leaving[source].append(edge)
        if choice.takes:
            # Another choice of the same answer may lack its choice flags and clues.
            path = (each for each in choice.grants if kind_of(each) not in (CLUE, CHOICE_FLAG))
            forks[source][number] = sum(bit[each] for each in path)
    start, found_by_closed = passages[structure.start], defaultdict[frozenset[int], list[int]](list)
    found = _analyse(leaving, start)
    forks = [each for each in forks if len(each) > 1]
    for passage, known in found.items():
        if closed := frozenset(_find_untaken_choices(forks, known)):
            found_by_closed[closed].append(passage)
    # One analysis for each distinct set of closed choices, restricted to the passages' ancestors.
    for closed, places in found_by_closed.items():
        among = reduce(or_, (found[each].possible | 1 << each for each in places))
        again = _analyse(leaving, start, closed, among)
        found |= {each: again[each] for each in places if each in again}
    names = tuple(passages)
    levels = {each: _list_levels(values) for each, values in ranges.items()}
    return {
        names[place]: Arrival(
            must=select_names(known.must, flags) | levels.get(names[place], _NO_LEVELS)[0],
            may=select_names(known.may, flags) | levels.get(names[place], _NO_LEVELS)[1],
            certain_predecessors=select_names(known.certain, names),
            possible=known.possible,
            passages=names,
        )
        for place, known in found.items()
    }


_NO_LEVELS = frozenset[str](), frozenset[str]()


def _list_levels(ranges: Values) -> tuple[frozenset[str], frozenset[str]]:
    """Return the levels that all values in ``ranges`` include, and those that some include."""
    levels = [
        (make_level(stat, each), values)
        for stat, values in ranges.items()
        for each in range(1 - MOST_STEPS, MOST_STEPS + 1)
    ]
    return (
        frozenset(level.id for level, values in levels if all(map(level.includes, values))),
        frozenset(level.id for level, values in levels if any(map(level.includes, values))),
    )


def _analyse(
    leaving: Sequence[Sequence[_Edge]],
    start: int,
    closed: frozenset[int] = frozenset(),
    among: int = -1,
) -> dict[int, _Known]:
    """Return the facts on arrival at each passage, from a forward dataflow analysis.

    Choices in ``closed`` are ignored. Only the passages in the bit mask ``among`` are visited.
    """
    found = {start: _Known()}
    waiting = [start]
    while waiting:
        # A heap visits passages in story order, so most routes to a passage are known by then.
        source = heappop(waiting)
        while waiting and waiting[0] == source:
            heappop(waiting)
        known = found[source]
        # The transfer function of a choice, and the join with other routes to its target.
        certain, possible = known.certain | 1 << source, known.possible | 1 << source
        for edge in leaving[source]:
            if edge.choice in closed or not among >> edge.target & 1:
                continue
            before = found.get(edge.target, _UNREACHED)
            joined = _Known(
                before.must & (known.must | edge.flags),
                before.may | known.may | edge.flags,
                before.certain & certain,
                before.possible | possible,
            )
            if joined != before:
                found[edge.target] = joined
                heappush(waiting, edge.target)
    return found


def _find_untaken_choices(forks: Sequence[Mapping[int, int]], known: _Known) -> Iterator[int]:
    """Yield the choices at forks where every player must have taken another choice.

    Only choices whose flags ``known.may`` wrongly contains are included.
    """
    is_open = ~known.must
    for answers in forks:
        if any(flags and not flags & is_open for flags in answers.values()):
            yield from (each for each, flags in answers.items() if flags & is_open & known.may)
