"""The sights of a playthrough, and the graph of the states in which players see them."""

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
