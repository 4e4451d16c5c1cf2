"""The sections of SEED of a story with an outline, by what the model can do with it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from attrs import evolve

from questfoundry.app.stages.brainstorm.stage import preset_of
from questfoundry.app.stages.section import Section, SectionResults
from questfoundry.app.stages.seed.outline.coverage import add_point_numbers, can_read_outline
from questfoundry.app.stages.seed.outline.fallback_plan import (
    assign_points,
    select_points,
    widen_beat_range,
)
from questfoundry.app.stages.seed.partial_plan import (
    chapter_dilemmas,
    chapters_in,
    decisions_in,
    endings_in,
    opening_name,
    paths_of,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import SeedBeats, SeedEpilogues, SeedFrame, SeedOpening
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run_inputs import StageInputs
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import read_plan

BuildStory = Callable[[SectionResults], Story]
"""The story with the sections that are made."""


def adapt_to_outline(
    section: Section,
    story: Story,
    inputs: StageInputs,
    results: SectionResults,
    build_story: BuildStory,
    rules: SeedRules,
    traits: ModelTraits,
) -> Section:
    """The section for an outline: who reads it says which points moments tell, else code lays them.

    A model that comprehends, and is not shown the outline, is asked as without one.
    """
    if not traits.capabilities.comprehension:
        return _make_room_for_points(section, story, inputs, results, build_story)
    if not can_read_outline(traits):
        return section
    nested = bool(shape_of(story.shape).continuing_answers)
    return add_point_numbers(section, inputs.points, results, build_story, rules, nested=nested)


def _make_room_for_points(
    section: Section,
    story: Story,
    inputs: StageInputs,
    results: SectionResults,
    build_story: BuildStory,
) -> Section:
    """The section with room for the outline's points.

    The last of a plan, or of a chapter, puts them in its beats, and in those made before.
    """
    if not issubclass(section.model, SeedBeats | SeedFrame | SeedOpening | SeedEpilogues):
        return section
    number, count = _find_chapter_number(section, results), len(chapters_in(results))
    points = select_points(inputs.points, number, count)
    least, most = _count_beats(story, inputs, results, number)
    roomy = widen_beat_range(section, points, least=least, most=most)
    if not (points and _is_last_section(section, story, results, number)):
        return roomy

    def place_points(answer: Artifact) -> SectionResults:
        whole = {**results, section.name: answer}
        plan = build_story(whole)
        names = inputs.list_stated_names(story.names)
        return assign_points(whole, plan, read_plan(plan, max(0, number - 1)), points, names)

    return evolve(roomy, split_answer=place_points)


def _find_chapter_number(section: Section, results: SectionResults) -> int:
    """The number of the chapter that a section is of, from 1; 0 where there are none."""
    count = len(chapters_in(results))
    for number in range(1, count + 1):
        about = (
            opening_name(number),
            *(f"beats.{each}" for each in chapter_dilemmas(results, number)),
        )
        if section.name in about:
            return number
    return count


def _is_last_section(section: Section, story: Story, results: SectionResults, number: int) -> bool:
    """Whether all beats of the plan, or of that chapter, are made with it."""
    if issubclass(section.model, SeedOpening):
        return number < len(chapters_in(results))
    if issubclass(section.model, SeedEpilogues):
        closed = {
            each
            for part in results.values()
            if isinstance(part, SeedEpilogues)
            for each in part.epilogues
        }
        endings = endings_in(story, decisions_in(results), chapters_in(results))
        return closed.union(section.manifest.sections["epilogues"]).issuperset(endings)
    return issubclass(section.model, SeedFrame)


def _count_beats(
    story: Story, inputs: StageInputs, results: SectionResults, number: int
) -> tuple[int, int]:
    """How many beats can say a point, in the plan or in that chapter: at least, and at most."""
    preset, decisions, chapters = (
        preset_of(story, inputs),
        decisions_in(results),
        chapters_in(results),
    )
    order = chapter_dilemmas(results, number)
    arms = len([*chain(*(paths_of(story.dilemma(each), decisions) for each in order))])
    last = number == len(chapters)
    endings = len(endings_in(story, decisions, chapters)) if last else 0
    counted = (
        (1, preset.setup_beats),
        (len(order), preset.shared_beats),
        (arms, preset.tail_beats),
        (endings, preset.epilogue_beats),
    )
    return (
        sum(many * each.least for many, each in counted),
        sum(many * each.most for many, each in counted),
    )
