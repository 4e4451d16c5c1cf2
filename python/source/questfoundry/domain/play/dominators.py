"""A structure as rows of passages, one after the other, each entered by its first passage alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.play.graph import Graph, iter_bits

_Groups = Sequence[Sequence[int]]


@frozen(kw_only=True)
class Region:
    """Passages that players enter by ``entry`` alone, and leave for the next row or an ending.

    ``changes`` are the flags that its choices change, as no other row does, and that are read
    later. Of the flags that rows before it change, ``reads`` are those that its choices read, and
    ``live`` those that are read there or later.
    """

    entry: int
    components: _Groups
    changes: int
    reads: int = 0
    live: int = 0

    def iter_passages(self) -> Iterator[int]:
        """All of them, each group after those that lead to it."""
        return chain.from_iterable(self.components)


def build_single_region(graph: Graph) -> Region:
    """All passages as one row."""
    return Region(entry=graph.start, components=graph.components, changes=-1)


def split_into_regions(graph: Graph) -> Sequence[Region]:
    """The rows in the order of the story, the start in the first of them."""
    _, *segments = graph.segments
    flags = [_find_changes_and_reads(graph, part) for part in segments]
    last = {flag: at for at, (changes, _) in enumerate(flags) for flag in iter_bits(changes)}
    regions, before = list[Region](), 0
    components, changes, reads, last_segment = list[Sequence[int]](), 0, 0, 0
    for at, (changed, read) in enumerate(flags):
        components += segments[at]
        changes, reads = changes | changed, reads | read
        last_segment = max([last_segment, *(last[flag] for flag in iter_bits(changed))])
        if at == last_segment:
            entry = components[0][0] if regions else graph.start
            live = graph.live[entry] & before
            regions.append(
                Region(
                    entry=entry,
                    components=components,
                    changes=changes,
                    reads=reads & live,
                    live=live,
                )
            )
            before |= changes
            components, changes, reads, last_segment = [], 0, 0, at + 1
    return regions


def _find_changes_and_reads(graph: Graph, segment: _Groups) -> tuple[int, int]:
    """The flags that a part changes, as far as they are read later, and those that it reads."""
    changes = reads = 0
    for place in chain.from_iterable(segment):
        for edge in graph.edges[place]:
            if edge.requires or edge.forbids:
                reads |= edge.requires | edge.forbids
            if edge.grants or edge.clears:
                changes |= (edge.grants | edge.clears) & graph.live[edge.target]
    return changes, reads
