"""Compute images and preimages of families of flag sets under choices, on decision diagrams."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import or_
from typing import Any

from questfoundry.domain.solver.graph import Edge
from questfoundry.domain.solver.zdd_ops import EMPTY, MAX_STEPS, ZddOperations

_Condition = tuple[int, int]
"""The masks of the flags that a choice requires and forbids."""

_REMEMBERED_STEPS = 200_000
"""The steps after which results for nodes are forgotten: some 50 MB of memory."""


class Zdd(ZddOperations):
    """A store of families (sets of flag sets), with operations that apply choices to them."""

    def __init__(self, *, combine: Callable[..., Any] = or_, max_steps: int = MAX_STEPS) -> None:
        super().__init__(combine=combine, max_steps=max_steps)
        self._partition_cache: dict[tuple[Any, ...], Mapping[int, int]] = {}
        self._transition_cache: dict[tuple[int, ...], int] = {}
        self._known_transitions: dict[tuple[int, int], dict[tuple[int, int, int], int]] = {}
        self._forget_at = _REMEMBERED_STEPS

    def restrict(self, family: int, requires: int = 0, forbids: int = 0) -> int:
        """Return the sets of ``family`` with all flags in ``requires`` and none in ``forbids``."""
        return self._transition(family, requires, forbids, 0, -1)

    def restrict_to_open_choices(self, family: int, edges: Iterable[Edge]) -> int:
        """Return those sets of ``family`` with which at least one choice of ``edges`` is open."""
        found = EMPTY
        for edge in edges:
            found = self.union(found, self.restrict(family, edge.requires, edge.forbids))
        return found

    def partition_by_open_choices(self, family: int, edges: Sequence[Edge]) -> Mapping[int, int]:
        """Group the sets of ``family`` by the number of choices in ``edges`` that they open."""
        conditions = [(e.requires, e.forbids) for e in edges if e.requires or e.forbids]
        always = len(edges) - len(conditions)
        if not conditions:
            return {always: family}
        if len(conditions) == 2 and are_complementary(*conditions):
            return {always + 1: family}
        key = (family, always, *conditions)
        found = self._partition_cache.get(key)
        if found is None:
            found = {always: family}
            for requires, forbids in conditions:
                found = self._refine_partition(found, requires, forbids)
            self._partition_cache[key] = found
        return found

    def _refine_partition(
        self, parts: Mapping[int, int], requires: int, forbids: int
    ) -> Mapping[int, int]:
        """Return ``parts`` after one more choice: sets that open the choice move to the next count.

        ``parts`` maps numbers of open choices to families.
        """
        found: dict[int, int] = {}
        for choices, part in parts.items():
            may = self.restrict(part, requires, forbids)
            for number, each in ((choices + 1, may), (choices, self.difference(part, may))):
                if each:
                    found[number] = self.union(found.get(number, EMPTY), each)
        return found

    def image(self, family: int, edge: Edge, keep: int) -> int:
        """Return the flag sets of players after they take ``edge``, reduced to the mask ``keep``.

        Sets that do not open the choice are dropped; sets that become equal are merged.
        """
        left = keep & ~edge.clears if edge.clears else keep
        return self._transition(family, edge.requires, edge.forbids, edge.grants & keep, left)

    def _transition(self, family: int, requires: int, forbids: int, grants: int, keep: int) -> int:
        """Return the sets after a choice; simple cases avoid the walk through the diagram."""
        top, is_test = self._flag_of[family], not ((requires and forbids) or grants)
        if is_test and top >= 0 and (requires or forbids) == 1 << top:
            # Often the condition is the root's flag alone, and all flags below it remain.
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
        # One recursive walk tests, sets and removes flags from the highest to the lowest. Below a
        # node without a flag to test, set or remove, the diagram is shared as it is.
        # Memoised by node and remaining masks: at most nodes * (flags + 1) steps, plus unions.
        # Nodes never change, so in a loop the choice finds its results for a smaller family.
        touched = forbids | ~keep
        known = self._recall_transitions(forbids, keep)

        support, flag_of, low_of, high_of = self._support, self._flag_of, self._low, self._high

        def transition(node: int, requires: int, grants: int) -> int:
            if not node or not (requires or grants or support[node] & touched):
                return node
            key = (node, requires, grants)
            found = known.get(key)
            if found is not None:
                return found
            self._count_step()
            flag = flag_of[node]
            new = grants.bit_length() - 1
            if requires and requires >> (flag + 1):
                found = EMPTY
            elif new > flag:
                found = self._make_node(new, EMPTY, transition(node, requires, grants ^ 1 << new))
            else:
                bit = 1 << flag
                required, granted = requires & bit, grants & bit
                rest = requires ^ required, grants ^ granted
                old_low, old_high = low_of[node], high_of[node]
                low = EMPTY if required else transition(old_low, *rest)
                if forbids & bit:
                    high = EMPTY
                elif old_high == old_low and not required:
                    high = low
                else:
                    high = transition(old_high, *rest)
                if granted:
                    found = self._make_node(flag, EMPTY, self.union(low, high))
                elif keep & bit:
                    found = self._make_node(flag, low, high)
                else:
                    found = self.union(low, high)
            known[key] = found
            return found

        return transition(family, requires, grants)

    def _recall_transitions(self, forbids: int, keep: int) -> dict[tuple[int, int, int], int]:
        """Return the results for these masks, which are forgotten after some steps."""
        if self.steps > self._forget_at:
            self._known_transitions.clear()
            self._forget_at = self.steps + _REMEMBERED_STEPS
        return self._known_transitions.setdefault((forbids, keep), {})

    def preimage(self, family: int, edge: Edge, keep: int, target: int) -> int:
        """Return the sets of ``family`` from which the edge leads to a set of ``target``."""
        known: dict[tuple[int, int, int, int], int] = {}
        granted = edge.grants & keep
        keep &= ~edge.clears
        touched = edge.forbids | ~keep
        key = (family, target, edge.requires, edge.forbids, granted, keep)
        done = self._transition_cache.get(key)
        if done is not None:
            return done

        # Both diagrams are walked in step: at each flag the target's branch is the one that the
        # choice leads to, the granted one, the same one, or either where the flag is dropped.
        def preimage(node: int, target: int, requires: int, grants: int) -> int:
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
            target_low, target_high = self._cofactors(target, flag)
            if grants & bit:
                target_low = target_high
            elif not keep & bit:
                target_high = target_low
            rest = requires & ~bit, grants & ~bit
            found = known[key] = self._make_node(
                flag,
                EMPTY if requires & bit else preimage(low, target_low, *rest),
                EMPTY if edge.forbids & bit else preimage(high, target_high, *rest),
            )
            return found

        self._transition_cache[key] = done = preimage(family, target, edge.requires, granted)
        return done

    def find_preimage_set(self, family: int, edge: Edge, keep: int, flags: int) -> int | None:
        """Return a set of ``family`` from which the edge leads to the set ``flags``.

        If there are several, the result is a set with few flags. The result is ``None`` if the
        family contains no such set.
        """
        if edge.apply(flags) & keep != flags:
            return None
        # Flags that remain unchanged must be as in ``flags``; the others are free unless tested.
        unchanged = keep & ~(edge.grants | edge.clears)
        must, never = edge.requires | flags & unchanged, edge.forbids | unchanged & ~flags
        support = self._support[family]
        if must & (never | ~support):
            return None
        if self._contains_set(family, must):
            return must
        if not support & ~(must | never):
            return None
        # Depth-first search of one path to a leaf; branches without a free flag come first.
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
        # A step pays for sixteen flags of the walk.
        self.steps += self._support[family].bit_count() // 16
        self._count_step()
        return self.get_value(family, flags) is not None

    def total_value(self, family: int) -> Any:
        """Return the values of all sets in the family, joined by the store's ``combine`` function.

        The result is ``None`` for an empty family.
        """
        whole = self._transition(family, 0, 0, 0, 0)
        return self._values[whole]


def are_complementary(one: _Condition, other: _Condition) -> bool:
    """Return whether one condition requires a single flag and the other forbids the same flag.

    Each argument is a pair of flag masks: required, forbidden.
    """
    required, forbidden = one
    return (
        (forbidden, required) == other
        and not (required and forbidden)
        and (required | forbidden).bit_count() == 1
    )
