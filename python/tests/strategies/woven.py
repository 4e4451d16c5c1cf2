"""Stories woven from plans that SEED accepts, and damage as from an author's edits."""

from collections.abc import Sequence

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.app.stages.grow.apply import apply_times
from questfoundry.app.stages.grow.order import find_nearest_order
from questfoundry.domain.artifacts.grow import GrowScenes
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.plan import read_plan
from questfoundry.domain.weaving.weave import weave
from tests.strategies.plans import SEED, brainstormed, seeds
from tests.strategies.structures import Told, with_choice
from tests.support.grown import at

SMALL = (Size.MICRO, Size.SHORT)
"""Sizes that the naive player walks quickly."""


@st.composite
def settled(draw: DrawFn, sizes: Sequence[Size] = (Size.MICRO, Size.SHORT)) -> Story:
    """Draw a story after SEED without chapters, small enough to walk all playthroughs."""
    before = draw(brainstormed(sizes))
    return SEED.apply(before, SeedArtifact.model_validate(draw(seeds(before))))


@st.composite
def woven_stories(draw: DrawFn, sizes: Sequence[Size] = SMALL) -> Told:
    """Draw a woven plan with any allowed times, and its story in order."""
    story = draw(laid_out(draw(settled(sizes))))
    woven = weave(story)
    return Told(structure=woven.structure, story=evolve(story, beats=woven.beats))


@st.composite
def times(draw: DrawFn, story: Story) -> GrowScenes:
    """Draw a time for each beat of every playthrough, with few distinct times and any conflicts."""
    hours = draw(st.sampled_from([1, 3, 30]))
    beats = [beat.id for stretch in schedule_beats(read_plan(story)) for beat in stretch]
    given = {each: at(draw(st.integers(0, hours))) for each in beats}
    return GrowScenes.model_validate({"scenes": given})


@st.composite
def laid_out(draw: DrawFn, story: Story) -> Story:
    """Draw the story with the allowed times nearest to random ones, or without times."""
    if draw(st.booleans()):
        return story
    return apply_times(story, find_nearest_order(read_plan(story), draw(times(story))).scenes)


@st.composite
def damaged(draw: DrawFn) -> Told:
    told = draw(woven_stories())
    structure = told.structure
    for _ in range(draw(st.integers(1, 2))):
        change = draw(_CHANGES)
        structure = draw(change(structure))
    return evolve(told, structure=structure)


@st.composite
def dropped(draw: DrawFn, structure: Structure) -> Structure:
    gone = draw(st.sampled_from(structure.choices))
    return evolve(structure, choices=tuple(each for each in structure.choices if each != gone))


@st.composite
def closed(draw: DrawFn, structure: Structure) -> Structure:
    place = draw(st.integers(0, len(structure.choices) - 1))
    return with_choice(structure, place, requires=frozenset({"flag::ungranted"}))


@st.composite
def silenced(draw: DrawFn, structure: Structure) -> Structure:
    granting = [place for place, each in enumerate(structure.choices) if each.grants]
    place = draw(st.sampled_from(granting or [0]))
    return with_choice(structure, place, grants=frozenset())


@st.composite
def redirected(draw: DrawFn, structure: Structure) -> Structure:
    place = draw(st.integers(0, len(structure.choices) - 1))
    target = draw(st.sampled_from(structure.passages)).id
    return with_choice(structure, place, target=target)


_CHANGES = st.sampled_from([dropped, closed, silenced, redirected])
