"""The sights of a playthrough, the graph of the states that show them, and weights of sights."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import groupby, repeat
from operator import add
from typing import NamedTuple

from questfoundry.domain.solver.space import Move, StateSpace
from questfoundry.domain.story.passage import Passage, Structure

SightRoute = tuple[int, ...]
"""A playthrough, as the numbers of its choices among the sights."""


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


class _Layer(NamedTuple):
    """States with equally many moves, which all lead to lower layers.

    ``first``: the number of the first state. ``views``: the number of each state's view, which is
    what the player sees there. ``moves``: for each place in the list of a state's moves, the states
    that these moves lead to, and the numbers of their choices.
    """

    first: int
    views: SightRoute
    moves: tuple[tuple[SightRoute, SightRoute], ...]


class SightGraph:
    """The states from which players reach an ending, numbered from the endings to the start.

    ``numbers`` numbers the sights of all graphs of a story; the graph adds its own.
    ``sights``: the numbers of the sights of all states and choices.
    ``work``: the number of moves that a search visits.
    """

    def __init__(self, space: StateSpace, order: Sequence[int], numbers: dict[Sight, int]) -> None:
        self._numbers, choices = numbers, space.graph.structure.choices
        ranks = dict[int, tuple[int, int]]()
        ahead = dict[int, list[Move]]()
        for state in reversed(order):
            moves = () if space.is_ending(state) else space.moves[state]
            ahead[state] = [each for each in moves if each.state in ranks]
            highest = max((ranks[each.state][0] for each in ahead[state]), default=-1)
            ranks[state] = (highest + 1, len(ahead[state]))
        places = {state: place for place, state in enumerate(sorted(ranks, key=ranks.__getitem__))}
        views, self._layers = dict[SightRoute, int](), list[_Layer]()
        for _, group in groupby(places, key=ranks.__getitem__):
            states = [*group]
            seen = (self._observe(space, each) for each in states)
            columns = zip(*(ahead[each] for each in states), strict=True)
            layer = _Layer(
                first=places[states[0]],
                views=tuple(views.setdefault(each, len(views)) for each in seen),
                moves=tuple(
                    (
                        tuple(places[each.state] for each in column),
                        tuple(
                            self._number(Sight(SightKind.CHOICE, choices[each.choice].id))
                            for each in column
                        ),
                    )
                    for column in columns
                ),
            )
            self._layers.append(layer)
        self._views = [*views]
        self.work = 1 + sum(map(len, ahead.values()))
        taken = (choices for layer in self._layers for _, choices in layer.moves)
        self.sights = frozenset[int]().union(*taken, *self._views)

    def find_heaviest(self, weights: Sequence[float]) -> tuple[float, SightRoute]:
        """Return the weight of the heaviest route, and the route.

        A sight counts as often as it is seen, so what a route shows weighs at most as much.
        """
        # Dynamic programming from the endings to the start, a layer at a time: linear in the moves.
        weight_of = [sum(map(weights.__getitem__, view)) for view in self._views]
        best = list[float]()
        for layer in self._layers:
            ahead = [
                map(add, map(best.__getitem__, states), map(weights.__getitem__, choices))
                for states, choices in layer.moves
            ]
            onward = map(max, zip(repeat(0.0), *ahead))
            best += [*map(add, map(weight_of.__getitem__, layer.views), onward)]
        return best[-1], tuple(self._follow(best, weights))

    def _follow(self, best: Sequence[float], weights: Sequence[float]) -> Iterator[int]:
        """Yield the choices of the heaviest route, if ``best`` says how heavy the rest can be."""
        here = len(best) - 1
        for layer in reversed(self._layers):
            if here >= layer.first and layer.moves:
                steps = [
                    (states[here - layer.first], choices[here - layer.first])
                    for states, choices in layer.moves
                ]
                here, choice = max(steps, key=lambda step: best[step[0]] + weights[step[1]])
                yield choice

    def _observe(self, space: StateSpace, state: int) -> SightRoute:
        structure, bits = space.graph.structure, space.graph.bits
        flags = [flag for flag, bit in bits.items() if bit & space.flags[state]]
        seen = _observe_passage(structure, structure.passages[space.passage[state]], flags)
        return tuple(self._number(each) for each in seen)

    def _number(self, sight: Sight) -> int:
        return self._numbers.setdefault(sight, len(self._numbers))


TOLERANCE = 1e-9
"""A number above the rounding errors of one step."""

UNEVEN, GOLDEN_RATIO = 1e-5, 0.6180339887498949
"""The differences between limits, and between goals, so that no step changes nothing."""

MAX_STEPS = 2_000
"""The most steps of the simplex method in one call."""


class Packing:
    """Weights of ``sights`` (how many), as heavy as can be, so that no route is heavier than 1.

    This linear programme is the dual of the linear relaxation of set cover: ``shares`` says how
    much of each route the relaxation takes. A new route is a new row (Kelley's cutting planes,
    1960). The dictionary of the simplex method (Chvátal 1983) stays between two calls: a new row
    needs a few steps of the dual method, a change of the goal a few of the primal method. A step
    visits all numbers of the dictionary, which has a row per route and a column per sight. Rounding
    errors cannot hurt: the caller measures every bound again with the weights.
    """

    def __init__(self, sights: int) -> None:
        self._goal = [1.0 - _unevenness(each) for each in range(sights)]
        # Row r says: basic[r] + sum(rows[r][c] * free[c]) = limits[r]. Variables below ``sights``
        # are weights, the others are slacks of routes. Free variables are 0.
        self._free = [*range(sights)]
        self._basic = list[int]()
        self._rows = list[list[float]]()
        self._limits = list[float]()
        self._gains = [*self._goal]

    @property
    def weights(self) -> list[float]:
        """The weight of each sight."""
        weights = [0.0] * len(self._goal)
        for variable, limit in zip(self._basic, self._limits, strict=True):
            if variable < len(weights):
                weights[variable] = max(limit, 0.0)
        return weights

    @property
    def shares(self) -> dict[int, float]:
        """The share of each route that the relaxation takes, by the number of the route."""
        count = len(self._goal)
        pairs = zip(self._free, self._gains, strict=True)
        return {variable - count: -gain for variable, gain in pairs if variable >= count}

    def add_route(self, sights: Collection[int]) -> None:
        """Add a route, which shows ``sights``; best weights are best again afterwards."""
        places = {variable: place for place, variable in enumerate(self._basic)}
        number = len(self._rows)
        row = [float(each in sights) for each in self._free]
        limit = 1 + _unevenness(number)
        for place in sorted(places[each] for each in sights if each in places):
            row = [one - other for one, other in zip(row, self._rows[place], strict=True)]
            limit -= self._limits[place]
        self._basic.append(len(self._goal) + number)
        self._rows.append(row)
        self._limits.append(limit)
        self._repair()

    def require(self, sights: Collection[int]) -> None:
        """Let only ``sights`` count, and find their best weights; each must be on a route."""
        self._goal = [(each in sights) - _unevenness(each) for each in range(len(self._goal))]
        self._gains = [self._goal_of(each) for each in self._free]
        for variable, row in zip(self._basic, self._rows, strict=True):
            if worth := self._goal_of(variable):
                self._gains = [g - worth * each for g, each in zip(self._gains, row, strict=True)]
        self._improve()

    def _goal_of(self, variable: int) -> float:
        return self._goal[variable] if variable < len(self._goal) else 0.0

    def _improve(self) -> None:
        """Take steps of the primal method, each along the column with the largest gain."""
        for _ in range(MAX_STEPS):
            gain = max(self._gains)
            if gain <= TOLERANCE:
                return
            column = self._gains.index(gain)
            ratios = [
                (limit / row[column], place)
                for place, (row, limit) in enumerate(zip(self._rows, self._limits, strict=True))
                if row[column] > TOLERANCE
            ]
            if not ratios:
                return
            self._exchange(min(ratios)[1], column)

    def _repair(self) -> None:
        """Take steps of the dual method, each from the row that is broken most."""
        for _ in range(MAX_STEPS):
            limit = min(self._limits)
            if limit >= -TOLERANCE:
                return
            place = self._limits.index(limit)
            ratios = [
                (gain / each, -each, column)
                for column, (gain, each) in enumerate(
                    zip(self._gains, self._rows[place], strict=True)
                )
                if each < -TOLERANCE
            ]
            if not ratios:
                return
            self._exchange(place, min(ratios)[2])

    def _exchange(self, place: int, column: int) -> None:
        """Make the variable of ``column`` basic, and that of the row ``place`` free."""
        pivot = self._rows[place][column]
        row = [each / pivot for each in self._rows[place]]
        row[column] = 1 / pivot
        limit = self._limits[place] / pivot
        for number, other in enumerate(self._rows):
            if number != place and other[column]:
                factor = other[column]
                other[column] = 0.0
                self._rows[number] = [a - factor * b for a, b in zip(other, row, strict=True)]
                self._limits[number] -= factor * limit
        gain = self._gains[column]
        self._gains[column] = 0.0
        self._gains = [a - gain * b for a, b in zip(self._gains, row, strict=True)]
        self._rows[place], self._limits[place] = row, limit
        self._free[column], self._basic[place] = self._basic[place], self._free[column]


def _unevenness(number: int) -> float:
    return UNEVEN * (number * GOLDEN_RATIO % 1)
