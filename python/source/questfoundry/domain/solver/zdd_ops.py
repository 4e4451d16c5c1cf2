"""Store families of flag sets as zero-suppressed decision diagrams (ZDDs), with set operations.

The method is that of Minato (1993) and Knuth (TAOCP 4A, 7.1.4). A node ``(flag, low, high)`` splits
a family by its highest flag. ``low`` contains the sets without the flag; ``high`` contains the
other sets, with the flag removed from them. Each leaf stores the value of a set, as in an algebraic
decision diagram.

Flags decrease from the root to the leaves, and ``high`` is never ``EMPTY``. Nodes are numbered, and
equal nodes have the same number. So two families are equal exactly when their roots have the same
number. A binary operation costs at most one step for each pair of nodes.
"""

from collections.abc import Callable
from operator import or_
from typing import Any

EMPTY = 0
MAX_STEPS = 1_500_000
"""The default limit of diagram steps for one structure: some seconds and 300 MB of memory."""


class TooManyStepsError(Exception):
    """The error for a diagram operation that exceeds the allowed number of steps."""


class ZddOperations:
    """A store of diagrams that share nodes, with the set operations on families.

    A family (a set of flag sets) is represented by the number of its root node; ``EMPTY`` (0) is
    the family without sets. A set is an ``int`` with one bit for each flag, and each set of a
    family has a value. If a set is in both operands of a union, ``combine`` joins its two values.
    ``steps`` counts the steps so far; an operation raises ``TooManyStepsError`` when the count
    exceeds ``max_steps``.
    """

    def __init__(self, *, combine: Callable[..., Any] = or_, max_steps: int = MAX_STEPS) -> None:
        self.steps = 0
        self.max_steps = max_steps
        self.combine = combine
        self._has_plain_sets = combine is or_
        self._flag_of = [-1]
        self._low = [EMPTY]
        self._high = [EMPTY]
        self._support = [0]
        self._values: list[Any] = [None]
        self._unique_table: dict[tuple[int, int, int], int] = {}
        self._leaves: dict[Any, int] = {}
        self._union_cache: dict[tuple[int, int], int] = {}

    def allow_steps(self, steps: int) -> None:
        """Allow ``steps`` more steps from now on."""
        self.max_steps = self.steps + steps

    def make_leaf(self, value: Any = True) -> int:
        """Return the family that contains only the empty set, with the value ``value``."""
        found = self._leaves.get(value)
        if found is None:
            found = self._leaves[value] = len(self._flag_of)
            self._flag_of.append(-1)
            self._low.append(EMPTY)
            self._high.append(EMPTY)
            self._support.append(0)
            self._values.append(value)
        return found

    def _make_node(self, flag: int, low: int, high: int) -> int:
        if not high:
            return low
        # The unique table keeps equal nodes equal integers: families compare in constant time.
        key = (flag, low, high)
        found = self._unique_table.get(key)
        if found is None:
            found = self._unique_table[key] = len(self._flag_of)
            self._flag_of.append(flag)
            self._low.append(low)
            self._high.append(high)
            below = self._support[high]
            self._support.append((below if low == high else below | self._support[low]) | 1 << flag)
            self._values.append(None)
        return found

    def decompose(self, family: int) -> tuple[int, int, int]:
        """Return the root's flag number, the sets without that flag, and the sets with it.

        The flag is removed from the sets that contain it. The flag number is -1 for a leaf.
        """
        return self._flag_of[family], self._low[family], self._high[family]

    def _count_step(self) -> None:
        self.steps += 1
        if self.steps > self.max_steps:
            raise TooManyStepsError

    def union(self, one: int, other: int) -> int:
        """Return the sets that are in ``one``, in ``other``, or in both families."""
        if not one or not other or (one == other and self._has_plain_sets):
            return one or other
        key = (one, other) if one < other else (other, one)
        found = self._union_cache.get(key)
        if found is not None:
            return found
        self._count_step()
        first, second = self._flag_of[one], self._flag_of[other]
        if first < 0 and second < 0:
            found = self.make_leaf(self.combine(self._values[one], self._values[other]))
        elif first > second:
            found = self._make_node(first, self.union(self._low[one], other), self._high[one])
        elif second > first:
            found = self._make_node(second, self.union(one, self._low[other]), self._high[other])
        else:
            low, high = self._low[one], self._high[one]
            other_low, other_high = self._low[other], self._high[other]
            new_low = self.union(low, other_low)
            # Often both branches of a node are the same: then one recursive union is enough.
            is_same = high == low and other_high == other_low
            new_high = new_low if is_same else self.union(high, other_high)
            found = self._make_node(first, new_low, new_high)
        self._union_cache[key] = found
        return found

    def difference(self, one: int, other: int) -> int:
        """Return the sets of ``one`` that are not in ``other``."""
        return self._compare_families(one, other, intersect=False)

    def intersection(self, one: int, other: int) -> int:
        """Return the sets that are in both families, with their values in ``one``."""
        return self._compare_families(one, other, intersect=True)

    def _compare_families(self, one: int, other: int, *, intersect: bool) -> int:
        known: dict[tuple[int, int], int] = {}

        def compare(one: int, other: int) -> int:
            if not one or not other:
                return EMPTY if intersect else one
            if one == other:
                return one if intersect else EMPTY
            found = known.get((one, other))
            if found is not None:
                return found
            self._count_step()
            first, second = self._flag_of[one], self._flag_of[other]
            if first < 0 and second < 0:
                found = one if intersect else EMPTY
            elif second > first:
                found = compare(one, self._low[other])
            else:
                is_same = second == first
                low = compare(self._low[one], self._low[other] if is_same else other)
                high = compare(self._high[one], self._high[other] if is_same else EMPTY)
                found = self._make_node(first, low, high)
            known[one, other] = found
            return found

        return compare(one, other)

    def _cofactors(self, node: int, flag: int) -> tuple[int, int]:
        """Return the sets of ``node`` without and with ``flag``, its highest possible flag."""
        return (self._low[node], self._high[node]) if self._flag_of[node] == flag else (node, EMPTY)

    def map_values(self, family: int, change: Callable[..., Any]) -> int:
        """Return the same sets with new values; ``change`` returns the new value for an old one."""
        known = {EMPTY: EMPTY}

        def change_node(node: int) -> int:
            found = known.get(node)
            if found is None:
                self._count_step()
                flag = self._flag_of[node]
                found = known[node] = (
                    self.make_leaf(change(self._values[node]))
                    if flag < 0
                    else self._make_node(
                        flag, change_node(self._low[node]), change_node(self._high[node])
                    )
                )
            return found

        return change_node(family)

    def get_value(self, family: int, flags: int) -> Any:
        """Return the value that ``family`` stores for the set ``flags``, or ``None`` if absent."""
        # ``left`` counts the flags of the set that the path from the root has not passed yet.
        flag_of, low, high, left = self._flag_of, self._low, self._high, flags.bit_count()
        while (flag := flag_of[family]) >= 0:
            if flags >> flag & 1:
                left -= 1
                family = high[family]
            else:
                family = low[family]
        return None if left else self._values[family]

    def count_sets(self, family: int) -> int:
        """Return the number of sets in the family, in time linear in its nodes."""
        counts = {EMPTY: 0}
        waiting = [family]
        while waiting:
            node = waiting[-1]
            below = () if self._flag_of[node] < 0 else (self._low[node], self._high[node])
            left = [each for each in below if each not in counts]
            waiting += left
            if not left:
                counts.setdefault(node, sum(counts[each] for each in below) if below else 1)
                waiting.pop()
        return counts[family]
