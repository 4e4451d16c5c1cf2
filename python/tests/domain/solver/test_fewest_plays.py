"""Tests for the fewest playthroughs that show everything, compared with a naive enumeration."""

from collections.abc import Collection
from itertools import combinations
from unittest.mock import patch

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.solver import FewestPlays, Solver, fewest_plays
from questfoundry.domain.solver.sights import Packing
from questfoundry.domain.story.passage import Structure, play
from tests.strategies.stats import with_stats
from tests.strategies.structures import FLAGS, sound, structures
from tests.support.examples import examples
from tests.support.naive_player import Held, playthroughs
from tests.support.series import series

Seen = frozenset[tuple[str, ...]]
MAX_COMBINED = 12
"""The most playthroughs for which the judge tries every set."""


def seen_on(structure: Structure, choices: tuple[str, ...]) -> Seen:
    """Return what a naive player meets: passages, texts, choices and closed choices."""
    held, here, found = Held(), structure.start, set[tuple[str, ...]]()
    for taken in (*map(structure.choice, choices), None):
        passage = structure.passage(here)
        found.add(("passage", here))
        for flag in passage.conditional_flags:
            found.add(
                ("conditional text" if held.has(flag) else "absent conditional text", here, flag)
            )
        leaving = () if passage.ending else structure.outgoing_choices(here)
        for choice in leaving:
            copies = [e for e in leaving if (e.label, e.closed) == (choice.label, choice.closed)]
            shut = choice.closed and not any(map(held.opens, copies))
            if shut and choice is copies[-1]:
                once = [each for each in copies if each.forbids & each.grants & held.plain]
                if not once:
                    found.add(("closed choice", choice.id))
        if taken:
            found.add(("choice", taken.id))
            held, here = held.take(taken), taken.target
    return frozenset(found)


@st.composite
def stories(draw: DrawFn) -> Structure:
    """Draw a structure without loops, with conditional texts and texts of closed choices."""
    structure = draw(
        structures(loops=False) | sound().map(lambda told: told.structure) | with_stats(loops=False)
    )
    granted = sorted({*FLAGS, *(flag for each in structure.choices for flag in each.grants)})
    reads = st.lists(st.sampled_from(granted), max_size=2)
    closed = st.sampled_from(["", "Not now.", "Locked."])
    return evolve(
        structure,
        passages=tuple(
            evolve(each, conditional_flags=each.conditional_flags.union(draw(reads)))
            for each in structure.passages
        ),
        choices=tuple(evolve(each, closed=draw(closed)) for each in structure.choices),
    )


def found_in(structure: Structure, max_work: int) -> FewestPlays | None:
    with patch.object(fewest_plays, "MAX_WORK", max_work):
        return Solver(structure).find_fewest_plays()


def fewest_of(every: Collection[Seen]) -> int:
    """Return the size of the smallest set of plays that shows all, by trying every set."""
    wanted = frozenset().union(*every)
    return next(
        size
        for size in range(1, len(every) + 1)
        if any(frozenset().union(*some) == wanted for some in combinations(every, size))
    )


@examples(120)
@given(stories(), st.sampled_from([12, 40, 10_000]))
def test_the_plays_show_what_any_player_meets(structure: Structure, max_work: int) -> None:
    """A tester of all plays has met everything, also if several graphs share the texts.

    No play is redundant, and no set is smaller than the bound. (PLS-1.1)
    """
    every = {seen_on(structure, taken) for _, taken in playthroughs(structure)}
    wanted = frozenset().union(*every)
    found = found_in(structure, max_work)
    if found is None:
        assert max_work < 10_000 or not every
        return
    seen = [seen_on(structure, taken) for taken in found.plays]
    assert all(play(structure, taken).ending for taken in found.plays)
    assert frozenset().union(*seen) == wanted
    assert frozenset((*each[:2], *filter(None, each[2:])) for each in found.sights) == wanted
    for place in range(len(seen)):
        assert frozenset().union(*seen[:place], *seen[place + 1 :]) != wanted
    assert 1 <= found.bound <= len(found.plays)
    assume(len(every) <= MAX_COMBINED)
    assert found.bound <= fewest_of(every) <= len(found.plays)


@examples(100, derandomize=True)
@given(stories(), st.sampled_from([12, 40, 10_000]))
def test_the_set_is_proven_to_be_the_smallest(structure: Structure, max_work: int) -> None:
    """Of all sets of playthroughs of these small stories, no set that shows all is smaller."""
    every = {seen_on(structure, taken) for _, taken in playthroughs(structure)}
    assume(2 <= len(every) <= MAX_COMBINED)
    found = found_in(structure, max_work)
    assume(found)
    assert found
    assert found.bound == fewest_of(every) == len(found.plays)


def test_a_hundred_dilemmas_need_two_plays() -> None:
    """The playthroughs are never listed, and two of 2**100 are proven to be enough."""
    found = Solver(series(soft=100)).find_fewest_plays()
    assert found is not None
    assert (len(found.plays), found.bound) == (2, 2)


def test_endless_play_has_no_set() -> None:
    """A player who can walk in circles has no last page."""
    walk = series(soft=1)
    back = evolve(walk.choices[-1], id="back", target=walk.start)
    assert Solver(evolve(walk, choices=(*walk.choices, back))).find_fewest_plays() is None


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
