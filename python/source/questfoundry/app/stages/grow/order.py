"""The first section of GROW: a model gives times to the beats that every playthrough has.

A story with chapters has such a section for each chapter, with times after the chapter before. The
times determine the order of beats. A constraint says which of two beats comes first; if the last
attempt still breaks constraints, the nearest valid order is used.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from questfoundry.app.stages.grow.apply import ExistingChapters
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import GrowScenes, SceneTime
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.order import (
    Precedence,
    Reason,
    arrange_beats,
    build_constraints,
    compute_planned_order,
    find_fork_beats,
)
from questfoundry.domain.weaving.outline_order import (
    arrange_by_outline,
    build_preferred_order,
    find_first_points,
)
from questfoundry.domain.weaving.plan import Plan, list_planned_chapters, read_plan, read_plans

SCENES = "scenes"


def build_scenes_section(
    story: Story, number: int, scenes: Mapping[str, SceneTime], rules: GrowRules
) -> Section[GrowScenes]:
    """Build the section for the times of the beats that all players meet in one chapter.

    ``number`` is the index of the planned chapter, from 0. ``scenes`` holds the times of earlier
    chapters.
    """
    plan = read_plan(story, list_planned_chapters(story)[number])
    pairs, moments = tuple(build_constraints(plan)), list_moments(story, plan)
    since = max(scenes.values(), key=lambda each: each.time, default=None)
    ids = tuple(each["id"] for each in moments)
    return Section(
        name=f"{SCENES}.{number + 1}" if story.chapters else SCENES,
        model=GrowScenes,
        manifest=Manifest(sections={"scenes": ids}),
        check=lambda part: (*rules.check_order(part, pairs), *rules.check_start_time(part, since)),
        last_resort=lambda part: find_nearest_order(plan, part, since),
        variables={
            "ids": ids,
            "moments": moments,
            "pairs": _select_pairs(pairs),
            "since": since,
            "chapter": story.chapters[number] if story.chapters else None,
        },
    )


def order_variables(existing: ExistingChapters) -> Mapping[str, object]:
    """Return the variables for templates: beats that need times, and pairs of beats in fixed order.

    Only pairs whose order follows from an effect or a clue are included.
    """
    story, plans = existing.story, read_plans(existing.story)[existing.count :]
    return {
        "moments": [moment for plan in plans for moment in list_moments(story, plan)],
        "pairs": _select_pairs(chain(*map(build_constraints, plans))),
    }


def _select_pairs(pairs: Iterable[Precedence]) -> tuple[Precedence, ...]:
    shown_reasons = (Reason.EFFECT, Reason.LEARNT)
    return tuple(dict.fromkeys(each for each in pairs if each.reason in shown_reasons))


def list_moments(story: Story, plan: Plan) -> Sequence[Mapping[str, Any]]:
    """Return the beats that all players meet, in the order of the outline, else of the plan.

    ``forks`` says whether players decide a dilemma at the end of the beat. If the paths of this
    dilemma rejoin, ``ends`` lists the locations where they end.
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
        {
            "id": beat.id,
            "summary": beat.summary,
            "place": story.entity_name(beat.location),
            "question": story.dilemma(beat.dilemma).question if beat.dilemma else "",
            "forks": beat.id in forks,
            "ends": tuple(ends.get(beat.id, ())),
        }
        for beat in (arrange_by_outline(plan, order, points) if points else order)
    ]


def find_nearest_order(plan: Plan, part: GrowScenes, since: SceneTime | None = None) -> GrowScenes:
    """Return the times nearest to those in ``part`` that satisfy all constraints of ``plan``.

    No time lies before ``since``. A beat that must wait for another gets that beat's time.
    """
    scenes = part.scenes
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
