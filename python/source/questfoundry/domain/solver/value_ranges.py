"""Bound the values that each stat can have in each passage, by interval analysis (Cousot 1977).

The analysis ignores conditions, except those that a choice sets on the stats themselves. In a loop,
a choice that can be taken only once moves a stat once. Any other move in a loop may be repeated, so
the values there extend to the greatest distance from 0. Each choice is visited once.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from questfoundry.domain.solver.scc import find_components
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import MOST_STEPS, limit_value, read_level


class Interval(NamedTuple):
    """The values from ``least`` to ``greatest``, both included; empty if ``least`` is greater."""

    least: int
    greatest: int

    def intersect(self, other: "Interval") -> "Interval":
        """Return the values that are in both intervals."""
        return Interval(max(self.least, other.least), min(self.greatest, other.greatest))

    def enclose(self, other: "Interval") -> "Interval":
        """Return the smallest interval that contains both intervals."""
        return Interval(min(self.least, other.least), max(self.greatest, other.greatest))

    def move(self, down: int, up: int) -> "Interval":
        """Return the interval with its least value changed by ``down``, its greatest by ``up``."""
        return Interval(limit_value(self.least + down), limit_value(self.greatest + up))


ALL_VALUES = Interval(-MOST_STEPS, MOST_STEPS)
ZERO = Interval(0, 0)

Values = Mapping[str, Interval]
"""The values of each stat, by stat id."""


def find_value_ranges(structure: Structure) -> Mapping[str, Values]:
    """Return the values that each moved stat can have in each passage, by passage id.

    A passage that no route reaches is missing. The result is empty if no choice moves a stat.
    """
    stats = sorted({stat for choice in structure.choices for stat in choice.moves})
    if not stats:
        return {}
    found: dict[str, Values] = {structure.start: dict.fromkeys(stats, ZERO)}
    for component in _list_components(structure):
        leaving = [each for place in component for each in structure.selectable_choices(place)]
        inside = [each for each in leaving if each.target in component]
        if inside:
            _close_loop(structure, found, component, inside)
        for choice in leaving:
            if choice.target not in component and choice.source in found:
                _enclose(found, choice.target, _take_choice(found, choice))
    return found


def find_open_values(choice: Choice) -> Values:
    """Return the values with which ``choice`` can be open, for each stat that it asks for."""
    found: dict[str, Interval] = {}
    for flags, held in ((choice.requires, True), (choice.forbids, False)):
        for level in filter(None, map(read_level, flags)):
            is_lower_bound = (level.value > 0) == held
            side = (
                Interval(level.threshold, MOST_STEPS)
                if is_lower_bound
                else Interval(-MOST_STEPS, level.threshold - 1)
            )
            found[level.stat] = found.get(level.stat, ALL_VALUES).intersect(side)
    return found


def _list_components(structure: Structure) -> Iterable[Collection[str]]:
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    successors = [
        [number[each.target] for each in structure.selectable_choices(passage)]
        for passage in number
    ]
    names = [*number]
    return ({names[place]: None for place in each} for each in find_components(successors))


def _take_choice(found: Mapping[str, Values], choice: Choice) -> Values:
    """Return the values after ``choice``; empty if no value opens it."""
    asked = find_open_values(choice)
    after: dict[str, Interval] = {}
    for stat, values in found[choice.source].items():
        left = values.intersect(asked.get(stat, ALL_VALUES))
        if left.least > left.greatest:
            return {}
        step = choice.moves.get(stat, 0)
        after[stat] = left.move(step, step)
    return after


def _enclose(found: dict[str, Values], passage: str, values: Values) -> None:
    before = found.get(passage, values)
    if values:
        found[passage] = {stat: before[stat].enclose(each) for stat, each in values.items()}


def _close_loop(
    structure: Structure,
    found: dict[str, Values],
    component: Collection[str],
    inside: Sequence[Choice],
) -> None:
    """Extend the values in the passages of a loop by its own moves, for each choice into it.

    A choice into the loop that sets the flag of a choice inside excludes this choice.
    """
    entering = [
        (_take_choice(found, choice), choice.grants)
        for place in component
        for choice in structure.incoming_choices(place)
        if choice.source not in component
        and choice.source in found
        and not structure.passage(choice.source).ending
    ]
    if structure.start in component:
        entering.append((found[structure.start], frozenset()))
    for values, held in entering:
        moved = {
            stat: each.move(-_sum_moves(inside, stat, -1, held), _sum_moves(inside, stat, 1, held))
            for stat, each in values.items()
        }
        for place in component:
            _enclose(found, place, moved)


def _sum_moves(inside: Sequence[Choice], stat: str, side: int, held: frozenset[str]) -> int:
    """Return how far the choices of a loop can move ``stat`` up (``side`` 1) or down (-1).

    ``held``: the flags with which players come into the loop.
    """
    cleared = frozenset[str]().union(*(choice.clears for choice in inside))
    farthest: dict[str, int] = {}
    for choice in inside:
        step = side * choice.moves.get(stat, 0)
        flags = choice.one_time_flags - cleared
        if step > 0 and not flags:
            return 2 * MOST_STEPS
        if step > 0 and not flags & held:
            # Choices with the same flag exclude each other: at most one of them is taken.
            flag = min(flags)
            farthest[flag] = max(farthest.get(flag, 0), step)
    return sum(farthest.values())
