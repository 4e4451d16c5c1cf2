"""Image and preimage of families of flag sets under choices, on zero-suppressed decision diagrams.

A family holds the flag sets that players can have in one passage. A choice is a transition: a
condition on flags, flags to set, and flags to clear. Symbolic model checking calls these two
operations image and preimage (Burch et al. 1992). Each costs one step for each node of the
family, or for each pair of nodes, unless sets merge. Results are cached for the diagram's life.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import or_
from typing import Any

from questfoundry.domain.play.graph import Edge
from questfoundry.domain.play.zdd_ops import EMPTY, MAX_STEPS, ZddOperations

_Condition = tuple[int, int]
"""The flags that a choice requires, and those that it forbids."""


class Zdd(ZddOperations):
    """Families of flag sets, with the transitions of choices on them."""

    def __init__(self, *, combine: Callable[..., Any] = or_, max_steps: int = MAX_STEPS) -> None:
        super().__init__(combine=combine, max_steps=max_steps)
        self._partition_cache: dict[tuple[Any, ...], Mapping[int, int]] = {}
        self._transition_cache: dict[tuple[int, ...], int] = {}

    def restrict(self, family: int, requires: int = 0, forbids: int = 0) -> int:
        """Return the sets that contain all flags of ``requires`` and none of ``forbids``."""
        return self._transition(family, requires, forbids, 0, -1)

    def restrict_to_open_choices(self, family: int, edges: Iterable[Edge]) -> int:
        """Return the sets for which at least one choice of ``edges`` is open."""
        found = EMPTY
        for edge in edges:
            found = self.union(found, self.restrict(family, edge.requires, edge.forbids))
        return found

    def partition_by_open_choices(self, family: int, edges: Sequence[Edge]) -> Mapping[int, int]:
        """Partition the family by the number of choices of ``edges`` that are open for a set."""
        asking = [(e.requires, e.forbids) for e in edges if e.requires or e.forbids]
        always = len(edges) - len(asking)
        if not asking:
            return {always: family}
        if len(asking) == 2 and are_complementary(*asking):
            return {always + 1: family}
        key = (family, always, *asking)
        found = self._partition_cache.get(key)
        if found is None:
            found = {always: family}
            for requires, forbids in asking:
                found = self._refine_partition(found, requires, forbids)
            self._partition_cache[key] = found
        return found

    def _refine_partition(
        self, parts: Mapping[int, int], requires: int, forbids: int
    ) -> Mapping[int, int]:
        """Split each part by one more condition; sets that meet it move to the next count."""
        found: dict[int, int] = {}
        for choices, part in parts.items():
            may = self.restrict(part, requires, forbids)
            for number, each in ((choices + 1, may), (choices, self.difference(part, may))):
                if each:
                    found[number] = self.union(found.get(number, EMPTY), each)
        return found

    def image(self, family: int, edge: Edge, keep: int) -> int:
        """Return the sets after a player takes ``edge``, reduced to the flags in the mask ``keep``.

        Sets for which the choice is closed are dropped; sets that become equal are merged.
        """
        left = keep & ~edge.clears if edge.clears else keep
        return self._transition(family, edge.requires, edge.forbids, edge.grants & keep, left)

    def _transition(self, family: int, requires: int, forbids: int, grants: int, keep: int) -> int:
        """Restrict to a condition, set ``grants`` and drop all flags outside ``keep``.

        The common cases need no walk: the condition is the root's flag alone, or nothing changes.
        """
        top, one = self._flag_of[family], not ((requires and forbids) or grants)
        if one and top >= 0 and (requires or forbids) == 1 << top:
            # Often the flag that is asked for stands on top, and all below it stays.
            left = self._high[family] if requires else self._low[family]
            if not self._support[left] & ~keep:
                return self._make_node(top, EMPTY, left) if requires & keep else left
        if not family or not (requires or grants or self._support[family] & (forbids | ~keep)):
            return family
        if self._has_plain_sets and not (requires or forbids or grants or keep):
            return self.make_leaf()
        key = (family, requires, forbids, grants, keep)
        found = self._transition_cache.get(key)
        if found is None:
            found = self._transition_cache[key] = self._compute_transition(*key)
        return found

    def _compute_transition(
        self, family: int, requires: int, forbids: int, grants: int, keep: int
    ) -> int:
        touched = forbids | ~keep
        known: dict[tuple[int, int, int], int] = {}

        def turned(node: int, requires: int, grants: int) -> int:
            if not (requires or grants or self._support[node] & touched) or not node:
                return node
            key = (node, requires, grants)
            found = known.get(key)
            if found is not None:
                return found
            self._count_step()
            flag = self._flag_of[node]
            new = grants.bit_length() - 1
            if requires and requires >> (flag + 1):
                found = EMPTY
            elif new > flag:
                found = self._make_node(new, EMPTY, turned(node, requires, grants ^ 1 << new))
            else:
                bit = 1 << flag
                asked, granted = requires & bit, grants & bit
                rest, new_below = requires ^ asked, grants ^ granted
                without, held = self._low[node], self._high[node]
                low = EMPTY if asked else turned(without, rest, new_below)
                if forbids & bit:
                    high = EMPTY
                elif held == without and not asked:
                    high = low
                else:
                    high = turned(held, rest, new_below)
                if granted:
                    found = self._make_node(flag, EMPTY, self.union(low, high))
                elif keep & bit:
                    found = self._make_node(flag, low, high)
                else:
                    found = self.union(low, high)
            known[key] = found
            return found

        return turned(family, requires, grants)

    def preimage(self, family: int, edge: Edge, keep: int, target: int) -> int:
        """Return the sets of ``family`` from which ``edge`` leads to a set of ``target``.

        ``keep`` is the mask of flags that remain after the choice, as in :meth:`image`.
        """
        known: dict[tuple[int, int, int, int], int] = {}
        granted = edge.grants & keep
        keep &= ~edge.clears
        touched = edge.forbids | ~keep
        key = (family, target, edge.requires, edge.forbids, granted, keep)
        done = self._transition_cache.get(key)
        if done is not None:
            return done

        def before(node: int, target: int, requires: int, grants: int) -> int:
            if not node or not target:
                return EMPTY
            if node == target and not (requires or grants or self._support[node] & touched):
                return node
            key = (node, target, requires, grants)
            found = known.get(key)
            if found is not None:
                return found
            self._count_step()
            top = max(requires, grants).bit_length() - 1
            flag = max(self._flag_of[node], self._flag_of[target], top)
            if flag < 0:
                return node
            bit = 1 << flag
            low, high = self._cofactors(node, flag)
            into, into_with = self._cofactors(target, flag)
            if grants & bit:
                into = into_with
            elif not keep & bit:
                into_with = into
            rest = requires & ~bit, grants & ~bit
            found = known[key] = self._make_node(
                flag,
                EMPTY if requires & bit else before(low, into, *rest),
                EMPTY if edge.forbids & bit else before(high, into_with, *rest),
            )
            return found

        self._transition_cache[key] = done = before(family, target, edge.requires, granted)
        return done

    def find_preimage_set(self, family: int, edge: Edge, keep: int, flags: int) -> int | None:
        """Return a set of ``family`` with few flags from which ``edge`` leads to exactly ``flags``.

        ``keep`` is the mask of flags that remain after the choice. The result is ``None`` if the
        family contains no such set.
        """
        if edge.apply(flags) & keep != flags:
            return None
        told = keep & ~(edge.grants | edge.clears)
        must, never = edge.requires | flags & told, edge.forbids | told & ~flags
        held = self._support[family]
        if must & (never | ~held):
            return None
        if self._contains_set(family, must):
            return must
        if not held & ~(must | never):
            return None
        waiting, seen = [(family, 0)], {EMPTY}
        while waiting:
            node, held = waiting.pop()
            flag = self._flag_of[node]
            if node in seen or (must & ~held) >> (flag + 1):
                continue
            self._count_step()
            if flag < 0:
                return held
            seen.add(node)
            if not never >> flag & 1:
                waiting.append((self._high[node], held | 1 << flag))
            if not must >> flag & 1:
                waiting.append((self._low[node], held))
        return None

    def _contains_set(self, family: int, flags: int) -> bool:
        # To look at sixteen flags takes as long as a step.
        self.steps += self._support[family].bit_count() // 16
        self._count_step()
        return self.get_value(family, flags) is not None

    def total_value(self, family: int) -> Any:
        """Return the combined values of all sets, or ``None`` for an empty family."""
        whole = self._transition(family, 0, 0, 0, 0)
        return self._values[whole]


def are_complementary(one: _Condition, other: _Condition) -> bool:
    """Return whether one condition requires a single flag and the other forbids the same flag.

    Each argument is a pair of flag masks: required, forbidden. Exactly one such choice is open.
    """
    asked, forbidden = one
    return (
        (forbidden, asked) == other
        and not (asked and forbidden)
        and (asked | forbidden).bit_count() == 1
    )
