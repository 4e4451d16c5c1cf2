"""Choose the levels of stats that conditions ask for, from the values of random players."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from attrs import evolve

from questfoundry.domain.solver import LEAST_SIDE, Solver, ValueShares
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import MOST_STEPS, Level, read_level
from questfoundry.domain.weaving.hubs import TURNS, measure_limit

Shares = Mapping[int, float]
"""The share of players with each value of a stat."""

_FEWEST = 0.1
"""The smallest share of random players who have an offered level, and of those who lack it."""

_SHOWN = (0, 1)
"""The least values of an upper side that agree with what players see of a stat."""


@lru_cache(maxsize=4)
def find_offered_levels(structure: Structure) -> Mapping[str, tuple[str, ...]]:
    """Return, by passage id, levels that a condition there can ask for: two for each stat.

    One is held by players with a high value, the other by players with a low value. Players see
    whether a value is above or below 0, so these levels come first if enough random players have
    them. Otherwise about two fifths of random players have the level, if such a level exists. A
    level that all or nearly all players hold or lack is left out.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for stat in sorted({stat for choice in structure.choices for stat in choice.moves}):
        values = measure_stat(structure, stat)
        for passage in structure.passages:
            picked = (pick_value(values.get(passage.id, {}), sign) for sign in (1, -1))
            found[passage.id] += [Level(stat, each).id for each in picked if each]
    return {passage: tuple(levels) for passage, levels in found.items()}


@lru_cache(maxsize=8)
def measure_stat(structure: Structure, stat: str) -> ValueShares:
    """Return how often a random player is in each passage with each value of ``stat`` (an id).

    Conditions that ask for other stats count as met: two stats together have so many combinations
    of values that the solver would give up. The result is empty if it gives up all the same.
    """

    def select_flags(flags: frozenset[str]) -> frozenset[str]:
        levels = {flag: read_level(flag) for flag in flags}
        return frozenset(flag for flag, level in levels.items() if not level or level.stat == stat)

    choices = (
        evolve(
            choice,
            requires=select_flags(choice.requires),
            forbids=select_flags(choice.forbids),
            moves={name: step for name, step in choice.moves.items() if name == stat},
        )
        for choice in structure.choices
    )
    return Solver(evolve(structure, choices=tuple(choices))).measure_values(stat) or {}


def pick_value(shares: Shares, sign: int) -> int:
    """Return the value at which a level begins for the high (1) or low (-1) end; 0 if none fits.

    See ``find_offered_levels``.
    """
    held = {
        sign * distance: share
        for distance in range(1, MOST_STEPS + 1)
        if (share := measure_share(shares, sign * distance))
    }
    if is_balanced(held.get(sign, 0.0)):
        return sign
    fitting = [each for each in held if is_divided(held[each])]
    return min(fitting, key=lambda each: abs(held[each] - 0.4), default=0)


def measure_share(shares: Shares, value: int) -> float:
    """Return the share of players whose level begins at ``value``, which is not 0."""
    level = Level("", value)
    held = sum(share for each, share in shares.items() if level.includes(each))
    return held / (sum(shares.values()) or 1.0)


def pick_threshold(shares: Shares) -> int | None:
    """Return the least value of the upper side that divides the players most evenly.

    Players see that a stat is above or below 0. So a value that divides them there is preferred, if
    enough players are on each side. Return ``None`` if all players have the same value.
    """
    whole = sum(shares.values())
    above = {
        least: sum(share for value, share in shares.items() if value >= least) / whole
        for least in range(min(shares, default=0) + 1, max(shares, default=0) + 1)
    }
    shown = [each for each in above if each in _SHOWN and is_balanced(above[each])]
    return min(shown or above, key=lambda least: abs(above[least] - 0.5), default=None)


def sum_shares(shares: Iterable[Shares]) -> Shares:
    """Return the sum of several distributions of values."""
    total: dict[int, float] = defaultdict(float)
    for each in shares:
        for value, share in each.items():
            total[value] += share
    return total


def is_divided(share: float) -> bool:
    """Return whether some random players, and not nearly all, have a level with this share."""
    return _FEWEST <= share <= 1 - _FEWEST


def is_balanced(share: float) -> bool:
    """Return whether a reading with this share of players on one side has enough on both."""
    return LEAST_SIDE <= share <= 1 - LEAST_SIDE


def drop_unread_moves(structure: Structure) -> Structure:
    """Return ``structure`` without the moves of a stat after its last reading.

    The readings of a stat are the conditions of choices and the conditional texts that ask for it.
    """
    readers: dict[str, set[str]] = defaultdict(set)
    for choice in structure.choices:
        for level in filter(None, map(read_level, choice.requires | choice.forbids)):
            readers[level.stat].add(choice.source)
    for passage in structure.passages:
        for level in filter(None, map(read_level, passage.conditional_flags)):
            readers[level.stat].add(passage.id)
    before = {stat: structure.passages_before(places) for stat, places in readers.items()}

    def select_moves(choice: Choice) -> Choice:
        moves = {
            stat: step
            for stat, step in choice.moves.items()
            if choice.target in before.get(stat, ())
        }
        return choice if len(moves) == len(choice.moves) else evolve(choice, moves=moves)

    return evolve(structure, choices=tuple(map(select_moves, structure.choices)))


def limit_moves(
    structure: Structure, scenes: Mapping[str, str] = MappingProxyType({})
) -> Structure:
    """Return ``structure`` without moves that could take a stat beyond its greatest distance.

    If there are too many moves, those that remain are evenly spread, so that late choices count,
    too. The passages must be in topological order, apart from the topics of hubs. A topic can be
    read after any other topics of its hub. Moves before a played scene leave room for its turns,
    which would change nothing otherwise; ``scenes`` has the stats that scenes move, by passage id.
    """
    stats = {stat for choice in structure.choices for stat in choice.moves}
    for stat in sorted(stats):
        ahead = {passage for passage, moved in scenes.items() if moved == stat}
        structure = _limit_moves_of(structure, stat, ahead)
    return structure


def _limit_moves_of(structure: Structure, stat: str, ahead: set[str]) -> Structure:
    possible = _Bounds(structure, stat)
    possible.measure(lambda *_: True)
    lowest = min(0, *(least for least, _ in possible.found.values()))
    highest = max(0, *(greatest for _, greatest in possible.found.values()))
    kept: dict[str, Choice] = {}

    def keep(choice: Choice, least: int, greatest: int) -> bool:
        passage = structure.passage(choice.source)
        ahead.discard(passage.hub or passage.id)
        most = MOST_STEPS - TURNS * len(ahead)
        lower, upper = possible.found[choice.target]
        down = up = most
        if not structure.passage(choice.target).hub:
            # Of all steps on the longest route, the same share is allowed up to every passage. The
            # topics of a hub come all at once, so they only keep to the end of the scale.
            down, up = _share(most, -lower, -lowest), _share(most, upper, highest)
        is_kept = -down <= least and greatest <= up
        if not is_kept:
            left = {name: each for name, each in choice.moves.items() if name != stat}
            kept[choice.id] = evolve(choice, moves=left)
        return is_kept

    _Bounds(structure, stat).measure(keep)
    return evolve(
        structure, choices=tuple(kept.get(choice.id, choice) for choice in structure.choices)
    )


def _share(most: int, steps: int, all_steps: int) -> int:
    """Return how many of ``steps`` are allowed, if ``most`` of ``all_steps`` are; rounded up."""
    return most if all_steps <= most else min(most, -(-most * max(0, steps) // all_steps))


class _Bounds:
    """The least and the greatest value of ``stat`` in each passage, in ``found`` by passage id."""

    def __init__(self, structure: Structure, stat: str) -> None:
        self.found: dict[str, tuple[int, int]] = {structure.start: (0, 0)}
        self._structure, self._stat = structure, stat
        self._topics: dict[str, list[str]] = defaultdict(list)
        for passage in structure.passages:
            self._topics[passage.hub].append(passage.id)

    def measure(self, keep: Callable[[Choice, int, int], bool]) -> None:
        """Measure the bounds with those moves that ``keep`` allows, by the bounds after a move."""
        for passage in self._structure.passages:
            hub = passage.hub or passage.id
            before = self.found.get(hub, (0, 0))
            inside = self._list_steps_inside(hub)
            after_topics = self._add_topics(hub, before, sorted(inside.values()))
            for choice in self._structure.outgoing_choices(passage.id):
                is_topic = choice.target in inside
                least, greatest = after_topics if passage.hub or is_topic else before
                step = 0 if is_topic else choice.moves.get(self._stat, 0)
                if not keep(choice, least + step, greatest + step):
                    step = 0
                lower, upper = self.found.get(choice.target, (least + step, greatest + step))
                self.found[choice.target] = min(lower, least + step), max(upper, greatest + step)

    def _list_steps_inside(self, hub: str) -> Mapping[str, int]:
        """Return the step of each topic of ``hub``, by passage id."""
        return {
            topic: max(
                (
                    choice.moves.get(self._stat, 0)
                    for choice in self._structure.incoming_choices(topic)
                ),
                key=abs,
            )
            for topic in self._topics[hub]
        }

    def _add_topics(
        self, hub: str, before: tuple[int, int], steps: Sequence[int]
    ) -> tuple[int, int]:
        limit = (measure_limit(self._structure, hub) if steps else 0) or len(steps)
        return (
            before[0] + sum(min(0, step) for step in steps[:limit]),
            before[1] + sum(max(0, step) for step in steps[-limit:]),
        )
