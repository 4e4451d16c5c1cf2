"""Divide a story into regions with a single entry, and propagate values along all playthroughs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from typing import Any

from attrs import frozen

from questfoundry.domain.solver.graph import Graph, iter_bits
from questfoundry.domain.solver.livelock import find_endless_players
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY

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


ValuesByChoiceCount = Sequence[Mapping[int, Any]]
"""The combined value of the players in each passage, by passage and by number of open choices."""


def is_terminating(reach: Reachability) -> bool:
    """Return whether no player can stay in a loop forever."""
    return not any(
        find_endless_players(reach, component) for component in reach.graph.cyclic_components
    )


def propagate_values(
    graph: Graph,
    zdd: Zdd,
    initial: Any,
    transfer: Callable[..., Any] = lambda value, _choices: value,
    *,
    ends_only: bool = False,
) -> ValuesByChoiceCount:
    """Propagate the value ``initial`` from the start along all choices.

    For each passage, return the combined value of the players there, by their number of open
    choices. ``transfer(value, count)`` returns the value after a player takes one of ``count`` open
    choices. If ``ends_only`` is true, values are returned only for players without an open choice.
    In this case ``transfer`` is not called where only one choice is open.

    Call this only if :func:`is_terminating` is true. Raise ``TooManyStepsError`` if the decision
    diagrams grow too large.
    """
    return [
        {
            choices: reduce(zdd.combine, map(zdd.total_value, families))
            for choices, families in here.items()
        }
        for here in find_arriving_families(graph, zdd, initial, transfer, ends_only=ends_only)
    ]


def find_arriving_families(
    graph: Graph, zdd: Zdd, initial: Any, transfer: Callable[..., Any], *, ends_only: bool = False
) -> Sequence[Mapping[int, Sequence[int]]]:
    """Return the families of flag sets that come to each passage, by the number of open choices.

    The values of the sets are as in :func:`propagate_values`. Inside a loop, a passage has one
    family for each round of its players.
    """
    arriving = [EMPTY] * len(graph.edges)
    arriving[graph.start] = zdd.make_leaf(initial)
    found: list[dict[int, list[int]]] = [{} for _ in graph.edges]
    for component in graph.components:
        here = {place: arriving[place] for place in component if arriving[place]}
        while here:
            back: dict[int, int] = {}
            for place, family in here.items():
                for choices, part in zdd.partition_by_open_choices(
                    family, graph.options[place]
                ).items():
                    if not (choices and ends_only):
                        found[place].setdefault(choices, []).append(part)
                    moving = part
                    if choices != 1 or not ends_only:
                        moving = zdd.map_values(part, lambda value, n=choices: transfer(value, n))
                    for edge in graph.edges[place] if choices else ():
                        target = edge.target
                        after = zdd.image(moving, edge, graph.live[target])
                        if graph.component_of[target] == graph.component_of[place]:
                            back[target] = zdd.union(back.get(target, EMPTY), after)
                        else:
                            arriving[target] = zdd.union(arriving[target], after)
            # Players who come back inside a component have new flags, so the rounds end.
            here = {place: family for place, family in back.items() if family}
    return found
