"""Tests for conditional text, compared with a brute-force walk over all flags."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.solver.zdd_ops import MAX_STEPS
from questfoundry.domain.story.passage import Structure
from tests.strategies.structures import FLAGS, structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.walked_laws import assert_breaches, assert_endless, of


def alike(player: NaivePlayer) -> set[tuple[str, str, bool]]:
    held = {
        (passage.id, flag): {
            flag in each.flags for each in player.ways if each.passage == passage.id
        }
        for passage in player.structure.passages
        for flag in passage.conditional_flags
    }
    return {(*place, each.pop()) for place, each in held.items() if len(each) == 1}


@examples(200)
@given(
    structures(),
    st.lists(st.sets(st.sampled_from(FLAGS), max_size=2), min_size=7, max_size=7),
    st.booleans(),
    st.data(),
)
def test_text_that_all_or_none_read_is_found(
    structure: Structure, reads: list[set[str]], takes_back: bool, data: st.DataObject
) -> None:
    """Warnings are exact in any search, and a cleared flag opens nothing later. (SOL-7.1)"""
    passages = zip(structure.passages, reads, strict=False)
    structure = evolve(
        structure, passages=tuple(evolve(each, conditional_flags=own) for each, own in passages)
    )
    if takes_back:
        flags = st.sets(st.sampled_from(FLAGS), max_size=2)
        choices = (
            evolve(each, clears=data.draw(flags) - each.grants) for each in structure.choices
        )
        structure = evolve(structure, choices=tuple(choices))
    player = NaivePlayer(structure)
    expected = alike(player)
    for most in (MAX_STEPS, 1):
        findings = check(structure, max_steps=most)
        told = of(findings, Law.INSERTS)
        assert sorted(each.place for each in told) == sorted(place for place, _, _ in expected)
        assert sum("every player" in each.problem for each in told) == sum(
            everybody for _, _, everybody in expected
        )
        if most == MAX_STEPS:
            assert_breaches(findings, player)
            assert_endless(findings, player)
