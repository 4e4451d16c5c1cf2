"""Divide a story into consecutive regions, each with a single entry."""

from collections.abc import Iterator, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.solver.graph import Graph, iter_bits

_Components = Sequence[Sequence[int]]


@frozen(kw_only=True)
class Region:
    """A set of passages that is entered only through ``entry`` and left only for the next region.

    ``components``: its strongly connected components in topological order.
    ``changes``: the mask of the flags that its choices change and that later choices read. No
    other region changes these flags.
    ``reads``: the mask of the flags that earlier regions change and choices of this region read.
    ``live``: the mask of the flags that earlier regions change and this or a later region reads.
    """

    entry: int
    components: _Components
    changes: int
    reads: int = 0
    live: int = 0

    def iter_passages(self) -> Iterator[int]:
        """Iterate over the passages in topological order of their components."""
        return chain.from_iterable(self.components)


def build_single_region(graph: Graph) -> Region:
    """Build one region that contains all passages."""
    return Region(entry=graph.start, components=graph.components, changes=-1)


def split_into_regions(graph: Graph) -> Sequence[Region]:
    """Split the graph into regions with a single entry each, in the order of the story.

    Neighbouring segments are merged until no two regions change the same flag that a later choice
    reads.
    """
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


def _find_changes_and_reads(graph: Graph, segment: _Components) -> tuple[int, int]:
    """Return the masks of the flags that ``segment`` changes and reads.

    A changed flag counts only if a later choice can read the flag.
    """
    changes = reads = 0
    for place in chain.from_iterable(segment):
        for edge in graph.edges[place]:
            if edge.requires or edge.forbids:
                reads |= edge.requires | edge.forbids
            if edge.grants or edge.clears:
                changes |= (edge.grants | edge.clears) & graph.live[edge.target]
    return changes, reads
