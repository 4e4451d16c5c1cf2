"""Beats with the numbers of the outline's points that they tell, in the author's order.

If the shape of the plan makes that order impossible, this is reported as a fault once and then
accepted.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.partial_plan import QUESTIONS, add_part
from questfoundry.app.stages.seed.residue import RESIDUE
from questfoundry.app.stages.seed.rules import ORDER_RULES, SeedRules
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits, PromptStyle
from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.outline.points import shorten_points
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.story import Story

_STORYLINE_LISTS = ("shared", "paths.commit", "paths.tail")
_BEAT_LISTS: Mapping[str, Sequence[str]] = {
    "beats": tuple(f"beats.{each}" for each in _STORYLINE_LISTS),
    "shared": _STORYLINE_LISTS,
    "setup": ("setup",),
    "epilogues": ("epilogues.beats",),
}
"""The lists of beats in a section, by the top-level field that contains them."""


def can_read_outline(traits: ModelTraits) -> bool:
    """Return whether a model with ``traits`` gets full prompts and comprehends an outline."""
    full = traits.profile.prompt_style is PromptStyle.FULL
    return full and traits.capabilities.comprehension


def add_point_numbers(
    section: Section[Any],
    points: Sequence[str],
    story: Story,
    plan: SeedArtifact,
    rules: SeedRules,
    *,
    nested: bool,
) -> Section[Any]:
    """Return ``section`` with beats that give the numbers of the points they tell, if it has beats.

    ``story`` is the story before SEED, and ``plan`` the plan before the section. ``nested`` says
    whether hard dilemmas can come up after answers of others.
    """
    moments = [each for name in section.model.model_fields for each in _BEAT_LISTS.get(name, ())]
    if not moments:
        return section

    def check(part: Artifact) -> Sequence[Fault]:
        so_far = plan
        for name, each in section.results_from(part).items():
            # The sections after the beats can have faults and contain no points: leave them out.
            if name not in (RESIDUE, QUESTIONS):
                so_far = add_part(so_far, name, each)
        planned = apply_seed(story, so_far)
        return (*section.check(part), *_find_order_faults(section, points, planned, rules))

    shown = rules.prompts.render(
        "templates/seed/points", {"points": shorten_points(points), "nested": nested}
    )["told"]
    numbers = {f"{each}.points": len(points) for each in moments}
    return evolve(
        section,
        manifest=evolve(section.manifest, numbers=numbers),
        check=check,
        soft_rules=frozenset(f"{rules.stage}.{each}" for each in ORDER_RULES),
        variables={**section.variables, "points": shown},
    )


def _find_order_faults(
    section: Section[Any], points: Sequence[str], story: Story, rules: SeedRules
) -> Iterable[Fault]:
    beats = {beat.id: beat for beat in story.beats}
    for pair in measure_coverage(points, story).displaced:
        early, late = beats[pair.early], beats[pair.late]
        if field := _locate_beat(early, section):
            yield rules.make_point_order_fault(
                field, early.summary, pair.second, pair.first, late.summary
            )
        if field := _locate_beat(late, section):
            yield rules.make_point_order_fault(
                field, late.summary, pair.first, pair.second, early.summary
            )


def _locate_beat(beat: Beat, section: Section[Any]) -> str:
    number = int(beat.id.rpartition("-")[2]) - 1
    fields = section.model.model_fields
    if beat.role is BeatRole.SETUP:
        return f"setup.{number}" if "setup" in fields else ""
    if beat.role is BeatRole.EPILOGUE:
        return f"epilogues.{beat.ending}.beats.{number}" if "epilogues" in fields else ""
    own = f"beats.{beat.dilemma}"
    if "beats" in fields:
        is_here, before = beat.dilemma in section.manifest.sections["beats"], f"{own}."
    else:
        is_here, before = section.path == own, ""
    if not is_here:
        return ""
    match beat.role:
        case BeatRole.SHARED:
            return f"{before}shared.{number}"
        case BeatRole.COMMIT:
            return f"{before}paths.{beat.path}.commit"
        case _:
            return f"{before}paths.{beat.path}.tail.{number}"
