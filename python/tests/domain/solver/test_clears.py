"""Tests for cleared flags, compared with a brute-force walk over all flags."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Severity
from questfoundry.domain.story.passage import Structure
from tests.strategies.structures import FLAGS, structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer


@examples(200)
@given(structures(), st.data())
def test_what_is_taken_back_is_held_no_more(structure: Structure, data: st.DataObject) -> None:
    """A cleared flag must not open a choice later. (SOL-7.1)"""
    choices = tuple(
        evolve(each, clears=data.draw(st.sets(st.sampled_from(FLAGS), max_size=2)) - each.grants)
        for each in structure.choices
    )
    structure = evolve(structure, choices=choices)
    player = NaivePlayer(structure)
    breaches = {(law.value, place) for law, place in player.breaches()}
    found = {
        (each.rule, each.place): each
        for each in check(structure)
        if each.severity is Severity.ERROR
    }
    assert found.keys() - {key for key in found if key[0] == Law.TRAPPED} == breaches
    for (rule, _), each in found.items():
        if rule == Law.TRAPPED:
            assert player.endless(player.at(each.counterexample or ()))
