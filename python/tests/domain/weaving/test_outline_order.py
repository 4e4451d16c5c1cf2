"""Tests for the order of a plan whose beats name points of an outline."""

from itertools import chain, combinations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.stages.grow.apply import apply_times
from questfoundry.app.stages.grow.order import find_nearest_order
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.outline_order import PlannedOrder, schedule_beats
from questfoundry.domain.weaving.plan import read_plan
from tests.strategies.woven import SMALL, settled, times
from tests.support.examples import examples


def beats_in_order(story: Story) -> list[str]:
    """Return the shared beats in reading order, each fork followed by the beats of its arms."""
    plan = read_plan(story)
    arms = {each.common[-1].id: each.arms for each in plan.rejoining_storylines if each.common}
    found = list[str]()
    for beat in chain(*schedule_beats(plan)):
        found += [beat.id, *(each.id for arm in arms.get(beat.id, ()) for each in arm.beats)]
    return found


@given(st.data())
@examples(60)
def test_an_outline_s_order_is_kept_wherever_some_order_has_it(data: st.DataObject) -> None:
    """An author's order of events must be kept if the constraints allow it."""
    story = data.draw(settled(SMALL))
    allowed = apply_times(
        story, find_nearest_order(read_plan(story), data.draw(times(story))).scenes
    )
    order = beats_in_order(allowed)
    named = data.draw(st.sets(st.sampled_from(order)))
    points = {beat: place for place, beat in enumerate(order, start=1) if beat in named}
    told = evolve(
        story,
        beats=tuple(
            evolve(beat, points=(points[beat.id],)) if beat.id in points else beat
            for beat in story.beats
        ),
    )

    assert [beat for beat in beats_in_order(told) if beat in points] == list(points)
    follows = PlannedOrder.from_story(told, points)
    assert not any(follows(first, second) for first, second in combinations(points, 2))


@given(settled(SMALL))
@examples(20)
def test_beats_of_two_answers_are_met_in_no_order(story: Story) -> None:
    """Beats on two arms of a dilemma never follow each other, so no order was broken."""
    follows = PlannedOrder.from_story(story, {})
    for strand in read_plan(story).storylines:
        for one, other in combinations(strand.arms, 2):
            pairs = [(a.id, b.id) for a in one.beats for b in other.beats]
            assert not any(follows(a, b) or follows(b, a) for a, b in pairs)
            assert follows(one.beats[-1].id, strand.shared[-1].id)
