"""Store a probability distribution over many flags as a product of factors, each over a few flags.

Marginals are computed by variable elimination (bucket elimination, Dechter 1999) in min-fill order.
The cost is exponential only in the largest set of flags that one step joins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from attrs import frozen

from questfoundry.domain.solver.flag_order import MAX_COUPLED_FLAGS
from questfoundry.domain.solver.graph import iter_bits
from questfoundry.domain.solver.weighted_zdd import WeightedZdd


@frozen
class Factor:
    """A factor of a probability distribution: a weight for each set of certain flags.

    ``flags`` is the mask of these flags. ``family`` is the weighted family of their sets, as the
    number of a node in a decision diagram.
    """

    flags: int
    family: int


def compute_marginal(zdd: WeightedZdd, factors: Iterable[Factor], flags: int) -> Factor:
    """Return the marginal of the product of ``factors`` over the flags in the mask ``flags``.

    All other flags are eliminated one by one. The next flag is always the flag whose elimination
    joins the fewest new pairs of flags (min-fill). When the next flag is chosen, factors over more
    than ``MAX_COUPLED_FLAGS`` flags are ignored.
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
    """Return the number of pairs of flags that the elimination of ``flag`` newly joins.

    ``near`` maps each flag to a mask of the flag itself and of all flags already joined with it.
    """
    beside = near[flag]
    return sum((beside & ~near[other]).bit_count() for other in iter_bits(beside))


def _multiply_factors(zdd: WeightedZdd, factors: Sequence[Factor]) -> Factor:
    """Return the product of all factors, multiplied pairwise in a balanced tree."""

    def multiply(one: Factor, other: Factor) -> Factor:
        family = zdd.multiply(one.family, one.flags, other.family, other.flags)
        return Factor(one.flags | other.flags, family)

    left = sorted(factors, key=lambda each: each.flags)
    while len(left) > 1:
        left = [reduce(multiply, left[at : at + 2]) for at in range(0, len(left), 2)]
    return left[0]
