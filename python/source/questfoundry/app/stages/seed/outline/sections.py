"""The sections of SEED for a story with an outline, adapted to the model's abilities."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from attrs import evolve

from questfoundry.app.stages.brainstorm.stage import preset_of
from questfoundry.app.stages.former_sections import SectionResults
from questfoundry.app.stages.section import Section
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
from questfoundry.domain.artifacts.seed import SeedBeats, SeedEpilogues, SeedFrame, SeedOpening
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import read_plan

BuildStory = Callable[[SectionResults], Story]
"""Returns the story with the given results."""


def adapt_to_outline(
    section: Section[Any],
    story: Story,
    inputs: StageInputs,
    results: SectionResults,
    build_story: BuildStory,
    rules: SeedRules,
    traits: ModelTraits,
) -> Section[Any]:
    """Return ``section`` adapted to the outline and to the model's ``traits``.

    A model that reads the outline gives the points that beats tell. Without comprehension, code
    puts the points into beats. A model that comprehends, but gets short prompts, is asked as
    without an outline.
    """
    if not traits.capabilities.comprehension:
        return _make_room_for_points(section, story, inputs, results, build_story)
    if not can_read_outline(traits):
        return section
    nested = bool(shape_of(story.shape).continuing_answers)
    return add_point_numbers(section, inputs.points, results, build_story, rules, nested=nested)


def _make_room_for_points(
    section: Section[Any],
    story: Story,
    inputs: StageInputs,
    results: SectionResults,
    build_story: BuildStory,
) -> Section[Any]:
    """Return ``section`` with enough beats for the outline's points.

    The last section of a plan or chapter puts the points into its beats and the beats before.
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


def _find_chapter_number(section: Section[Any], results: SectionResults) -> int:
    """Return the number of the section's chapter, from 1; 0 without chapters."""
    count = len(chapters_in(results))
    for number in range(1, count + 1):
        about = (
            opening_name(number),
            *(f"beats.{each}" for each in chapter_dilemmas(results, number)),
        )
        if section.name in about:
            return number
    return count


def _is_last_section(
    section: Section[Any], story: Story, results: SectionResults, number: int
) -> bool:
    """Return whether ``section`` has the last beats of the plan, or of chapter ``number``."""
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
    """Return the least and the most beats that can tell a point, in the plan or its chapter."""
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
