"""May/must analysis: the flags that are set on some routes to a passage, and on all routes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from heapq import heappop, heappush
from operator import or_
from typing import NamedTuple

from attrs import field, frozen

from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.clue import CHOICE_FLAG, CLUE
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.weaving.flag_availability import select_names


@frozen(kw_only=True)
class Arrival:
    """The facts that hold on arrival at a passage.

    The flags in ``must`` are set on every route there, those in ``may`` on at least one. The
    ``certain_predecessors`` lie on every route there (they are its dominators).
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


def find_arrivals(structure: Structure) -> Mapping[str, Arrival]:
    """Return the arrival at each passage that is reachable from the start, by passage id.

    The analysis ignores the conditions of choices, so it also counts routes that no player can
    take. ``must`` and ``certain_predecessors`` are therefore never too large; ``may`` and
    ``possible_predecessors`` can be slightly too large. A second pass closes the sibling answers of
    every answer that all players must have given.
    """
    graph = _Graph.from_structure(structure)
    found = graph.analyse()
    passages_by_closed: dict[frozenset[int], list[int]] = defaultdict(list)
    for passage, known in found.items():
        if closed := frozenset(graph.find_untaken_choices(known)):
            passages_by_closed[closed].append(passage)
    # One analysis for each distinct set of closed choices, restricted to the passages' ancestors.
    for closed, passages in passages_by_closed.items():
        reanalysed = graph.analyse(closed, graph.find_ancestors(passages, found))
        found |= {each: reanalysed[each] for each in passages if each in reanalysed}
    return {structure.passages[each].id: graph.to_arrival(known) for each, known in found.items()}


class _Known(NamedTuple):
    must: int = 0
    may: int = 0
    certain: int = 0
    possible: int = 0


_UNREACHED = _Known(must=-1, certain=-1)
"""The starting value for a passage that no route has reached yet: every flag counts as set.

``must`` and ``certain`` have all bits set, the neutral element of intersection.
"""


@frozen
class _Edge:
    """The numbers of a choice and its target, and the flags that its takers hold afterwards."""

    choice: int
    target: int
    flags: int


@frozen
class _Fork:
    """A passage with several answers: maps the number of each choice to the flags of its path."""

    answers: Mapping[int, int]
    flags: int = field(init=False)

    @flags.default
    def _join_flags(self) -> int:
        return reduce(or_, self.answers.values())


@frozen(kw_only=True)
class _Graph:
    start: int
    leaving: Sequence[Sequence[_Edge]]
    forks: Sequence[_Fork]
    flags: Sequence[str]
    passages: Sequence[str]

    @classmethod
    def from_structure(cls, structure: Structure) -> _Graph:
        flags = sorted({flag for each in structure.choices for flag in each.requires | each.grants})
        bit = {flag: 1 << number for number, flag in enumerate(flags)}
        choice_number = {each.id: number for number, each in enumerate(structure.choices)}
        passage_number = {each.id: number for number, each in enumerate(structure.passages)}

        def bits(ids: Iterable[str]) -> int:
            return sum(bit[each] for each in ids)

        leaving = [structure.outgoing_choices(passage.id) for passage in structure.passages]
        answers = [[choice for choice in choices if choice.takes] for choices in leaving]
        return cls(
            start=passage_number[structure.start],
            leaving=[
                [
                    _Edge(
                        choice_number[each.id],
                        passage_number[each.target],
                        bits(each.requires | each.grants),
                    )
                    for each in choices
                ]
                for choices in leaving
            ],
            forks=[
                _Fork({choice_number[each.id]: bits(_path_flags(each)) for each in fork})
                for fork in answers
                if len(fork) > 1
            ],
            flags=flags,
            passages=tuple(passage_number),
        )

    def analyse(self, closed: frozenset[int] = frozenset(), among: int = -1) -> dict[int, _Known]:
        """Run a forward dataflow analysis on the passages in ``among`` (bits) to its fixpoint."""
        found = {self.start: _Known()}
        waiting = [self.start]
        while waiting:
            # A heap visits passages in story order, so most routes to a passage are known by then.
            source = heappop(waiting)
            while waiting and waiting[0] == source:
                heappop(waiting)
            known = found[source]
            # The transfer function of a choice, and the join with other routes to its target.
            certain, possible = known.certain | 1 << source, known.possible | 1 << source
            for edge in self.leaving[source]:
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

    def find_ancestors(self, passages: Iterable[int], known: Mapping[int, _Known]) -> int:
        bits = 0
        for each in passages:
            bits |= known[each].possible | 1 << each
        return bits

    def find_untaken_choices(self, known: _Known) -> Iterator[int]:
        """Yield choices that no player took, because all took a sibling, but ``may`` counts."""
        is_open = ~known.must
        for fork in self.forks:
            # Fast path for most forks: no answer is certain, or no other answer is possible.
            if not fork.flags & known.must or not fork.flags & is_open & known.may:
                continue
            if any(flags and not flags & is_open for flags in fork.answers.values()):
                for each, flags in fork.answers.items():
                    if flags & is_open and flags & known.may:
                        yield each

    def to_arrival(self, known: _Known) -> Arrival:
        return Arrival(
            must=select_names(known.must, self.flags),
            may=select_names(known.may, self.flags),
            certain_predecessors=select_names(known.certain, self.passages),
            possible=known.possible,
            passages=self.passages,
        )


def _path_flags(answer: Choice) -> frozenset[str]:
    """Omit choice flags and clues, because another choice of the same answer may lack them."""
    return frozenset(each for each in answer.grants if kind_of(each) not in (CLUE, CHOICE_FLAG))
