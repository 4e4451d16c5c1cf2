"""Tests for queries about one passage, compared with a brute-force walk."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.search import Question, Search, SearchEnd
from questfoundry.domain.story.passage import Structure, play
from tests.strategies.features import any_story
from tests.strategies.structures import structures, with_choice
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.quests import counted, counted_twice
from tests.support.series import series


def holding(place: int, flags: int) -> Question:
    return Question(
        passages=[place],
        reads=flags,
        select=lambda families, _place, family: families.restrict(family, flags),
    )


@examples(150)
@given(structures(), st.data(), st.sampled_from([1, 1_000]))
def test_a_way_is_found_where_one_is(structure: Structure, data: st.DataObject, most: int) -> None:
    """A false "no route" hides a fault, and a false route is no proof. (SOL-4.1)"""
    graph, player = build_graph(structure), NaivePlayer(structure)
    place = data.draw(st.integers(0, len(structure.passages) - 1))
    wanted = data.draw(st.sets(st.sampled_from(sorted(graph.bits)))) if graph.bits else set()
    mask = sum(graph.bits[flag] for flag in wanted) & graph.live[place]
    wanted = {flag for flag in wanted if graph.bits[flag] & mask}
    passage = structure.passages[place].id

    search = Search(graph=graph, max_steps=most, effort=100_000)
    route = search.find_route(holding(place, mask))

    there = [at for at in player.ways if at.passage == passage and wanted <= at.flags]
    assert (route is None) == (not there)
    if isinstance(route, tuple):
        played = play(structure, route)
        assert played.passage == passage
        assert wanted <= played.flags


@examples(100)
@given(structures(), st.integers(0, 12))
def test_what_is_answered_with_little_effort_is_right(structure: Structure, effort: int) -> None:
    """A search that runs out of effort must say so and must not guess."""
    search = Search(graph=build_graph(structure), max_steps=effort, effort=effort)
    met = {position.passage for position in NaivePlayer(structure).ways}
    for place, passage in enumerate(structure.passages):
        route = search.find_route(Question(passages=[place]))
        assert route is SearchEnd.GAVE_UP or (route is not None) == (passage.id in met)


def test_flags_that_live_side_by_side_do_not_multiply_each_other() -> None:
    """Sixty flags have 2**60 combinations, so a query must ignore the flags it does not need."""
    structure = series(soft=60, late=60)
    search = Search(graph=build_graph(structure), max_steps=100, effort=10_000)
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    for late in (0, 30, 59):
        place = number[f"passage::late{late}-y"]
        route = search.find_route(Question(passages=[place]))
        assert isinstance(route, tuple)
        assert play(structure, route).passage == f"passage::late{late}-y"


def test_what_a_choice_forbids_is_proven_among_many_flags() -> None:
    """Proving that no route exists must also work among sixty unrelated flags."""
    structure = series(soft=60, late=60)
    targets = [choice.target for choice in structure.choices]
    first, second = (targets.index(f"passage::late{place}-y") for place in (0, 1))
    key = frozenset({"flag::d0-x"})
    structure = with_choice(structure, first, requires=frozenset(), forbids=key)
    graph = build_graph(with_choice(structure, second, requires=key))

    place = [passage.id for passage in structure.passages].index("passage::late0-y")
    bit = graph.bits["flag::d0-x"]
    assert graph.live[place] & bit
    assert Search(graph=graph, max_steps=100, effort=10_000).find_route(holding(place, bit)) is None


def test_a_long_route_takes_few_steps() -> None:
    """Searching the diagram again for each choice of a route took some 8,000 steps."""
    search = Search(graph=build_graph(counted(60, modulo=61)))
    ends = [at for at, each in enumerate(search.graph.structure.passages) if each.ending == "30"]
    families = search.reachability.zdd
    before = families.steps
    route = search.find_route(Question(passages=ends))
    assert isinstance(route, tuple)
    assert len(route) == 181
    assert families.steps - before < 1_000


def test_what_is_looked_at_for_many_questions_is_counted() -> None:
    """Each query scans the whole structure again, so all queries share one limit."""
    structure = counted_twice(12)
    search = Search(graph=build_graph(structure), max_steps=0, effort=20_000)
    found = [
        search.find_route(Question(passages=[at]))
        for at in reversed(range(len(structure.passages)))
    ]
    known = [route for route in found if route is not SearchEnd.GAVE_UP]
    assert 0 < len(known) < len(found) // 2
    assert search.gave_up
    assert search.effort > -3 * len(structure.choices)


@given(any_story())
def test_the_states_one_by_one_keep_the_flags_that_the_graph_follows(told):
    """Otherwise a state that a law asks for is not found among them. (SOL-4.1)"""
    graph = build_graph(told.structure)
    followed = evolve(graph, live=graph.live_with_text)
    for live, kept in zip(followed.live, followed.with_levels.live, strict=True):
        assert live & ~kept == 0
