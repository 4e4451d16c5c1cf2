"""Sets of flags, however many, as one diagram.

A diagram is zero-suppressed and shared: a node asks for one flag, the highest in the sets below
it, and leads on to the sets without it and to those with it. What is held side by side adds to
its size and does not multiply it. Each set has a value at the leaf that it leads to; where only
the sets matter it is ``True``. The empty family is 0. Flags are bits.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import or_
from typing import Any

EMPTY = 0
MOST_STEPS = 1_500_000
"""How many steps the diagrams of one structure may take, by default: seconds, and 300 MB."""


class TooManyStepsError(Exception):
    """The diagrams grew beyond what was allowed."""


class Diagrams:
    """Diagrams that share their nodes; sets that meet have their values joined by ``add``."""

    def __init__(self, *, add: Callable[..., Any] = or_, most: int = MOST_STEPS) -> None:
        self.steps = 0
        self.most = most
        self.add = add
        self._sets_only = add is or_
        self._flag = [-1]
        self._without = [EMPTY]
        self._with = [EMPTY]
        self._flags = [0]
        self._values: list[Any] = [None]
        self._nodes: dict[tuple[int, int, int], int] = {}
        self._leaves: dict[Any, int] = {}
        self._joined: dict[tuple[int, int], int] = {}

    def allow(self, steps: int) -> None:
        """Let so many steps be taken from now on."""
        self.most = self.steps + steps

    def leaf(self, value: Any = True) -> int:
        """The family of the empty set alone, with that value."""
        found = self._leaves.get(value)
        if found is None:
            found = self._leaves[value] = len(self._flag)
            self._flag.append(-1)
            self._without.append(EMPTY)
            self._with.append(EMPTY)
            self._flags.append(0)
            self._values.append(value)
        return found

    def _node(self, flag: int, low: int, high: int) -> int:
        if not high:
            return low
        key = (flag, low, high)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = len(self._flag)
            self._flag.append(flag)
            self._without.append(low)
            self._with.append(high)
            below = self._flags[high]
            self._flags.append((below if low == high else below | self._flags[low]) | 1 << flag)
            self._values.append(None)
        return found

    def parts(self, family: int) -> tuple[int, int, int]:
        """The number of its highest flag, -1 where there is none, the sets without it and with."""
        return self._flag[family], self._without[family], self._with[family]

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise TooManyStepsError

    def union(self, one: int, other: int) -> int:
        """The sets of either family, the values of those in both joined."""
        if not one or not other or (one == other and self._sets_only):
            return one or other
        key = (one, other) if one < other else (other, one)
        found = self._joined.get(key)
        if found is not None:
            return found
        self._step()
        first, second = self._flag[one], self._flag[other]
        if first < 0 and second < 0:
            found = self.leaf(self.add(self._values[one], self._values[other]))
        elif first > second:
            found = self._node(first, self.union(self._without[one], other), self._with[one])
        elif second > first:
            found = self._node(second, self.union(one, self._without[other]), self._with[other])
        else:
            without, held = self._without[one], self._with[one]
            others, others_held = self._without[other], self._with[other]
            low = self.union(without, others)
            # Often it makes no difference to what is below whether the flag is held.
            alike = held == without and others_held == others
            found = self._node(first, low, low if alike else self.union(held, others_held))
        self._joined[key] = found
        return found

    def minus(self, one: int, other: int) -> int:
        """The sets of the first family that are not in the second."""
        return self._compared(one, other, both=False)

    def common(self, one: int, other: int) -> int:
        """The sets that are in both families, with their values in the first."""
        return self._compared(one, other, both=True)

    def _compared(self, one: int, other: int, *, both: bool) -> int:
        known: dict[tuple[int, int], int] = {}

        def compared(one: int, other: int) -> int:
            if not one or not other:
                return EMPTY if both else one
            if one == other:
                return one if both else EMPTY
            found = known.get((one, other))
            if found is not None:
                return found
            self._step()
            first, second = self._flag[one], self._flag[other]
            if first < 0 and second < 0:
                found = one if both else EMPTY
            elif second > first:
                found = compared(one, self._without[other])
            else:
                beside = second == first
                low = compared(self._without[one], self._without[other] if beside else other)
                high = compared(self._with[one], self._with[other] if beside else EMPTY)
                found = self._node(first, low, high)
            known[one, other] = found
            return found

        return compared(one, other)

    def _parts(self, node: int, flag: int) -> tuple[int, int]:
        """The sets without a flag that is not below the highest, and those with it."""
        return (
            (self._without[node], self._with[node]) if self._flag[node] == flag else (node, EMPTY)
        )

    def changed(self, family: int, change: Callable[..., Any]) -> int:
        """The same sets with other values."""
        known = {EMPTY: EMPTY}

        def changed(node: int) -> int:
            found = known.get(node)
            if found is None:
                self._step()
                flag = self._flag[node]
                found = known[node] = (
                    self.leaf(change(self._values[node]))
                    if flag < 0
                    else self._node(flag, changed(self._without[node]), changed(self._with[node]))
                )
            return found

        return changed(family)

    def value(self, family: int, flags: int) -> Any:
        """The value of one set; ``None`` where it is not in the family."""
        flag_of, without, held, left = self._flag, self._without, self._with, flags.bit_count()
        while (flag := flag_of[family]) >= 0:
            if flags >> flag & 1:
                left -= 1
                family = held[family]
            else:
                family = without[family]
        return None if left else self._values[family]

    def count(self, family: int) -> int:
        """How many sets it has."""
        counts = {EMPTY: 0}
        waiting = [family]
        while waiting:
            node = waiting[-1]
            below = () if self._flag[node] < 0 else (self._without[node], self._with[node])
            left = [each for each in below if each not in counts]
            waiting += left
            if not left:
                counts.setdefault(node, sum(counts[each] for each in below) if below else 1)
                waiting.pop()
        return counts[family]
