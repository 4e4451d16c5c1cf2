"""Tests for conditional text, compared with a brute-force walk over all flags."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.zdd_ops import MAX_STEPS
from questfoundry.domain.story.passage import Structure
from tests.strategies.structures import FLAGS, structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer


def told_apart(structure: Structure, most: int = MAX_STEPS) -> list[Finding]:
    return [each for each in check(structure, max_steps=most) if each.rule == Law.INSERTS]


def alike(structure: Structure) -> set[tuple[str, str, bool]]:
    positions = NaivePlayer(structure).ways
    held = {
        (passage.id, flag): {flag in each.flags for each in positions if each.passage == passage.id}
        for passage in structure.passages
        for flag in passage.conditional_flags
    }
    return {(*place, each.pop()) for place, each in held.items() if len(each) == 1}


@examples(150)
@given(
    structures(),
    st.lists(st.sets(st.sampled_from(FLAGS), max_size=2), min_size=7, max_size=7),
    st.booleans(),
    st.data(),
)
def test_inserts_that_tell_nobody_apart_are_found_and_no_others(
    structure: Structure, reads: list[set[str]], takes_back: bool, data: st.DataObject
) -> None:
    """The warning must be exact, also when the search does not visit every state."""
    passages = zip(structure.passages, reads, strict=False)
    structure = evolve(
        structure, passages=tuple(evolve(each, conditional_flags=own) for each, own in passages)
    )
    if takes_back:
        taken_back = st.sets(st.sampled_from(FLAGS), max_size=2)
        structure = evolve(
            structure,
            choices=tuple(
                evolve(each, clears=data.draw(taken_back) - each.grants)
                for each in structure.choices
            ),
        )
    expected = sorted(place for place, _, _ in alike(structure))
    for most in (MAX_STEPS, 1):
        findings = told_apart(structure, most)
        assert sorted(each.place for each in findings) == expected
        assert sum("every player" in each.problem for each in findings) == sum(
            everybody for _, _, everybody in alike(structure)
        )
