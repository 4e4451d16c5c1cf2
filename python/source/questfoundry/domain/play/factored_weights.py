"""What is known of many flags, as a product of what is known of few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from attrs import frozen

from questfoundry.domain.play.flag_order import MOST_JOINED
from questfoundry.domain.play.graph import bits_of
from questfoundry.domain.play.weighted_zdd import Weighted


@frozen
class Known:
    """What is known of some ``flags``: the shares of the sets of a ``family`` of them."""

    flags: int
    family: int


def joint(families: Weighted, known: Iterable[Known], flags: int) -> Known:
    """What all that is known says of these flags; the others are forgotten one by one.

    First goes the one for which the fewest others must be looked at together. What is known of
    very many flags says little of any, and draws none to the others.
    """
    left = list(known)
    near: dict[int, int] = {}
    for each in left:
        drawn = each.flags.bit_count() <= MOST_JOINED
        for flag in bits_of(each.flags):
            near[flag] = near.get(flag, flag) | (each.flags if drawn else 0)
    hidden = {flag for flag in near if not flag & flags}
    while hidden:
        flag = min(hidden, key=lambda flag: (_joining(near, flag), flag))
        hidden.remove(flag)
        beside = near.pop(flag) & ~flag
        for other in bits_of(beside):
            near[other] = near[other] & ~flag | beside
        those = _multiplied(families, [each for each in left if each.flags & flag])
        left = [each for each in left if not each.flags & flag]
        left.append(Known(those.flags & ~flag, families.without(those.family, flag)))
    return _multiplied(families, left)


def _joining(near: Mapping[int, int], flag: int) -> int:
    """How many more pairs of flags are known together once this one is forgotten."""
    beside = near[flag]
    return sum((beside & ~near[other]).bit_count() for other in bits_of(beside))


def _multiplied(families: Weighted, known: Sequence[Known]) -> Known:
    """All of it as one, two and two: what has lower flags comes to stand below."""

    def multiplied(one: Known, other: Known) -> Known:
        family = families.product(one.family, one.flags, other.family, other.flags)
        return Known(one.flags | other.flags, family)

    left = sorted(known, key=lambda each: each.flags)
    while len(left) > 1:
        left = [reduce(multiplied, left[at : at + 2]) for at in range(0, len(left), 2)]
    return left[0]
