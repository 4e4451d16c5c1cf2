"""Tests for the laws on woven stories, intact and then damaged."""

from hypothesis import given

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.solver.play_length import count_playthroughs
from questfoundry.domain.solver.search import find_shortest_playthrough
from questfoundry.domain.solver.space import explore, find_longest_playthrough
from questfoundry.domain.story.size import Size
from tests.strategies.structures import Told
from tests.strategies.woven import damaged, woven_stories
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer, playthroughs
from tests.support.walked_laws import assert_as_walked, is_sound, sound_as_walked


@given(woven_stories(tuple(Size)))
@examples(40)
def test_what_is_woven_is_sound(told: Told) -> None:
    """Weaving produces no error, and only warnings that depend on the plan. (LAW-5.4)"""
    findings = check(told.structure, story=told.story)
    assert is_sound(findings)
    assert {finding.rule for finding in findings} <= {Law.CAST, Law.FLAGS, Law.STRETCHES}


@given(woven_stories((Size.MICRO, Size.SHORT)))
@examples(20)
def test_the_arcs_of_what_is_woven_are_counted_as_walking_counts_them(told: Told) -> None:
    """The numbers that an author sees for a woven story must be exact. (SOL-2.1)"""
    arcs = count_playthroughs(told.structure)
    walked = list(playthroughs(told.structure))
    assert arcs is not None
    assert arcs.total == len(walked)
    lengths = [len(taken) for _, taken in walked]
    shortest, longest = (
        find_shortest_playthrough(told.structure),
        find_longest_playthrough(explore(told.structure)),
    )
    assert [len(shortest or ()), len(longest or ())] == [min(lengths), max(lengths)]


@given(damaged())
@examples(80)
def test_a_damaged_story_is_judged_as_walking_it_judges(told: Told) -> None:
    """Damage is judged exactly as a walk judges it. (LAW-2.1, LAW-3.2, LAW-4.1)"""
    findings = check(told.structure, story=told.story)
    player = NaivePlayer(told.structure, told.story)
    assert_as_walked(findings, player, told.story)
    assert is_sound(findings) == sound_as_walked(player, told.story)
