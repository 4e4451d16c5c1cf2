"""An outline's points as beats of the plan, for models that cannot read an outline.

The model makes all beats as for any idea. The last section of a plan, or of a chapter, replaces
summaries of beats with the author's sentences, in the order in which players meet the beats.
Commits keep the model's text, because they say what was decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from attrs import evolve

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.chapters import BATCH_SIZE
from questfoundry.app.stages.seed.outline.point_to_beat import EntityMentions, set_point_sentences
from questfoundry.app.stages.seed.partial_plan import list_parts
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.outline.lines import pick_evenly, pick_sentence
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.outline_name import OutlineName
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import Plan, Storyline
from questfoundry.domain.weaving.schedule import schedule_beats

_POINT_LISTS = ("shared", "paths.tail", "setup", "epilogues.beats")
"""The beat lists that can tell a point."""


Points = Sequence[tuple[int, str]]
"""Points of an outline with their numbers, from 1."""


def select_points(points: Sequence[str], number: int, of: int) -> Points:
    """Return the numbered points of chapter ``number``, from 1, of ``of``; 0 returns all points."""
    numbered = tuple(enumerate(points, start=1))
    if not number:
        return numbered
    return numbered[(number - 1) * len(points) // of : number * len(points) // of]


def widen_beat_range(
    section: Section[Any], points: Points, *, least: int, most: int
) -> Section[Any]:
    """Return ``section`` with its most beats, if the points outnumber the ``least`` beats.

    If the points are enough for the ``most`` beats, their sentences are pinned, so that the model
    writes no summaries.
    """
    names = [name for name in section.manifest.counts if name in _POINT_LISTS]
    lines = [line for _, each in points if (line := pick_sentence(each, lambda _: True))]
    if len(lines) <= least:
        return section
    counts, pins = dict(section.manifest.counts), dict(section.manifest.pins)
    for name in names:
        counts[name] = Range(counts[name].most, counts[name].most)
        if len(lines) >= most:
            pins[f"{name}.summary"] = tuple(dict.fromkeys(lines))
    return evolve(section, manifest=evolve(section.manifest, counts=counts, pins=pins))


def order_moments(plan: Plan) -> tuple[Beat, ...]:
    """Return the beats that can tell a point, in the order in which players meet them.

    Beats on parallel arms alternate, so that points follow what came before on each arm.
    """
    *stretches, last = schedule_beats(plan)
    found: list[Beat] = []
    for storyline, stretch in zip(plan.rejoining_storylines, stretches, strict=True):
        found += (*stretch, *_list_arm_beats(storyline))
    found += last
    for storyline in plan.splitting_storylines:
        found += _list_arm_beats(storyline)
    for storyline in plan.nested_storylines.values():
        found += (*storyline.shared, *_list_arm_beats(storyline))
    found += _interleave([*plan.epilogues.values()])
    return tuple(each for each in found if each.role is not BeatRole.COMMIT)


def assign_points(
    seed: SeedArtifact,
    planned: Story,
    plan: Plan,
    points: Points,
    names: Sequence[OutlineName],
) -> SeedArtifact:
    """Return ``seed`` with points in the beats' place; surplus points are left out evenly.

    ``planned`` is the story with ``seed``, and ``plan`` the chapter of it that gets the points.

    If there are fewer points than beats, the model's beats lie between them. The entities that a
    point names join its beat, unless some entity can leave the story.
    """
    named = EntityMentions.from_entities([each for each in planned.entities if each.is_kept], names)
    moments = order_moments(plan)
    chosen = pick_evenly(named.convert_points(points), len(moments))
    beats = (each.id for each in pick_evenly(moments, len(chosen)))
    stays = all(each.effect is Effect.NONE for path in planned.paths for each in path.consequences)
    parts = list_parts(seed, BATCH_SIZE)
    placed = dict(zip(beats, chosen, strict=True))
    return set_point_sentences(seed, parts, placed, adds_entities=stays)


def _list_arm_beats(storyline: Storyline) -> Sequence[Beat]:
    return _interleave([arm.beats for arm in storyline.arms]) if storyline.has_fork else ()


def _interleave(rows: Sequence[Sequence[Beat]]) -> Sequence[Beat]:
    return [each for turn in zip_longest(*rows) for each in turn if each]
