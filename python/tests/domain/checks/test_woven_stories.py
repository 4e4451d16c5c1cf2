"""Tests for the laws on woven stories, intact and then damaged."""

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.solver.play_length import count_playthroughs
from questfoundry.domain.solver.search import find_shortest_playthrough
from questfoundry.domain.solver.space import explore, find_longest_playthrough
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.size import Size
from tests.strategies.structures import Told
from tests.strategies.woven import closed, damaged, dropped, silenced, woven_stories
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer, playthroughs
from tests.support.walked_laws import assert_as_walked, is_sound, sound_as_walked


@given(woven_stories(tuple(Size)))
@examples(40)
def test_what_is_woven_is_sound(told: Told) -> None:
    """Weaving must never produce an error; the only warnings allowed depend on the plan.
    (LAW-5.4)
    """
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
    """A damaged woven story must be judged exactly as a walk judges it.
    (LAW-2.1, LAW-3.2, LAW-4.1)
    """
    findings = check(told.structure, story=told.story)
    player = NaivePlayer(told.structure, told.story)
    assert_as_walked(findings, player, told.story)
    assert is_sound(findings) == sound_as_walked(player, told.story)


@given(st.data())
@examples(25)
def test_a_choice_can_not_be_closed_unseen(data: st.DataObject) -> None:
    """A choice that needs an impossible flag makes a woven story unsound."""
    told = data.draw(woven_stories(tuple(Size)))
    assert not is_sound(check(data.draw(closed(told.structure)), story=told.story))


@given(st.data())
@examples(40)
def test_a_choice_can_not_go_unseen_where_it_is_needed(data: st.DataObject) -> None:
    """A missing choice is caught unless a variant of its passage offers the same choice."""
    told = data.draw(woven_stories(tuple(Size)))
    mutated = data.draw(dropped(told.structure))
    (gone,) = set(told.structure.choices) - set(mutated.choices)
    is_needed = all(each.source != gone.source for each in mutated.choices) or all(
        each.target != gone.target for each in mutated.choices
    )
    assert not (is_needed and is_sound(check(mutated, story=told.story)))


@given(st.data())
@examples(25)
def test_a_grant_that_some_choice_reads_can_not_go_unseen(data: st.DataObject) -> None:
    """A lost flag is caught if a choice reads it; a flag that no choice reads is harmless."""
    told = data.draw(woven_stories(tuple(Size)))
    mutated = data.draw(silenced(told.structure))
    (lost,) = set(told.structure.choices) - set(mutated.choices)
    ahead = passages_from(mutated, lost.target)
    read = {
        flag for way in mutated.choices if way.source in ahead for flag in way.requires
    } & lost.grants
    sound = is_sound(check(mutated, story=told.story))
    assert sound or read
    # In a later chapter perhaps only players with another answer read the flag.
    assert not (sound and read) or told.story.chapters


def passages_from(structure: Structure, passage: str) -> set[str]:
    found, waiting = {passage}, [passage]
    while waiting:
        new = {way.target for way in structure.outgoing_choices(waiting.pop())} - found
        found |= new
        waiting += new
    return found
