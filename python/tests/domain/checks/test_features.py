"""Tests for the laws on stories with every feature that choices can have, intact and damaged."""

from unittest.mock import patch

from hypothesis import given

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.search import Search
from questfoundry.domain.story.stat import read_level
from tests.domain.checks.test_whole_stories import assert_shown_by_hand, needless
from tests.domain.solver.test_reach import assert_families_as_walked
from tests.domain.solver.test_stats import walk
from tests.strategies.features import any_story
from tests.strategies.structures import Told
from tests.support.examples import examples
from tests.support.walked_laws import CARRIED, assert_as_walked, lengths, of, walked


@examples(30)
@given(any_story())
def test_a_story_with_every_feature_is_judged_as_walking_judges_it(told: Told) -> None:
    """Stats, attempts, limits and third answers can hide each other's faults. (LAW-2.1, LAW-3.2)"""
    assert_judged_as_walked(told)


def assert_judged_as_walked(told: Told) -> None:
    structure, story = told.structure, told.story
    player = walk(structure, story)
    # Where loops move both stats without limit, pairs of values may exhaust the steps of advice.
    findings = [each for each in check(structure, story=story) if each.proven]
    assert_as_walked(findings, player, story)
    assert_families_as_walked(structure, player)
    assert bool(of(findings, Law.LOOPS)) == player.goes_round()
    assert lengths(findings, story) == {
        each: len(way) for each, way in walked(structure, story).items()
    }
    for each in of(findings, *CARRIED):
        assert_shown_by_hand(structure, story, each)
    found = sorted(each.place for each in of(findings, Law.INSERTS))
    assert found == sorted(place for place, flag in needless(player) if not read_level(flag))


@examples(30)
@given(any_story())
def test_single_states_and_families_of_flag_sets_give_the_same_findings(told: Told) -> None:
    """Small stories list their states, and large ones cannot: neither may see more. (LAW-13.1)"""
    walk(told.structure, told.story)
    listed = set(map(_outline, check(told.structure, story=told.story)))
    with patch.object(Search, "space", None):
        found = check(told.structure, story=told.story)
    unproven = {each.rule for each in found if not each.proven}
    assert {each for each in listed if each[0] not in unproven} == {
        _outline(each) for each in found if each.rule not in unproven
    }


def _outline(finding: Finding) -> tuple[str, str, str, int]:
    return finding.rule, finding.place, finding.problem, len(finding.counterexample or ())
