"""Families whose values are shares, and how what is known of some flags and of others joins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import frexp, ldexp

from questfoundry.domain.play.graph import STAYING
from questfoundry.domain.play.zdd import Families
from questfoundry.domain.play.zdd_ops import EMPTY, MOST_STEPS


def together(one: float, other: float) -> float:
    """Both shares, to twelve digits: what comes by other ways to the same share is the same."""
    digits, exponent = frexp(one + other)
    return ldexp(round(digits, 12), exponent)


class Weighted(Families):
    """Diagrams in which each set has a share; those of sets that meet are added."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        super().__init__(add=together, most=most)

    @contextmanager
    def within(self, steps: int) -> Iterator[None]:
        """Let something take fewer steps than all together may."""
        most, self.most = self.most, min(self.most, self.steps + steps)
        try:
            yield
        finally:
            self.most = most

    def alike(self, others: Families, family: int) -> int:
        """The sets of a family of other diagrams, each with the share of one."""
        known = {EMPTY: EMPTY}

        def alike(node: int) -> int:
            found = known.get(node)
            if found is None:
                flag, low, high = others.parts(node)
                found = known[node] = (
                    self.leaf(1.0) if flag < 0 else self._node(flag, alike(low), alike(high))
                )
            return found

        return alike(family)

    def scaled(self, family: int, share: float) -> int:
        """The same sets with so many times the shares."""
        if share == 1:
            return family
        return self.changed(family, lambda value: together(value * share, 0.0))

    def without(self, family: int, flags: int) -> int:
        """The same with some flags forgotten."""
        return self.after(family, STAYING, ~flags)

    def product(self, one: int, flags: int, other: int, others: int) -> int:
        """Sets of flags and others, which are in the one family and in the other: shares multiply.

        A flag may be among both.
        """
        known: dict[tuple[int, int], int] = {}

        def parts(node: int, flag: int, among: int) -> tuple[int, int]:
            return self._parts(node, flag) if among >> flag & 1 else (node, node)

        def product(one: int, other: int) -> int:
            if not one or not other:
                return EMPTY
            found = known.get((one, other))
            if found is not None:
                return found
            self._step()
            flag = max(self._flag[one], self._flag[other])
            if flag < 0:
                found = self.leaf(together(self._values[one] * self._values[other], 0.0))
            else:
                low, high = parts(one, flag, flags)
                other_low, other_high = parts(other, flag, others)
                found = self._node(flag, product(low, other_low), product(high, other_high))
            known[one, other] = found
            return found

        return product(one, other)
