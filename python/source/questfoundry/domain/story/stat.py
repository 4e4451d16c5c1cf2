"""Define stats: numbers that choices raise and lower, and the levels that conditions ask for.

A stat begins at 0. Its value is stored as *levels*, flags that a player holds or lacks. A player
with the value 2 holds the levels ``up-1`` and ``up-2``; a player with the value -1 holds
``down-1``. So whatever reads a flag (a choice, a conditional text, an export, the solver) can read
a stat, too.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import frozen

from questfoundry.domain.ids import SEPARATOR, kind_of, make_id, slug_of

STAT = "stat"
"""The first part of a stat's id, which gives its kind."""

LEVEL = "level"
"""The first part of a level's id, which gives its kind."""

MOST_STEPS = 12
"""The greatest distance of a stat from 0.

A move beyond stops here. A law says that no playthrough makes such a move.
"""

_UP, _DOWN = "up", "down"


@frozen(kw_only=True)
class Stat:
    """A question about a relation, a trait or a cost, whose answer choices change step by step.

    ``name``: a few words, such as "Win's trust".
    ``question``: the question, such as "Does Win trust you?".
    ``high``, ``low``: the sentences that are true at the two ends, such as "Win trusts you".
    ``high_opens``, ``low_opens``: the things that only players at this end can do, or empty.
    ``about``: the id of the character, question or dilemma that the stat belongs to, or empty.
    """

    id: str
    name: str
    question: str
    high: str
    low: str
    high_opens: str = ""
    low_opens: str = ""
    about: str = ""

    def describe(self, value: int) -> str:
        """Return the sentence of the end that ``value`` leans to; empty for 0."""
        return self.high if value > 0 else self.low if value < 0 else ""


def make_stat_id(name: str) -> str:
    """Return the id of the stat with ``name``; "Ilk's trust" gives ``stat::ilks-trust``."""
    return make_id(STAT, re.sub(r"['\u2019]", "", name))


@frozen
class Level:
    """One side of a stat from a certain value on: at least ``value``, or at most a negative one."""

    stat: str
    value: int

    @property
    def id(self) -> str:
        """The id of the flag that players at this level hold."""
        side = _UP if self.value > 0 else _DOWN
        return f"{LEVEL}{SEPARATOR}{slug_of(self.stat)}-{side}-{abs(self.value)}"

    @property
    def threshold(self) -> int:
        """The least value of the upper side.

        Players with this value or more hold a high level; players with less hold a low level.
        """
        return self.value if self.value > 0 else self.value + 1

    def includes(self, value: int) -> bool:
        """Return whether a player whose stat has the given value holds the level."""
        return (value >= self.threshold) == (self.value > 0)


def make_level(stat: str, threshold: int) -> Level:
    """Return the level of ``stat`` (an id) that divides the values below and from ``threshold``."""
    return Level(stat, threshold if threshold > 0 else threshold - 1)


@frozen
class StatRange:
    """The values of a stat that a condition allows; ``None`` means that there is no bound."""

    stat: str
    at_least: int | None = None
    at_most: int | None = None

    def includes(self, value: int) -> bool:
        """Return whether the condition allows ``value``."""
        is_low = self.at_least is not None and value < self.at_least
        return not is_low and not (self.at_most is not None and value > self.at_most)


def ranges_of(requires: Iterable[str], forbids: Iterable[str] = ()) -> tuple[StatRange, ...]:
    """Return the range of each stat whose levels are required or forbidden, sorted by stat.

    Flags that are no levels are left out.
    """
    levels = [(level, True) for flag in requires if (level := read_level(flag))]
    levels += [(level, False) for flag in forbids if (level := read_level(flag))]
    least: dict[str, list[int]] = {}
    most: dict[str, list[int]] = {}
    for level, is_required in levels:
        is_least = (level.value > 0) is is_required
        inner = level.value - 1 if level.value > 0 else level.value + 1
        bounds = least if is_least else most
        bounds.setdefault(level.stat, []).append(level.value if is_required else inner)
    return tuple(
        StatRange(
            stat, max(least.get(stat, ()), default=None), min(most.get(stat, ()), default=None)
        )
        for stat in sorted(least.keys() | most.keys())
    )


def read_level(flag: str) -> Level | None:
    """Return the level that the flag id stands for, or ``None`` for any other flag."""
    if kind_of(flag) != LEVEL:
        return None
    name, _, number = slug_of(flag).rpartition("-")
    name, _, side = name.rpartition("-")
    if not name or side not in (_UP, _DOWN) or not number.isdecimal() or not int(number):
        return None
    return Level(f"{STAT}{SEPARATOR}{name}", int(number) * (1 if side == _UP else -1))


def value_of(stat: str, flags: Collection[str]) -> int:
    """Return the value that ``stat`` (an id) has for a player who holds ``flags``."""
    levels = (read_level(flag) for flag in flags)
    values = [each.value for each in levels if each and each.stat == stat]
    return max(values, key=abs, default=0)


def levels_of(stat: str, value: int) -> Iterator[str]:
    """Yield the ids of the levels that a player holds whose ``stat`` has the given value."""
    step = 1 if value > 0 else -1
    return (Level(stat, each).id for each in range(step, value + step, step) if value)


def move_stats(flags: frozenset[str], moves: Mapping[str, int]) -> frozenset[str]:
    """Return ``flags`` after each stat in ``moves`` has changed by the given number."""
    for stat, step in moves.items():
        value = value_of(stat, flags)
        after = limit_value(value + step)
        flags = flags - {*levels_of(stat, value)} | {*levels_of(stat, after)}
    return flags


def limit_value(value: int) -> int:
    """Return the nearest value that a stat can have."""
    return max(-MOST_STEPS, min(MOST_STEPS, value))


def format_value(value: int) -> str:
    """Return ``value`` with its sign, such as +2 or \u22122."""
    return f"{value:+}".replace("-", "\N{MINUS SIGN}") if value else "0"


def list_steps(
    stats: Iterable[Stat], before: Collection[str], after: Collection[str]
) -> tuple[str, ...]:
    """Return the step of each stat that a change of flags moves, such as "Win's trust +1"."""
    steps = ((stat.name, value_of(stat.id, after) - value_of(stat.id, before)) for stat in stats)
    return tuple(f"{name} {format_value(step)}" for name, step in steps if step)


def add_moves(*moves: Mapping[str, int]) -> Mapping[str, int]:
    """Return the sum of several changes of stats, by stat id; stats that stay are left out."""
    total: dict[str, int] = {}
    for each in moves:
        for stat, step in each.items():
            total[stat] = total.get(stat, 0) + step
    return {stat: step for stat, step in total.items() if step}


def map_levels(stats: Iterable[Stat]) -> Mapping[str, str]:
    """Return the meaning of each level that ``stats`` can have, by flag id."""
    return {
        Level(stat.id, value).id: stat.describe(value)
        for stat in stats
        for value in range(-MOST_STEPS, MOST_STEPS + 1)
        if value
    }
