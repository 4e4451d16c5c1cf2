"""Tests for the linear programme of weights and routes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.solver.packing import Packing
from tests.support.examples import examples

ROUGHLY = 1e-3
SIGHTS = 12

routes = st.lists(st.sets(st.integers(0, SIGHTS - 1), min_size=1), min_size=1, max_size=20)
wanted = st.lists(st.sets(st.integers(0, SIGHTS - 1), min_size=1), max_size=4)


@examples(150)
@given(routes, routes, wanted)
def test_weights_and_shares_prove_each_other_best(
    first: list[set[int]], later: list[set[int]], wanted: list[set[int]]
) -> None:
    """Feasible weights and feasible shares of equal sums are both best, by duality. (PLS-1.1)"""
    packing = Packing(SIGHTS)
    known = [*first, {*range(SIGHTS)} - set[int]().union(*first)]
    for route in known:
        packing.add_route(route)
    for sights in ({*range(SIGHTS)}, *wanted):
        packing.require(sights)
        check_best(packing, known, sights)
        for route in later:
            packing.add_route(route)
            known.append(route)
            check_best(packing, known, sights)


def check_best(packing: Packing, routes: list[set[int]], sights: set[int]) -> None:
    """Check that no route is too heavy, every sight is shown, and both sums are equal."""
    weights, shares = packing.weights, packing.shares
    assert all(sum(weights[each] for each in route) < 1 + ROUGHLY for route in routes)
    for sight in sights:
        shown = [share for number, share in shares.items() if sight in routes[number]]
        assert sum(shown) > 1 - ROUGHLY
    total = sum(weights[each] for each in sights)
    assert total == pytest.approx(sum(shares.values()), abs=ROUGHLY)
