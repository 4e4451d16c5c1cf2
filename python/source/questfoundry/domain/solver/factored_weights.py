"""Store a probability distribution over many flags as a product of factors over few flags each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from math import frexp, ldexp

from attrs import frozen

from questfoundry.domain.solver.flag_order import MAX_COUPLED_FLAGS
from questfoundry.domain.solver.graph import IDENTITY_EDGE, iter_bits
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY, MAX_STEPS


@frozen
class Factor:
    """A factor of a probability distribution: a weight for each possible set of a few flags.

    ``flags`` is the mask of these flags. ``family`` is the weighted family of their sets (each set
    with its weight), as the number of a node in a decision diagram.
    """

    flags: int
    family: int


def compute_marginal(zdd: WeightedZdd, factors: Iterable[Factor], flags: int) -> Factor:
    """Return the marginal of the product of ``factors`` over the flags in the mask ``flags``.

    All other flags are eliminated one by one; next is always the flag whose elimination joins the
    fewest new pairs of flags (min-fill).
    """
    left = list(factors)
    near: dict[int, int] = {}
    for each in left:
        drawn = each.flags.bit_count() <= MAX_COUPLED_FLAGS
        for flag in iter_bits(each.flags):
            near[flag] = near.get(flag, flag) | (each.flags if drawn else 0)
    hidden = {flag for flag in near if not flag & flags}
    while hidden:
        flag = min(hidden, key=lambda flag: (_count_fill_in(near, flag), flag))
        hidden.remove(flag)
        beside = near.pop(flag) & ~flag
        for other in iter_bits(beside):
            near[other] = near[other] & ~flag | beside
        those = _multiply_factors(zdd, [each for each in left if each.flags & flag])
        left = [each for each in left if not each.flags & flag]
        left.append(Factor(those.flags & ~flag, zdd.forget_flags(those.family, flag)))
    return _multiply_factors(zdd, left)


def _count_fill_in(near: Mapping[int, int], flag: int) -> int:
    """Count the pairs of flags that the elimination of ``flag`` newly joins."""
    beside = near[flag]
    return sum((beside & ~near[other]).bit_count() for other in iter_bits(beside))


def _multiply_factors(zdd: WeightedZdd, factors: Sequence[Factor]) -> Factor:
    """Multiply the factors in pairs, as a balanced tree."""

    def multiply(one: Factor, other: Factor) -> Factor:
        family = zdd.multiply(one.family, one.flags, other.family, other.flags)
        return Factor(one.flags | other.flags, family)

    left = sorted(factors, key=lambda each: each.flags)
    while len(left) > 1:
        left = [reduce(multiply, left[at : at + 2]) for at in range(0, len(left), 2)]
    return left[0]


def add_shares(one: float, other: float) -> float:
    """Return the sum of two shares.

    The mantissa is rounded to twelve decimals, so that equal shares compare equal despite rounding
    errors.
    """
    digits, exponent = frexp(one + other)
    return ldexp(round(digits, 12), exponent)


class WeightedZdd(Zdd):
    """A store of weighted families (sets of flag sets): each set has a share of all players."""

    def __init__(self, max_steps: int = MAX_STEPS) -> None:
        super().__init__(combine=add_shares, max_steps=max_steps)

    @contextmanager
    def limit_steps(self, steps: int) -> Iterator[None]:
        """Allow at most ``steps`` more steps in the ``with`` block, within the overall limit."""
        limit, self.max_steps = self.max_steps, min(self.max_steps, self.steps + steps)
        try:
            yield
        finally:
            self.max_steps = limit

    def copy_with_unit_weights(self, source: Zdd, family: int) -> int:
        """Copy the family from the store ``source`` into this store; each set gets the share 1."""
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
        """Return the family with all shares multiplied by ``factor``."""
        if factor == 1:
            return family
        return self.map_values(family, lambda value: add_shares(value * factor, 0.0))

    def forget_flags(self, family: int, flags: int) -> int:
        """Return the family with ``flags`` removed from each set; shares of equal sets add up."""
        return self.image(family, IDENTITY_EDGE, ~flags)

    def multiply(self, one: int, flags: int, other: int, other_flags: int) -> int:
        """Return the product of two factors.

        The factors are the family ``one`` over the flags in the mask ``flags``, and the family
        ``other`` over those in ``other_flags``. Two sets that agree on the common flags become one
        set, and their shares are multiplied. The cost is at most one step for each pair of nodes.
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
