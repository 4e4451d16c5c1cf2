"""Families of sets of flags: what players may hold in a passage, and what choices make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import or_
from typing import Any

from questfoundry.domain.play.graph import Edge
from questfoundry.domain.play.zdd_ops import EMPTY, MOST_STEPS, Diagrams

_Asked = tuple[int, int]
"""The flags that a choice requires, and those that it forbids."""


class Families(Diagrams):
    """What players hold, as diagrams, and what becomes of it by choices."""

    def __init__(self, *, add: Callable[..., Any] = or_, most: int = MOST_STEPS) -> None:
        super().__init__(add=add, most=most)
        self._parted: dict[tuple[Any, ...], Mapping[int, int]] = {}
        self._done: dict[tuple[int, ...], int] = {}

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
        asking = [(e.requires, e.forbids) for e in edges if e.requires or e.forbids]
        always = len(edges) - len(asking)
        if not asking:
            return {always: family}
        if len(asking) == 2 and is_else(*asking):
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
        key = (family, requires, forbids, grants, keep)
        found = self._done.get(key)
        if found is None:
            found = self._done[key] = self._walked(*key)
        return found

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
            if requires and requires >> (flag + 1):
                found = EMPTY
            elif new > flag:
                found = self._node(new, EMPTY, turned(node, requires, grants ^ 1 << new))
            else:
                bit = 1 << flag
                asked, granted = requires & bit, grants & bit
                rest, new_below = requires ^ asked, grants ^ granted
                without, held = self._without[node], self._with[node]
                low = EMPTY if asked else turned(without, rest, new_below)
                if forbids & bit:
                    high = EMPTY
                elif held == without and not asked:
                    high = low
                else:
                    high = turned(held, rest, new_below)
                if granted:
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
        key = (family, target, edge.requires, edge.forbids, granted, keep)
        done = self._done.get(key)
        if done is not None:
            return done

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

        self._done[key] = done = before(family, target, edge.requires, granted)
        return done

    def set_before(self, family: int, edge: Edge, keep: int, flags: int) -> int | None:
        """A set of a family, with few flags, from which a choice leads to these; ``None`` without.

        Only the flags to ``keep`` are kept.
        """
        if edge.after(flags) & keep != flags:
            return None
        told = keep & ~(edge.grants | edge.clears)
        must, never = edge.requires | flags & told, edge.forbids | told & ~flags
        held = self._flags[family]
        if must & (never | ~held):
            return None
        if self._holds(family, must):
            return must
        if not held & ~(must | never):
            return None
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

    def _holds(self, family: int, flags: int) -> bool:
        # To look at sixteen flags takes as long as a step.
        self.steps += self._flags[family].bit_count() // 16
        self._step()
        return self.value(family, flags) is not None

    def total(self, family: int) -> Any:
        """The values of all sets joined; ``None`` of an empty family."""
        whole = self._turned(family, 0, 0, 0, 0)
        return self._values[whole]


def is_else(one: _Asked, other: _Asked) -> bool:
    """Whether the one choice asks for a flag, and the other forbids it, and no more."""
    asked, forbidden = one
    return (
        (forbidden, asked) == other
        and not (asked and forbidden)
        and (asked | forbidden).bit_count() == 1
    )
