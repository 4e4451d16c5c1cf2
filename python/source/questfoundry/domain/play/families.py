"""Families of sets of flags, however many: what players may hold in a passage, as one diagram.

A diagram is zero-suppressed and shared: a node asks for one flag, the highest in the sets below
it, and leads on to the sets without it and to those with it. What is held side by side adds to
its size and does not multiply it. Each set has a value at the leaf that it leads to; where only
the sets matter it is ``True``. The empty family is 0. Flags are bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import or_
from typing import Any

from questfoundry.domain.play.graph import Edge

EMPTY = 0
MOST_STEPS = 1_500_000
"""How many steps the diagrams of one structure may take, by default: seconds, and 300 MB."""


class TooManyStepsError(Exception):
    """The diagrams grew beyond what was allowed."""


class Families:
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
        self._parted: dict[tuple[Any, ...], Mapping[int, int]] = {}

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
            self._flags.append(self._flags[low] | self._flags[high] | 1 << flag)
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
            low = self.union(self._without[one], self._without[other])
            found = self._node(first, low, self.union(self._with[one], self._with[other]))
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

    def where(self, family: int, requires: int = 0, forbids: int = 0) -> int:
        """The sets that hold all of some flags and none of others."""
        return self._turned(family, requires, forbids, 0, -1)

    def opened(self, family: int, edges: Iterable[Edge]) -> int:
        """The sets with which one of the choices at least is open."""
        found = EMPTY
        for edge in edges:
            found = self.union(found, self.where(family, edge.requires, edge.forbids))
        return found

    def parted(self, family: int, edges: Sequence[Edge]) -> Mapping[int, int]:
        """The sets by with how many of the choices open."""
        asking = [(edge.requires, edge.forbids) for edge in edges if edge.asks]
        always = len(edges) - len(asking)
        if not asking:
            return {always: family}
        if len(asking) == 2 and _is_else(*asking):
            return {always + 1: family}
        key = (family, always, *asking)
        found = self._parted.get(key)
        if found is None:
            found = {always: family}
            for requires, forbids in asking:
                found = self._parted_again(found, requires, forbids)
            self._parted[key] = found
        return found

    def _parted_again(
        self, parts: Mapping[int, int], requires: int, forbids: int
    ) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for choices, part in parts.items():
            may = self.where(part, requires, forbids)
            for number, each in ((choices + 1, may), (choices, self.minus(part, may))):
                if each:
                    found[number] = self.union(found.get(number, EMPTY), each)
        return found

    def after(self, family: int, edge: Edge, keep: int) -> int:
        """The sets that taking a choice leads to; only the flags to ``keep`` are kept."""
        left = keep & ~edge.clears if edge.clears else keep
        return self._turned(family, edge.requires, edge.forbids, edge.grants & keep, left)

    def _turned(self, family: int, requires: int, forbids: int, grants: int, keep: int) -> int:
        top, one = self._flag[family], not ((requires and forbids) or grants)
        if one and top >= 0 and (requires or forbids) == 1 << top:
            # Often the flag that is asked for stands on top, and all below it stays.
            left = self._with[family] if requires else self._without[family]
            if not self._flags[left] & ~keep:
                return self._node(top, EMPTY, left) if requires & keep else left
        if not family or not (requires or grants or self._flags[family] & (forbids | ~keep)):
            return family
        if self._sets_only and not (requires or forbids or grants or keep):
            return self.leaf()
        return self._walked(family, requires, forbids, grants, keep)

    def _walked(self, family: int, requires: int, forbids: int, grants: int, keep: int) -> int:
        touched = forbids | ~keep
        known: dict[tuple[int, int, int], int] = {}

        def turned(node: int, requires: int, grants: int) -> int:
            if not (requires or grants or self._flags[node] & touched) or not node:
                return node
            key = (node, requires, grants)
            found = known.get(key)
            if found is not None:
                return found
            self._step()
            flag = self._flag[node]
            new = grants.bit_length() - 1
            if requires >> (flag + 1):
                found = EMPTY
            elif new > flag:
                found = self._node(new, EMPTY, turned(node, requires, grants ^ 1 << new))
            else:
                bit = 1 << flag
                rest = requires & ~bit, grants & ~bit
                low = EMPTY if requires & bit else turned(self._without[node], *rest)
                high = EMPTY if forbids & bit else turned(self._with[node], *rest)
                if grants & bit:
                    found = self._node(flag, EMPTY, self.union(low, high))
                elif keep & bit:
                    found = self._node(flag, low, high)
                else:
                    found = self.union(low, high)
            known[key] = found
            return found

        return turned(family, requires, grants)

    def before(self, family: int, edge: Edge, keep: int, target: int) -> int:
        """The sets of a family from which a choice leads into the ``target``."""
        known: dict[tuple[int, int, int, int], int] = {}
        granted = edge.grants & keep
        keep &= ~edge.clears
        touched = edge.forbids | ~keep

        def before(node: int, target: int, requires: int, grants: int) -> int:
            if not node or not target:
                return EMPTY
            if node == target and not (requires or grants or self._flags[node] & touched):
                return node
            key = (node, target, requires, grants)
            found = known.get(key)
            if found is not None:
                return found
            self._step()
            top = max(requires, grants).bit_length() - 1
            flag = max(self._flag[node], self._flag[target], top)
            if flag < 0:
                return node
            bit = 1 << flag
            low, high = self._parts(node, flag)
            into, into_with = self._parts(target, flag)
            if grants & bit:
                into = into_with
            elif not keep & bit:
                into_with = into
            rest = requires & ~bit, grants & ~bit
            found = known[key] = self._node(
                flag,
                EMPTY if requires & bit else before(low, into, *rest),
                EMPTY if edge.forbids & bit else before(high, into_with, *rest),
            )
            return found

        return before(family, target, edge.requires, granted)

    def set_before(self, family: int, edge: Edge, keep: int, flags: int) -> int | None:
        """A set of a family, with few flags, from which a choice leads to these; ``None`` without.

        Only the flags to ``keep`` are kept.
        """
        if edge.after(flags) & keep != flags:
            return None
        told = keep & ~(edge.grants | edge.clears)
        must, never = edge.requires | flags & told, edge.forbids | told & ~flags
        waiting, seen = [(family, 0)], {EMPTY}
        while waiting:
            node, held = waiting.pop()
            flag = self._flag[node]
            if node in seen or (must & ~held) >> (flag + 1):
                continue
            self._step()
            if flag < 0:
                return held
            seen.add(node)
            if not never >> flag & 1:
                waiting.append((self._with[node], held | 1 << flag))
            if not must >> flag & 1:
                waiting.append((self._without[node], held))
        return None

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
        while family and not flags >> (self._flag[family] + 1):
            flag = self._flag[family]
            if flag < 0:
                return self._values[family]
            held = flags >> flag & 1
            flags &= ~(1 << flag)
            family = self._with[family] if held else self._without[family]
        return None

    def total(self, family: int) -> Any:
        """The values of all sets joined; ``None`` of an empty family."""
        whole = self._turned(family, 0, 0, 0, 0)
        return self._values[whole]

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


def _is_else(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether the one choice asks for a flag, and the other forbids it, and no more."""
    return one == other[::-1] and 0 in one and sum(one).bit_count() == 1
