"""What is known of many flags, as a product of what is known of few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from attrs import frozen

from questfoundry.domain.play.flag_order import MAX_COUPLED_FLAGS
from questfoundry.domain.play.graph import iter_bits
from questfoundry.domain.play.weighted_zdd import WeightedZdd


@frozen
class Factor:
    """What is known of some ``flags``: the shares of the sets of a ``family`` of them."""

    flags: int
    family: int


def compute_marginal(zdd: WeightedZdd, factors: Iterable[Factor], flags: int) -> Factor:
    """What all that is known says of these flags; the others are forgotten one by one.

    First goes the one for which the fewest others must be looked at together. What is known of
    very many flags says little of any, and draws none to the others.
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
    """How many more pairs of flags are known together once this one is forgotten."""
    beside = near[flag]
    return sum((beside & ~near[other]).bit_count() for other in iter_bits(beside))


def _multiply_factors(zdd: WeightedZdd, factors: Sequence[Factor]) -> Factor:
    """All of it as one, two and two: what has lower flags comes to stand below."""

    def multiplied(one: Factor, other: Factor) -> Factor:
        family = zdd.multiply(one.family, one.flags, other.family, other.flags)
        return Factor(one.flags | other.flags, family)

    left = sorted(factors, key=lambda each: each.flags)
    while len(left) > 1:
        left = [reduce(multiplied, left[at : at + 2]) for at in range(0, len(left), 2)]
    return left[0]
