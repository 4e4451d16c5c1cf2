"""May/must analysis: the flags that are set on some, and on all, ways to a passage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from heapq import heappop, heappush
from operator import or_
from typing import NamedTuple

from attrs import field, frozen

from questfoundry.domain.bitset import select_names
from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.choice_flag import CHOICE_FLAG
from questfoundry.domain.story.clue import CLUE
from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class Arrival:
    """What is known on arrival at a passage.

    The flags in ``must`` are set on every way there, those in ``may`` on at least one;
    ``behind`` are the passages that lie before it on every way.
    """

    must: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()
    certain_predecessors: frozenset[str] = frozenset()
    _possible: int = field(default=0, repr=False, eq=False)
    _passages: Sequence[str] = field(default=(), repr=False, eq=False)

    @cached_property
    def possible_predecessors(self) -> frozenset[str]:
        """The passages that lie before it on at least one way: made when it is asked for."""
        return select_names(self._possible, self._passages)


def find_arrivals(structure: Structure) -> Mapping[str, Arrival]:
    """By passage, each that some way leads to.

    Ways are not played: one that no player can take counts too, so that ``must`` and
    ``behind`` never hold too much, and ``may`` and ``met`` may hold a little more than can be. But
    where all have taken one of several answers, ways through the others do not count: a passage
    that asks for a flag is met on the ways on which it was granted.
    """
    ways = _Graph.from_structure(structure)
    found = ways.analyse()
    by_shut: dict[frozenset[int], list[int]] = defaultdict(list)
    for passage, known in found.items():
        if shut := frozenset(ways.find_untaken_choices(known)):
            by_shut[shut].append(passage)
    for shut, passages in by_shut.items():  # one after the other: each knows as much as the story
        open_ways = ways.analyse(shut, ways.find_ancestors(passages, found))
        found |= {each: open_ways[each] for each in passages if each in open_ways}
    return {structure.passages[each].id: ways.to_arrival(known) for each, known in found.items()}


class _Known(NamedTuple):
    """An arrival with sets as bits."""

    must: int = 0
    may: int = 0
    certain: int = 0
    possible: int = 0


_UNREACHED = _Known(must=-1, certain=-1)
"""Of a passage to which no way was found yet: of nobody all is true."""


@frozen
class _Edge:
    """A choice: its number, that of its target, and the flags that all have who took it."""

    choice: int
    target: int
    flags: int


@frozen
class _Fork:
    """A passage with several answers: these by their numbers, each with the flags of its path."""

    answers: Mapping[int, int]
    flags: int = field(init=False)

    @flags.default
    def _join_flags(self) -> int:
        return reduce(or_, self.answers.values())


@frozen(kw_only=True)
class _Graph:
    """The choices of a structure by the number of the passage that they leave."""

    start: int
    leaving: Sequence[Sequence[_Edge]]
    forks: Sequence[_Fork]
    flags: Sequence[str]
    passages: Sequence[str]

    @classmethod
    def from_structure(cls, structure: Structure) -> _Graph:
        """Its ways."""
        flags = sorted({each for way in structure.choices for each in way.requires | way.grants})
        bit = {flag: 1 << number for number, flag in enumerate(flags)}
        number = {choice.id: place for place, choice in enumerate(structure.choices)}
        place = {passage.id: at for at, passage in enumerate(structure.passages)}

        def bits(held: Iterable[str]) -> int:
            return sum(bit[each] for each in held)

        leaving = [structure.outgoing_choices(passage.id) for passage in structure.passages]
        answers = [[choice for choice in choices if choice.takes] for choices in leaving]
        return cls(
            start=place[structure.start],
            leaving=[
                [
                    _Edge(number[way.id], place[way.target], bits(way.requires | way.grants))
                    for way in choices
                ]
                for choices in leaving
            ],
            forks=[
                _Fork({number[each.id]: bits(_path_flags(each)) for each in fork})
                for fork in answers
                if len(fork) > 1
            ],
            flags=flags,
            passages=tuple(place),
        )

    def analyse(self, closed: frozenset[int] = frozenset(), among: int = -1) -> dict[int, _Known]:
        """What is known along all ways but those through the choices that are ``shut``.

        It is looked at ``among`` these passages only, as bits: by default all.
        """
        found = {self.start: _Known()}
        waiting = [self.start]
        while waiting:
            # In the order of the story nearly all ways to a passage are known when its turn comes.
            source = heappop(waiting)
            while waiting and waiting[0] == source:
                heappop(waiting)
            known = found[source]
            behind, on_some = known.certain | 1 << source, known.possible | 1 << source
            for way in self.leaving[source]:
                if way.choice in closed or not among >> way.target & 1:
                    continue
                there = found.get(way.target, _UNREACHED)
                joined = _Known(
                    there.must & (known.must | way.flags),
                    there.may | known.may | way.flags,
                    there.certain & behind,
                    there.possible | on_some,
                )
                if joined != there:
                    found[way.target] = joined
                    heappush(waiting, way.target)
        return found

    def find_ancestors(self, passages: Iterable[int], known: Mapping[int, _Known]) -> int:
        """These passages and all from which some way leads there, as bits."""
        bits = 0
        for each in passages:
            bits |= known[each].possible | 1 << each
        return bits

    def find_untaken_choices(self, known: _Known) -> Iterator[int]:
        """The choices that grant what may be set there, beside one whose flags all have."""
        is_open = ~known.must
        for fork in self.forks:
            # Of most forks nobody has taken anything yet, or all have taken the same.
            if not fork.flags & known.must or not fork.flags & is_open & known.may:
                continue
            if any(flags and not flags & is_open for flags in fork.answers.values()):
                for each, flags in fork.answers.items():
                    if flags & is_open and flags & known.may:
                        yield each

    def to_arrival(self, known: _Known) -> Arrival:
        """The same by ids."""
        return Arrival(
            must=select_names(known.must, self.flags),
            may=select_names(known.may, self.flags),
            certain_predecessors=select_names(known.certain, self.passages),
            possible=known.possible,
            passages=self.passages,
        )


def _path_flags(answer: Choice) -> frozenset[str]:
    """The flags of its path; a mark or a clue may have been left out on another way to it."""
    return frozenset(each for each in answer.grants if kind_of(each) not in (CLUE, CHOICE_FLAG))
