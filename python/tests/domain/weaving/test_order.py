"""Tests for the order of shared beats: its constraints, and the nearest order to a wanted one."""

from itertools import chain, permutations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.stages.grow.apply import apply_times
from questfoundry.app.stages.grow.order import find_nearest_order
from questfoundry.domain.artifacts.grow import GrowScenes
from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.order import build_constraints, find_fork_beats
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.plan import Plan, read_plan
from questfoundry.domain.weaving.weave import weave
from tests.strategies.woven import SMALL, settled, times
from tests.support.examples import examples
from tests.support.grown import at
from tests.support.shapes import Shape, shaped

HARD = Shape(hard=True, shared=1)


def order_of(story: Story) -> list[str]:
    return [beat.id for beat in chain(*schedule_beats(read_plan(story)))]


def allowed(plan: Plan, order: tuple[str, ...]) -> bool:
    """Return whether a reader would accept this order of beats."""
    place = {beat: number for number, beat in enumerate(order)}
    setup = [place[beat.id] for beat in plan.setup]
    own = [[place[beat.id] for beat in strand.common] for strand in plan.storylines]
    forks = [place[beat.id] for beat in find_fork_beats(plan)]
    return (
        setup == list(range(len(setup)))
        and all(each == sorted(each) for each in own)
        and forks == sorted(forks)
        and (not plan.splitting_storylines or forks[-1] == len(order) - 1)
    )


def test_the_orders_that_are_kept_are_those_that_a_reader_would_allow() -> None:
    """The constraints must allow exactly the sensible orders of six beats."""
    story = shaped(Shape(shared=2), Shape(shared=1, tails=(1,)), Shape(shared=1), HARD)
    plan = read_plan(story)
    pairs = list(build_constraints(plan))
    found = 0
    for order in permutations(order_of(story)):
        place = {beat: number for number, beat in enumerate(order)}
        kept = all(place[each.first] < place[each.second] for each in pairs)
        assert kept == allowed(plan, order)
        found += kept
        if kept:
            hours = {beat: at(place[beat]) for beat in order}
            scenes = GrowScenes.model_validate({"scenes": hours}).scenes
            assert tuple(order_of(apply_times(story, scenes))) == order
    assert found > 10


@given(st.data())
@examples(60)
def test_any_times_become_an_order_that_keeps_everything(data: st.DataObject) -> None:
    """Impossible times from a model must become the nearest valid order."""
    story = data.draw(settled(SMALL))
    plan = read_plan(story)
    given_times = data.draw(times(story))
    mended = find_nearest_order(plan, given_times)
    hour = {beat: scene.time for beat, scene in mended.scenes.items()}
    broken = [
        each
        for each in build_constraints(plan)
        if given_times.scenes[each.first].time > given_times.scenes[each.second].time
    ]
    assert (mended == given_times) == (not broken)
    assert all(hour[each.first] <= hour[each.second] for each in build_constraints(plan))
    woven = weave(apply_times(story, mended.scenes))
    told = evolve(story, beats=woven.beats, structure=woven.structure)
    laws = {each.rule for each in check(woven.structure, story=told)}
    assert laws.isdisjoint({Law.EFFECTS, Law.TIME, Law.COMMITS})


def test_every_fork_has_a_beat_that_leads_to_it() -> None:
    """A decision needs a scene before it, or the player chooses in an empty passage."""
    one = Shape(shared=1)
    found = schedule_beats(read_plan(shaped(one, one, HARD, HARD)))
    assert [stretch[-1].id for stretch in found] == [
        "beat::d1-shared-1",
        "beat::d2-shared-1",
        "beat::d3-shared-1",
    ]
