"""What all players bring along: a value for each set of flags, joined where players meet.

It is how playthroughs are counted and weighed without walking any. A player who comes back to a
passage does so with other flags, as long as every loop runs out, so each value flows on once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from questfoundry.domain.play.graph import Graph
from questfoundry.domain.play.livelock import find_endless_players
from questfoundry.domain.play.reach import Reachability
from questfoundry.domain.play.zdd import Zdd
from questfoundry.domain.play.zdd_ops import EMPTY

ValuesByChoiceCount = Sequence[Mapping[int, Any]]
"""Of each passage the joined value of the players there, by how many choices they have."""


def is_terminating(reach: Reachability) -> bool:
    """Whether no player can go round for ever."""
    return not any(find_endless_players(reach, circle) for circle in reach.graph.cyclic_components)


def propagate_values(
    graph: Graph,
    zdd: Zdd,
    initial: Any,
    transfer: Callable[..., Any] = lambda value, _choices: value,
    *,
    ends_only: bool = False,
) -> ValuesByChoiceCount:
    """The values, from the ``first`` at the start; ``families`` joins those that meet.

    ``moved`` says what becomes of a value where its players have so many choices and take one.
    With ``ends_only`` they are told of endings alone, and who has one choice takes all along.
    Every loop must run out.
    ``TooManyStepsError`` is raised where the diagrams grow too large.
    """
    arriving = [EMPTY] * len(graph.edges)
    arriving[graph.start] = zdd.make_leaf(initial)
    found: list[dict[int, Any]] = [{} for _ in graph.edges]
    for component in graph.components:
        here = {place: arriving[place] for place in component if arriving[place]}
        while here:
            back: dict[int, int] = {}
            for place, family in here.items():
                for choices, part in zdd.partition_by_open_choices(
                    family, graph.edges[place]
                ).items():
                    if not (choices and ends_only):
                        value, before = zdd.total_value(part), found[place].get(choices)
                        found[place][choices] = (
                            value if before is None else zdd.combine(before, value)
                        )
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
            here = {place: family for place, family in back.items() if family}
    return found
