"""The first section of GROW: the beats that every arc has, laid out in time by a model.

Of a story with chapters there is such a section for each, which goes on where the last one ended.

The order is that of their times; what it must keep to are pairs of beats. Where the last attempt
still breaks some, the nearest order that keeps them counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import cast

from attrs import frozen

from questfoundry.app.stages.grow.existing_chapters import count_existing_chapters
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.section import Section, SectionResults
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.grow import GrowArtifact, GrowScenes, SceneTime
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.order import (
    Precedence,
    Reason,
    arrange_beats,
    build_constraints,
    compute_planned_order,
    find_fork_beats,
)
from questfoundry.domain.weaving.outline_order import arrange_by_outline, find_first_points
from questfoundry.domain.weaving.plan import Plan, list_planned_chapters, read_plan, read_plans
from questfoundry.domain.weaving.schedule import build_preferred_order

SCENES = "scenes"


@frozen(kw_only=True)
class Moment:
    """A beat to lay out, in words; ``forks`` where players decide at its end.

    ``ends`` are the places at which the paths of that decision end that meet again.
    """

    id: str
    summary: str
    place: str
    cast: tuple[str, ...]
    question: str
    forks: bool
    ends: tuple[str, ...] = ()


def scenes_section(
    story: Story, results: SectionResults, rules: GrowRules, guide: str
) -> Section | None:
    """A time for EVERY common beat, of the next chapter; ``None`` where all have one."""
    finished = count_existing_chapters(story, results)
    finished += sum(isinstance(part, GrowScenes) for part in results.values())
    chapters = list_planned_chapters(story)
    if finished == len(chapters):
        return None
    plan = read_plan(story, chapters[finished])
    pairs, moments = tuple(build_constraints(plan)), list_moments(story, plan)
    since = max(scenes_in(results).values(), key=lambda each: each.time, default=None)
    ids = tuple(each.id for each in moments)
    return Section(
        name=f"{SCENES}.{finished + 1}" if story.chapters else SCENES,
        model=GrowScenes,
        template="templates/grow/scenes",
        guide=guide,
        manifest=Manifest(sections={"scenes": ids}),
        check=lambda part: (
            *rules.check_order(cast(GrowScenes, part), pairs),
            *rules.check_start_time(cast(GrowScenes, part), since),
        ),
        last_resort=lambda part: find_nearest_order(plan, part, since),
        variables={
            "ids": ids,
            "moments": moments,
            "pairs": _select_pairs(pairs),
            "since": since,
            "chapter": story.chapters[finished] if story.chapters else None,
        },
    )


def order_variables(story: Story, results: SectionResults) -> Mapping[str, object]:
    """The beats to lay out, and those pairs of them that only effects or clues demand."""
    plans = read_plans(story)[count_existing_chapters(story, results) :]
    return {
        "moments": [moment for plan in plans for moment in list_moments(story, plan)],
        "pairs": _select_pairs(chain(*map(build_constraints, plans))),
    }


def _select_pairs(pairs: Iterable[Precedence]) -> tuple[Precedence, ...]:
    shown_reasons = (Reason.EFFECT, Reason.LEARNT)
    return tuple(dict.fromkeys(each for each in pairs if each.reason in shown_reasons))


def list_moments(story: Story, plan: Plan) -> Sequence[Moment]:
    """The beats that every arc has in that plan: question by question, as far as can be.

    Where they tell points of an outline, by these.
    """
    order, points = compute_planned_order(plan), find_first_points(plan)
    forks = {beat.id for beat in find_fork_beats(plan)}
    ends = {
        storyline.common[-1].id: dict.fromkeys(
            story.entity_name(arm.beats[-1].location) for arm in storyline.arms
        )
        for storyline in plan.rejoining_storylines
        if storyline.common
    }
    return [
        Moment(
            id=beat.id,
            summary=beat.summary,
            place=story.entity_name(beat.location),
            cast=tuple(story.entity_name(each) for each in beat.entities),
            question=story.dilemma(beat.dilemma).question if beat.dilemma else "",
            forks=beat.id in forks,
            ends=tuple(ends.get(beat.id, ())),
        )
        for beat in (arrange_by_outline(plan, order, points) if points else order)
    ]


def find_nearest_order(plan: Plan, part: Artifact, since: SceneTime | None = None) -> GrowScenes:
    """The times nearest to those given whose order keeps to everything, none before ``since``.

    What has to wait for another beat is told when that one is.
    """
    scenes = cast(GrowScenes, part).scenes
    order = arrange_beats(
        plan, build_preferred_order(plan), {each: scenes[each].time for each in scenes}
    )
    found: dict[str, SceneTime] = {}
    latest = since or scenes[order[0].id]
    for beat in order:
        own = scenes[beat.id]
        latest = (
            own if own.time >= latest.time else latest.model_copy(update={"memory": own.memory})
        )
        found[beat.id] = latest
    return GrowScenes(scenes={each: found[each] for each in scenes})


def scenes_in(results: SectionResults) -> Mapping[str, SceneTime]:
    """The times that were given; none before that section is made."""
    parts = (part for part in results.values() if isinstance(part, GrowScenes | GrowArtifact))
    return {beat: scene for part in parts for beat, scene in part.scenes.items()}
