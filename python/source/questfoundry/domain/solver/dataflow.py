"""Propagate values, such as counts or shares, along all playthroughs at once."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from questfoundry.domain.solver.graph import Graph
from questfoundry.domain.solver.livelock import find_endless_players
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY

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
