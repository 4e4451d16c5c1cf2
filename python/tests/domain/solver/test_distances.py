"""Tests for distances to the endings, compared with a search of all states in layers."""

from hypothesis import assume, given
from hypothesis import strategies as st

from questfoundry.domain.solver.distances import Distances
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.route_search import BfsLayers
from questfoundry.domain.solver.search import Search
from tests.strategies.features import any_story
from tests.strategies.structures import Told
from tests.support.examples import examples


@examples(60)
@given(any_story(), st.data())
def test_distances_are_those_of_all_states(told: Told, data: st.DataObject) -> None:
    """A bound without conditions is too small where a condition makes players go round."""
    search = Search(graph=build_graph(told.structure))
    assume(search.is_complete())
    passages = told.structure.passages
    ends = [at for at, each in enumerate(passages) if each.ending]
    families = search.reachability.families
    layers = BfsLayers(
        search.reachability, {each: families[each] for each in ends}, all_layers=True
    )
    distances = Distances(search, ends)
    assert distances.from_start == layers.start_distance
    places = data.draw(st.sets(st.sampled_from(range(len(passages))), min_size=1))
    found = [(layers.min_distance(each), each) for each in places]
    expected = min(((left, each) for left, each in found if left is not None), default=None)
    assert distances.find_nearest(places) == expected
