"""Tests for choosing the passages that are written in one answer, over any plan."""

from graphlib import TopologicalSorter
from itertools import chain, pairwise

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.answer_format import (
    MAX_PASSAGES,
    MAX_WORDS,
    find_sequences,
    find_unwritten_runs,
)
from questfoundry.domain.writing.batching import plan_batches
from questfoundry.domain.writing.briefer import Briefer
from tests.domain.writing.test_briefer import woven
from tests.strategies.shapes import plans
from tests.support.examples import examples


@given(plans())
@examples(5)
def test_players_read_one_after_the_other_and_nobody_waits_in_a_ring(plan: Story) -> None:
    """Batches that wait for each other would block the writing for ever."""
    story = woven(plan)
    structure, briefer = story.existing_structure, Briefer(story)
    groups = list(find_sequences(structure, briefer.word_range))
    grouped = list(chain(*groups))
    assert len(grouped) == len(set(grouped))
    for group in groups:
        assert 2 <= len(group) <= MAX_PASSAGES
        assert sum(briefer.word_range(each).least for each in group) <= MAX_WORDS
        for one, following in pairwise(group):
            assert {each.target for each in structure.outgoing_choices(one)} == {following}
            assert {each.source for each in structure.incoming_choices(following)} == {one}
            assert not structure.passage(following).ending
    waits: dict[str, set[str]] = {
        each: {*turn.dependencies, *briefer.list_fact_sources(each)}
        for each, turn in briefer.turns.items()
    }
    for group in groups:
        waits[str(group)] = set[str]().union(*(waits[each] for each in group)) - {*group}
    for group in groups:
        for each in group:
            waits[each].add(str(group))
    assert len(list(TopologicalSorter(waits).static_order())) == len(waits)


def test_what_is_kept_parts_a_row() -> None:
    """Text that the author keeps must not be requested again with its batch."""
    rows = {"": [("a", "b", "c")], "a": [("b", "c")], "b": [("a",), ("c",)], "abc": []}
    assert {kept: list(find_unwritten_runs("abc", kept)) for kept in rows} == rows


@given(plans(), st.sampled_from([1400, 2000]))
@examples(5)
def test_rows_that_are_written_together_wait_for_nothing_in_a_ring(plan: Story, most: int) -> None:
    """Joining batches into one answer must not create a deadlock either."""
    story = woven(plan)
    structure, briefer = story.existing_structure, Briefer(story)
    groups = plan_batches(briefer, most)
    of = {each: group for group in groups for row in group for each in row}
    assert sum(len(row) for group in groups for row in group) == len(of)
    for group in groups:
        assert len(tuple(chain(*group))) > 1
        if any(structure.passage(row[-1]).ending for row in group):
            waiting = {
                each for each, turn in briefer.turns.items() if turn.dependencies & {*chain(*group)}
            }
            assert waiting <= {*chain(*group)}
        if len(group) > 1:
            assert sum(briefer.word_range(each).least for each in chain(*group)) <= most
    waits = {
        of.get(each, each): {
            of.get(one, one)
            for other in chain(*of.get(each, ((each,),)))
            for one in briefer.turns[other].dependencies
        }
        - {of.get(each, each)}
        for each in briefer.turns
    }
    assert len(list(TopologicalSorter(waits).static_order())) == len(waits)
    arms = [
        {of.get(way.target) for way in structure.outgoing_choices(each.id) if way.takes}
        for each in structure.passages
    ]
    assert not arms or any(len(each) == 1 and None not in each for each in arms if each)


@given(plans())
@examples(20)
def test_a_story_that_is_short_is_written_in_one_answer(plan: Story) -> None:
    """One answer avoids contradictions, but each batch must follow the passages before it."""
    story = woven(plan)
    briefer = Briefer(story)
    planned = [
        (briefer.word_range(each).least + briefer.word_range(each).most) // 2
        for each in briefer.turns
    ]
    (group,) = plan_batches(briefer, sum(planned))
    assert sorted(chain(*group)) == sorted(briefer.turns)
    before = set[str]()
    for row in group:
        before |= {*row}
        assert all(briefer.turns[each].dependencies <= before for each in row)
    assert len(plan_batches(briefer, sum(planned) - 1)) > 1
