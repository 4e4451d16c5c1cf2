"""Weights of sights, so that no route is heavier than 1: a linear programme that grows by routes.

The sum of the weights is to be as large as possible. This is the dual of the linear relaxation of
set cover: :attr:`Packing.shares` says how much of each route the relaxation takes. A new route is a
new row (Kelley's cutting planes, 1960). The dictionary of the simplex method (Chvátal 1983) stays
between two calls: a new row needs a few steps of the dual method, a change of the goal a few of the
primal method. A step visits all numbers of the dictionary, which has a row per route and a column
per sight. Rounding errors cannot hurt: the caller measures every bound again with the weights.
"""

from collections.abc import Collection

TOLERANCE = 1e-9
"""A number above the rounding errors of one step."""

UNEVEN, GOLDEN_RATIO = 1e-5, 0.6180339887498949
"""The differences between limits, and between goals, so that no step changes nothing."""

MAX_STEPS = 2_000
"""The most steps of the simplex method in one call."""


class Packing:
    """The heaviest weights of ``sights`` (how many) on which the routes so far agree."""

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
