"""A structure as rows of passages, one after the other, each entered by its first passage alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from attrs import define, frozen

from questfoundry.domain.play.graph import Graph, bits_of


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
    for part in _joined(_cut(graph)):
        groups = graph.groups[part.begin : part.end]
        entry = groups[0][0] if rows else graph.start
        live = graph.live[entry] & before
        rows.append(
            Row(
                entry=entry,
                groups=groups,
                changes=part.changes,
                reads=part.reads & live,
                live=live,
            )
        )
        before |= part.changes
    return rows


@define
class _Part:
    """The groups from one number to before another, and the flags that they change and read."""

    begin: int
    end: int
    changes: int = 0
    reads: int = 0


def _cut(graph: Graph) -> Sequence[_Part]:
    """The parts that begin with a passage that leads on, and to which all before lead."""
    parts = list[_Part]()
    start = far = graph.group_of[graph.start]
    for number in range(start, len(graph.groups)):
        group = graph.groups[number]
        if not parts or (number == far and _leads_on(graph, group)):
            parts.append(_Part(number, number))
        part = parts[-1]
        part.end = number + 1
        for place in group:
            for edge in graph.edges[place]:
                far = max(far, graph.group_of[edge.target])
                part.reads |= edge.requires | edge.forbids
                part.changes |= (edge.grants | edge.clears) & graph.live[edge.target]
    return parts


def _leads_on(graph: Graph, group: Sequence[int]) -> bool:
    """Whether it is a single passage, and the story goes on behind it."""
    return len(group) == 1 and bool(graph.edges[group[0]])


def _joined(parts: Sequence[_Part]) -> Sequence[_Part]:
    """The parts of which none changes what another one does, too."""
    last = {flag: at for at, part in enumerate(parts) for flag in bits_of(part.changes)}
    joined, end = list[_Part](), -1
    for at, part in enumerate(parts):
        if at > end:
            joined.append(part)
        else:
            joined[-1].end = part.end
            joined[-1].changes |= part.changes
            joined[-1].reads |= part.reads
        end = max([end, *(last[flag] for flag in bits_of(part.changes))])
    return joined
