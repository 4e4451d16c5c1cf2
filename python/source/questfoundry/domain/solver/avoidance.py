"""Find players who take a choice, and then come to an ending without visiting some passages.

One pass backwards over all states answers many such questions at once, with one bit for each. Where
there is a player, A* (Hart, Nilsson and Raphael 1968) finds a shortest playthrough.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

from attrs import frozen

from questfoundry.domain.solver.distances import measure_bounds
from questfoundry.domain.solver.space import StateSpace


@frozen
class Avoidance:
    """The question whether a player can take a choice and then avoid passages up to an ending.

    ``choices``: the indices of the choices. ``passages``: the numbers of the passages to avoid.
    """

    choices: Sequence[int]
    passages: Collection[int]


def find_avoiding_routes(
    space: StateSpace, questions: Sequence[Avoidance]
) -> Iterator[tuple[str, ...] | None]:
    """Yield the choice ids of a shortest playthrough for each of ``questions``, or ``None``."""
    masks = _find_avoiding_states(space, questions)
    passages = space.graph.structure.passages
    ends = [place for place, each in enumerate(passages) if each.ending]
    bounds = measure_bounds(space.graph, ends)
    for number, question in enumerate(questions):
        yield _find_route(space, question, bounds, masks, 1 << number)


def _find_avoiding_states(space: StateSpace, questions: Sequence[Avoidance]) -> Sequence[int]:
    """Return the mask of the questions whose players in each state can avoid the passages."""
    every, passages = (1 << len(questions)) - 1, space.graph.structure.passages
    may_visit = [
        sum(1 << number for number, each in enumerate(questions) if place not in each.passages)
        for place in range(len(passages))
    ]
    masks = [every * space.is_ending(state) for state in range(len(space.passage))]
    states = range(len(masks)) if space.order is None else space.order
    grown = True
    while grown:
        grown = False
        for state in reversed(states):
            mask = masks[state]
            for after in space.targets[state]:
                mask |= masks[after]
            mask &= may_visit[space.passage[state]]
            if mask != masks[state]:
                masks[state], grown = mask, space.order is None
    return masks


def _find_route(
    space: StateSpace,
    question: Avoidance,
    bounds: Mapping[int, int],
    masks: Sequence[int],
    bit: int,
) -> tuple[str, ...] | None:
    # Entries of the heap: the least length of the playthrough, the choices that it still needs, a
    # state, and the state before it with the choice; ``~state`` before the choice of the question.
    waiting = [
        (space.depths[state] + 1 + bounds[edge.target], bounds[edge.target], after, ~state, edge)
        for state in _list_sources(space, question)
        for edge, after in zip(space.edges[state], space.targets[state], strict=True)
        if edge.choice in question.choices and masks[after] & bit
    ]
    heapify(waiting)
    before = dict[int, tuple[int, int]]()
    while waiting:
        length, left, state, source, edge = heappop(waiting)
        if state in before:
            continue
        before[state] = source, edge.choice
        if space.is_ending(state):
            return _trace_route(space, state, before)
        for onward, after in zip(space.edges[state], space.targets[state], strict=True):
            if masks[after] & bit and after not in before:
                ahead = bounds[onward.target]
                heappush(waiting, (length - left + 1 + ahead, ahead, after, state, onward))
    return None


def _list_sources(space: StateSpace, question: Avoidance) -> Iterator[int]:
    structure = space.graph.structure
    sources = {structure.choices[each].source for each in question.choices}
    for place, passage in enumerate(structure.passages):
        if passage.id in sources:
            yield from space.by_passage[place]


def _trace_route(
    space: StateSpace, state: int, before: Mapping[int, tuple[int, int]]
) -> tuple[str, ...]:
    route, choices = list[str](), space.graph.structure.choices
    while state >= 0:
        state, choice = before[state]
        route.append(choices[choice].id)
    return (*space.trace_route(~state), *reversed(route))
