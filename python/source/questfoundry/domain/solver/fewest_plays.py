"""Find the fewest playthroughs that show everything, and prove how many are necessary.

This is set cover by routes through a graph of states. The linear relaxation of set cover has a
dual: weights of all sights, so that no route is heavier than 1. The sum of such weights is a lower
bound. Multiplicative weights (Plotkin, Shmoys and Tardos 1995) approach the best ones: each round
finds the heaviest route by dynamic programming, and makes the sights on the route lighter. Greedy
set cover (Chvátal 1979) with these weights prefers sights that few routes show.

States keep the flags of conditional texts, unlike in :mod:`~questfoundry.domain.solver.covering`.
If this makes too many states, several graphs share the conditional texts. The bound then comes from
the smallest graphs, which are soon searched many times.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from functools import reduce
from math import ceil
from operator import or_
from typing import NamedTuple

from attrs import evolve, frozen

from questfoundry.domain.solver.graph import iter_bits
from questfoundry.domain.solver.space import StateSpace, explore, order_useful_states
from questfoundry.domain.story.passage import Passage, Structure

MAX_WORK, MAX_GRAPHS = 250_000, 30
"""The limit on states and moves of one graph, and on graphs."""

PROVEN_GRAPHS, PROOF_WORK, MAX_ROUNDS = 2, 10_000_000, 1_500
"""The most graphs that give a bound, the moves visited in each, and the most rounds."""

EARLY_ROUNDS, EARLY_STEP, STEP, HALVING_ROUNDS = 30, 0.9, 0.5, 400
"""The share of its weight that a sight loses in a round: ``EARLY_STEP`` in the early rounds, then
``STEP``, which is halved after ``HALVING_ROUNDS`` rounds, and decreases further."""

CANDIDATES = 3
"""The number of graphs, those with most sights that are missing, which offer the next route."""

ROUNDS_BETWEEN_SEARCHES = 150

_TOLERANCE = 1e-6
"""A number above all rounding errors of a bound."""

_Step = tuple[int, int, int]
"""The state after a choice, the number of the choice's sight, and the index of the choice."""

_Route = tuple[int, ...]
"""The indices of the choices of a playthrough."""


class SightKind(StrEnum):
    """The kind of a sight."""

    PASSAGE = "passage"
    TEXT = "conditional text"
    NO_TEXT = "absent conditional text"
    CHOICE = "choice"
    CLOSED = "closed choice"


class Sight(NamedTuple):
    """Something that a playthrough shows: a passage, a text that is or is not there, or a choice.

    ``place`` is the id of a passage or choice. ``flag`` is the flag of a conditional text.
    """

    kind: SightKind
    place: str
    flag: str = ""


@frozen(kw_only=True)
class FewestPlays:
    """A set of playthroughs, as choice ids, that together show all ``sights``.

    No set of fewer than ``bound`` playthroughs shows them all.
    """

    plays: tuple[tuple[str, ...], ...]
    bound: int
    sights: frozenset[Sight]


def find_fewest_plays(structure: Structure) -> FewestPlays | None:
    """Find few playthroughs that show everything that a player who reaches an ending can see.

    The result is ``None`` if a player can repeat a state, if no player reaches an ending, or if
    the story has too many states even without its conditional texts.
    """
    search = _Search(structure)
    return search.execute() if search.build_graphs() else None


def observe_play(structure: Structure, choices: Sequence[str]) -> Iterator[Sight]:
    """Yield what the player sees who takes ``choices`` (ids), in order and with repetitions."""
    flags, here = frozenset[str](), structure.start
    for choice in map(structure.choice, choices):
        yield from _observe_passage(structure, structure.passage(here), flags)
        yield Sight(SightKind.CHOICE, choice.id)
        flags, here = choice.apply(flags), choice.target
    yield from _observe_passage(structure, structure.passage(here), flags)


def _observe_passage(
    structure: Structure, passage: Passage, flags: Collection[str]
) -> Iterator[Sight]:
    held = frozenset(flags)
    yield Sight(SightKind.PASSAGE, passage.id)
    for flag in sorted(passage.conditional_flags):
        yield Sight(SightKind.TEXT if flag in held else SightKind.NO_TEXT, passage.id, flag)
    for choice in structure.selectable_choices(passage.id):
        if choice.closed and structure.is_shown_closed(choice, held):
            yield Sight(SightKind.CLOSED, choice.id)


class _Graph:
    """The states from which players reach an ending, in topological order.

    ``sights``: for each state, the mask of what the player sees there.
    ``steps``: for each state, the choices that the player can take.
    ``work``: the number of moves that a search visits.
    ``all_sights``: the mask of the sights of all states and choices.
    """

    def __init__(self, space: StateSpace, order: Sequence[int], numbers: dict[Sight, int]) -> None:
        structure, bits = space.graph.structure, space.graph.bits

        def number(sight: Sight) -> int:
            return numbers.setdefault(sight, len(numbers))

        places = {state: place for place, state in enumerate(order)}
        self.sights, self.steps = list[int](), list[list[_Step]]()
        for state in order:
            flags = [flag for flag, bit in bits.items() if bit & space.flags[state]]
            passage = structure.passages[space.passage[state]]
            seen = _observe_passage(structure, passage, flags)
            self.sights.append(sum(1 << number(each) for each in seen))
            ahead = () if passage.ending else space.moves[state]
            taken = [(places[each.state], each.choice) for each in ahead if each.state in places]
            self.steps.append(
                [
                    (after, number(Sight(SightKind.CHOICE, structure.choices[each].id)), each)
                    for after, each in taken
                ]
            )
        self.work = 1 + sum(map(len, self.steps))
        choices = {1 << sight for steps in self.steps for _, sight, _ in steps}
        self.all_sights = reduce(or_, self.sights) | sum(choices)

    def find_heaviest(self, weights: Sequence[float]) -> tuple[float, _Route]:
        """Return the weight of the heaviest route, and the route.

        A sight counts as often as it is seen, so what a route shows weighs at most as much.
        """
        weight_of = {each: _sum_weights(weights, each) for each in {*self.sights}}
        best = [0.0] * len(self.steps)
        chosen: list[_Step | None] = [None] * len(self.steps)
        for state in range(len(best) - 1, -1, -1):
            most = -1.0
            for step in self.steps[state]:
                ahead = best[step[0]] + weights[step[1]]
                if ahead > most:
                    most, chosen[state] = ahead, step
            best[state] = weight_of[self.sights[state]] + max(most, 0.0)
        route, here = list[int](), chosen[0]
        while here:
            route.append(here[2])
            here = chosen[here[0]]
        return best[0], tuple(route)


def _sum_weights(weights: Sequence[float], sights: int) -> float:
    return sum(weights[bit.bit_length() - 1] for bit in iter_bits(sights))


class _Search:
    """A search for few routes through one or more graphs that together show all sights."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self._graphs: list[_Graph] = []
        self._numbers: dict[Sight, int] = {}
        self._seen: dict[_Route, int] = {}
        self._best: list[_Route] = []
        self._bound = 0

    def build_graphs(self) -> bool:
        """Build the graphs, and return whether they have all conditional texts."""
        texts = [
            (passage.id, flag)
            for passage in self._structure.passages
            for flag in sorted(passage.conditional_flags)
        ]
        return self._build_parts(texts)

    def _build_parts(self, texts: Sequence[tuple[str, str]]) -> bool:
        half = len(texts) // 2
        return self._build_graph(texts) or (
            half > 0 and self._build_parts(texts[:half]) and self._build_parts(texts[half:])
        )

    def _build_graph(self, texts: Sequence[tuple[str, str]]) -> bool:
        if len(self._graphs) == MAX_GRAPHS:
            return False
        flags = defaultdict[str, set[str]](set)
        for passage, flag in texts:
            flags[passage].add(flag)
        passages = (
            evolve(each, conditional_flags=flags[each.id]) for each in self._structure.passages
        )
        kept = evolve(self._structure, passages=tuple(passages))
        space = explore(kept, max_work=MAX_WORK, with_text=True)
        order = order_useful_states(space)
        if order:
            self._graphs.append(_Graph(space, order, self._numbers))
        return bool(order)

    def execute(self) -> FewestPlays:
        self._cover([1.0] * len(self._numbers))
        for graph in sorted(self._graphs, key=lambda each: each.work)[:PROVEN_GRAPHS]:
            self._prove(graph)
        choices = self._structure.choices
        return FewestPlays(
            plays=tuple(tuple(choices[each].id for each in route) for route in self._best),
            bound=self._bound,
            sights=frozenset(self._numbers),
        )

    def _prove(self, graph: _Graph) -> None:
        """Raise the bound, and search for fewer routes with the weights, until both are equal."""
        weights = [float(graph.all_sights >> each & 1) for each in range(len(self._numbers))]
        for number in range(min(MAX_ROUNDS, EARLY_ROUNDS + PROOF_WORK // graph.work)):
            heaviest, route = graph.find_heaviest(weights)
            self._bound = max(self._bound, ceil(sum(weights) / heaviest - _TOLERANCE))
            if self._bound >= len(self._best):
                return
            late = STEP / (1 + number / HALVING_ROUNDS)
            for bit in iter_bits(self._observe(route) & graph.all_sights):
                weights[bit.bit_length() - 1] *= 1 - (EARLY_STEP if number < EARLY_ROUNDS else late)
            most = max(weights)
            weights = [each / most for each in weights]
            if number % ROUNDS_BETWEEN_SEARCHES == ROUNDS_BETWEEN_SEARCHES - 1:
                self._cover(weights)

    def _observe(self, route: _Route) -> int:
        if route not in self._seen:
            choices = [self._structure.choices[each].id for each in route]
            sights = {self._numbers[each] for each in observe_play(self._structure, choices)}
            self._seen[route] = sum(1 << each for each in sights)
        return self._seen[route]

    def _cover(self, weights: Sequence[float]) -> None:
        """Keep the routes of a greedy cover with ``weights`` if they are fewer than before."""
        found, missing = list[_Route](), (1 << len(self._numbers)) - 1
        while missing:
            # A sight without weight is still needed.
            left = [
                (each + _TOLERANCE) * (missing >> place & 1) for place, each in enumerate(weights)
            ]
            routes = [each.find_heaviest(left)[1] for each in self._list_candidates(missing)]
            found.append(max(routes, key=lambda each: _sum_weights(left, self._observe(each))))
            missing &= ~self._observe(found[-1])
        found = self._drop_redundant(found)
        if not self._best or len(found) < len(self._best):
            self._best = found

    def _list_candidates(self, missing: int) -> Sequence[_Graph]:
        counts = [(each.all_sights & missing).bit_count() for each in self._graphs]
        ranked = sorted(zip(counts, self._graphs, strict=True), key=lambda each: -each[0])
        return [graph for count, graph in ranked[:CANDIDATES] if count]

    def _drop_redundant(self, routes: Sequence[_Route]) -> list[_Route]:
        kept = [*routes]
        for route in sorted(routes, key=lambda each: self._observe(each).bit_count()):
            others = [self._observe(each) for each in kept if each is not route]
            if not self._observe(route) & ~reduce(or_, others, 0):
                kept.remove(route)
        return kept
