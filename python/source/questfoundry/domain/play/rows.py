"""A structure as rows of passages, one after the other, each entered by its first passage alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, pairwise
from operator import or_

from attrs import frozen

from questfoundry.domain.play.graph import Edge, Graph, bits_of


@frozen(kw_only=True)
class Row:
    """Passages that players enter by ``entry`` alone, and leave for the next row or an ending.

    ``changes`` are the flags that its choices change, as no other row does, and that are read
    later. Of the flags that rows before it change, ``reads`` are those that its choices read, and
    ``live`` those that are read there or later.
    """

    entry: int
    groups: Sequence[Sequence[int]]
    changes: int
    reads: int = 0
    live: int = 0

    def places(self) -> Iterator[int]:
        """All of them, each group after those that lead to it."""
        return chain.from_iterable(self.groups)


def whole(graph: Graph) -> Row:
    """All passages as one row."""
    return Row(entry=graph.start, groups=graph.groups, changes=-1)


def rows_of(graph: Graph) -> Sequence[Row]:
    """The rows in the order of the story, the start in the first of them."""
    rows, before = list[Row](), 0
    for begin, end in _parts(graph):
        groups = graph.groups[begin:end]
        entry = groups[0][0] if rows else graph.start
        changes, live = _changed(graph, begin, end), graph.live[entry] & before
        read = (edge.requires | edge.forbids for edge in _edges(graph, begin, end))
        reads = reduce(or_, read, 0) & live
        rows.append(Row(entry=entry, groups=groups, changes=changes, reads=reads, live=live))
        before |= changes
    return rows


def _parts(graph: Graph) -> Iterator[tuple[int, int]]:
    """The numbers of the first group of each row, and of that behind it."""
    cuts = list(pairwise([*_cuts(graph), len(graph.groups)]))
    changes = [_changed(graph, *cut) for cut in cuts]
    last = {flag: at for at, changed in enumerate(changes) for flag in bits_of(changed)}
    first, end = 0, 0
    for at, changed in enumerate(changes):
        end = max([end, *(last[flag] for flag in bits_of(changed))])
        if at == end:
            yield cuts[first][0], cuts[at][1]
            first = end = at + 1


def _cuts(graph: Graph) -> Iterator[int]:
    """The groups at which rows may begin: a passage that leads on, and to which all before lead."""
    begin = far = graph.group_of[graph.start]
    for number in range(begin, len(graph.groups)):
        first, *others = graph.groups[number]
        if number == begin or (number == far and graph.edges[first] and not others):
            yield number
        for edge in _edges(graph, number, number + 1):
            far = max(far, graph.group_of[edge.target])


def _edges(graph: Graph, begin: int, end: int) -> Iterator[Edge]:
    for group in graph.groups[begin:end]:
        for place in group:
            yield from graph.edges[place]


def _changed(graph: Graph, begin: int, end: int) -> int:
    """The flags that choices of some groups change, as far as they are read later."""
    changed = 0
    for edge in _edges(graph, begin, end):
        if edge.grants or edge.clears:
            changed |= (edge.grants | edge.clears) & graph.live[edge.target]
    return changed
