"""Find the states from which play can, or must, continue forever without an ending."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from questfoundry.domain.solver.graph import Edge
from questfoundry.domain.solver.reach import Loop, Reachability
from questfoundry.domain.solver.scc import compute_ranks
from questfoundry.domain.solver.zdd_ops import EMPTY
from questfoundry.domain.story.passage import Playthrough


def find_trap_entries(reach: Reachability) -> Mapping[int, int]:
    """Return, by passage, the family of flag sets with which a player has just entered a trap.

    A trap is a set of states from which no ending and no dead end is reachable any more.
    """
    zdd, graph = reach.zdd, reach.graph
    free = _EscapingPlayers(reach).families
    entered: dict[int, int] = {}
    for place, family in enumerate(reach.families):
        trapped = zdd.difference(family, free[place])
        if not trapped:
            continue
        found = EMPTY if place != graph.start else zdd.restrict(trapped, 0, -1)
        for edge in graph.incoming(place):
            coming = zdd.image(free[edge.source], edge, reach.live_flags[place])
            found = zdd.union(found, zdd.intersection(trapped, coming))
        if found:
            entered[place] = found
    return entered


class _EscapingPlayers:
    """The states from which a player can reach an ending or a dead end, by passage.

    The sets are the least fixpoint of a backward search. A dead end is a passage that is no ending
    and in which the player has no open choice.
    """

    def __init__(self, reach: Reachability) -> None:
        self._reach = reach
        self.families = [EMPTY] * len(reach.families)
        for component in reversed(reach.graph.components):
            for place in component:
                self._leave_passage(place)
            if component[0] in reach.loops:
                self._close_loop(reach.loops[component[0]])

    def _leave_passage(self, place: int) -> None:
        reach, zdd = self._reach, self._reach.zdd
        here, edges = reach.families[place], reach.graph.edges[place]
        if all(self._is_saturated(edge.target) for edge in edges):
            self.families[place] = here
            return
        self.families[place] = zdd.difference(
            here, zdd.restrict_to_open_choices(here, reach.graph.options[place])
        )
        component_of = reach.graph.component_of
        for edge in edges:
            if component_of[edge.target] != component_of[place]:
                self._take_edge(edge)

    def _close_loop(self, loop: Loop) -> None:
        for place, other in loop.representative.items():
            self.families[other] = self._reach.zdd.union(self.families[other], self.families[place])
        loop.run_worklist(self._take_edge, backwards=True)
        for place, other in loop.representative.items():
            self.families[place] = self.families[other]
        for edge in loop.onward_edges.values():
            self._take_edge(edge)

    def _is_saturated(self, place: int) -> bool:
        return self.families[place] == self._reach.families[place] != EMPTY

    def _take_edge(self, edge: Edge) -> bool:
        reach, source, target = self._reach, edge.source, edge.target
        before = self.families[source]
        if before == reach.families[source]:
            return False
        on = reach.families[source]
        if edge.requires | edge.forbids or not self._is_saturated(target):
            on = reach.zdd.preimage(on, edge, reach.live_flags[target], self.families[target])
        self.families[source] = reach.zdd.union(before, on)
        return self.families[source] != before


def find_endless_players(reach: Reachability, component: Sequence[int]) -> Mapping[int, int]:
    """Return, by passage, the family of flag sets with which a player can stay in the loop forever.

    The loop is the strongly connected component ``component``. Passages without such a player are
    missing from the result.
    """
    zdd, graph = reach.zdd, reach.graph
    internal = graph.internal_edges(component)
    if _has_only_one_time_cycles(internal):
        return {}
    # Greatest fixpoint, as for EG in CTL: begin with all states of the component and remove those
    # without a remaining successor, until the families stay the same. A passage is looked at again
    # when the family of a successor shrinks.
    endless = {place: reach.families[place] for place in component}
    pending = dict.fromkeys(component)
    while pending:
        place = next(iter(pending))
        del pending[place]
        staying = EMPTY
        for edge in internal[place]:
            keep = reach.live_flags[edge.target]
            staying = zdd.union(
                staying, zdd.preimage(endless[place], edge, keep, endless[edge.target])
            )
            if staying == endless[place]:
                break
        if staying != endless[place]:
            endless[place] = staying
            pending.update(
                (edge.source, None) for edge in graph.incoming(place) if edge.source in internal
            )
    return {place: family for place, family in endless.items() if family}


def _has_only_one_time_cycles(internal: Mapping[int, Sequence[Edge]]) -> bool:
    """Return whether every cycle contains a choice that can be taken only once.

    Such a choice forbids the flag that it grants, and no edge clears this flag.
    """
    cleared = reduce(or_, (edge.clears for edges in internal.values() for edge in edges), 0)
    number = {place: at for at, place in enumerate(internal)}
    again = [
        [number[edge.target] for edge in edges if not edge.grants & edge.forbids & ~cleared]
        for edges in internal.values()
    ]
    return compute_ranks(again) is not None


def build_cycle_route(
    reach: Reachability, endless: Mapping[int, int], playthrough: Playthrough
) -> tuple[str, ...]:
    """Return the ids of the choices that continue ``playthrough`` once round a cycle.

    The route ends in the passage of the cycle that the player visited first.
    """
    graph, value = reach.graph, reach.zdd.get_value
    number = {each.id: place for place, each in enumerate(graph.structure.passages)}
    visited = list(dict.fromkeys(number[each] for each in playthrough.passages))
    place = number[playthrough.passage]
    flags = sum(graph.bits[flag] for flag in playthrough.flags if flag in graph.bits)
    states = [(place, flags & reach.live_flags[place])]
    route: list[str] = []
    while len(set(states)) == len(states):
        place, flags = states[-1]
        options = [
            (edge, (edge.target, after))
            for edge in graph.edges[place]
            if edge.is_open(flags)
            and edge.target in endless
            and value(
                endless[edge.target], after := edge.apply(flags) & reach.live_flags[edge.target]
            )
        ]
        edge, state = next((each for each in options if each[1] in states), options[0])
        route.append(graph.structure.choices[edge.choice].id)
        states.append(state)
        visited.append(state[0])
    cycle_start = states.index(states[-1])
    first = min(range(cycle_start, len(route)), key=lambda at: visited.index(states[at][0]))
    return (*route, *route[cycle_start:first])
