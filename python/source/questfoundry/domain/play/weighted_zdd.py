"""Families whose values are shares, and how what is known of some flags and of others joins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import frexp, ldexp

from questfoundry.domain.play.graph import IDENTITY_EDGE
from questfoundry.domain.play.zdd import Zdd
from questfoundry.domain.play.zdd_ops import EMPTY, MAX_STEPS


def add_shares(one: float, other: float) -> float:
    """Both shares, to twelve digits: what comes by other ways to the same share is the same."""
    digits, exponent = frexp(one + other)
    return ldexp(round(digits, 12), exponent)


class WeightedZdd(Zdd):
    """Diagrams in which each set has a share; those of sets that meet are added."""

    def __init__(self, max_steps: int = MAX_STEPS) -> None:
        super().__init__(combine=add_shares, max_steps=max_steps)

    @contextmanager
    def limit_steps(self, steps: int) -> Iterator[None]:
        """Let something take fewer steps than all together may."""
        most, self.most = self.most, min(self.most, self.steps + steps)
        try:
            yield
        finally:
            self.most = most

    def copy_with_unit_weights(self, source: Zdd, family: int) -> int:
        """The sets of a family of other diagrams, each with the share of one."""
        known = {EMPTY: EMPTY}

        def alike(node: int) -> int:
            found = known.get(node)
            if found is None:
                flag, low, high = source.decompose(node)
                found = known[node] = (
                    self.make_leaf(1.0)
                    if flag < 0
                    else self._make_node(flag, alike(low), alike(high))
                )
            return found

        return alike(family)

    def scale(self, family: int, factor: float) -> int:
        """The same sets with so many times the shares."""
        if factor == 1:
            return family
        return self.map_values(family, lambda value: add_shares(value * factor, 0.0))

    def forget_flags(self, family: int, flags: int) -> int:
        """The same with some flags forgotten."""
        return self.image(family, IDENTITY_EDGE, ~flags)

    def multiply(self, one: int, flags: int, other: int, other_flags: int) -> int:
        """Sets of flags and others, which are in the one family and in the other: shares multiply.

        A flag may be among both.
        """
        known: dict[tuple[int, int], int] = {}

        def parts(node: int, flag: int, among: int) -> tuple[int, int]:
            return self._cofactors(node, flag) if among >> flag & 1 else (node, node)

        def product(one: int, other: int) -> int:
            if not one or not other:
                return EMPTY
            found = known.get((one, other))
            if found is not None:
                return found
            self._count_step()
            flag = max(self._flag_of[one], self._flag_of[other])
            if flag < 0:
                found = self.make_leaf(add_shares(self._values[one] * self._values[other], 0.0))
            else:
                low, high = parts(one, flag, flags)
                other_low, other_high = parts(other, flag, other_flags)
                found = self._make_node(flag, product(low, other_low), product(high, other_high))
            known[one, other] = found
            return found

        return product(one, other)
