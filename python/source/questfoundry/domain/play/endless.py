"""Where play can go on for ever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from questfoundry.domain.play.diagrams import EMPTY
from questfoundry.domain.play.graph import Edge
from questfoundry.domain.play.groups import ranks
from questfoundry.domain.play.playthrough import Playthrough
from questfoundry.domain.play.reach import Reach


def going_round(reach: Reach, circle: Sequence[int]) -> Mapping[int, int]:
    """Who can go on for ever within passages that lead to each other; empty where nobody can.

    Those who cannot take a step to somebody who can are left out until all can.
    """
    families, graph = reach.families, reach.graph
    inside = graph.inside(circle)
    if _runs_out(inside):
        return {}
    going = {place: reach.at[place] for place in circle}
    waiting = dict.fromkeys(circle)
    while waiting:
        place = next(iter(waiting))
        del waiting[place]
        left = EMPTY
        for edge in inside[place]:
            keep = reach.keep[edge.target]
            left = families.union(
                left, families.before(going[place], edge, keep, going[edge.target])
            )
            if left == going[place]:
                break
        if left != going[place]:
            going[place] = left
            waiting.update(
                (edge.source, None) for edge in graph.into(place) if edge.source in inside
            )
    return {place: family for place, family in going.items() if family}


def _runs_out(inside: Mapping[int, Sequence[Edge]]) -> bool:
    """Whether each way round takes a choice that can be taken only once, as topics of a hub."""
    cleared = reduce(or_, (edge.clears for edges in inside.values() for edge in edges), 0)
    number = {place: at for at, place in enumerate(inside)}
    again = [
        [number[edge.target] for edge in edges if not edge.grants & edge.forbids & ~cleared]
        for edges in inside.values()
    ]
    return ranks(again) is not None


def once_round(reach: Reach, going: Mapping[int, int], player: Playthrough) -> tuple[str, ...]:
    """The choices by which a player who can go on for ever comes round to where they were.

    The circle is closed where its passage that was met first is entered.
    """
    graph, value = reach.graph, reach.families.value
    number = {each.id: place for place, each in enumerate(graph.structure.passages)}
    met = list(dict.fromkeys(number[each] for each in player.passages))
    place = number[player.passage]
    flags = sum(graph.bits[flag] for flag in player.flags if flag in graph.bits)
    states = [(place, flags & reach.keep[place])]
    taken: list[str] = []
    while len(set(states)) == len(states):
        place, flags = states[-1]
        ahead = [
            (edge, (edge.target, after))
            for edge in graph.edges[place]
            if edge.open(flags)
            and edge.target in going
            and value(going[edge.target], after := edge.after(flags) & reach.keep[edge.target])
        ]
        edge, state = next((each for each in ahead if each[1] in states), ahead[0])
        taken.append(graph.structure.choices[edge.choice].id)
        states.append(state)
        met.append(state[0])
    turn = states.index(states[-1])
    first = min(range(turn, len(taken)), key=lambda at: met.index(states[at][0]))
    return (*taken, *taken[turn:first])
