"""The first section of GROW: the beats that every arc has, laid out in time by a model.

The order is that of their times; what it must keep to are pairs of beats. Where the last attempt
still breaks some, the nearest order that keeps them counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import cast

from attrs import frozen

from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.stage import Made, Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.grow import GrowScenes, SceneTime
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.order import Reason, arranged, constraints, leading
from questfoundry.domain.weaving.plan import Plan, read_plan
from questfoundry.domain.weaving.schedule import schedule, wanted_order

SCENES = "scenes"


@frozen(kw_only=True)
class Moment:
    """A beat to lay out, in words; ``forks`` where players decide at its end."""

    id: str
    summary: str
    place: str
    cast: tuple[str, ...]
    question: str
    forks: bool


def scenes_section(story: Story, rules: GrowRules, guide: str) -> Section:
    """A time for EVERY beat that every arc has."""
    plan = read_plan(story)
    pairs = tuple(constraints(plan))
    ids = tuple(each.id for each in moments_of(story))
    return Section(
        name=SCENES,
        model=GrowScenes,
        template="templates/grow/scenes",
        guide=guide,
        manifest=Manifest(sections={"scenes": ids}),
        check=lambda part: rules.order(cast(GrowScenes, part), pairs),
        last_resort=lambda part: nearest(plan, part),
        variables={"ids": ids, **order_variables(story)},
    )


def order_variables(story: Story) -> Mapping[str, object]:
    """The beats to lay out, and those pairs of them that only effects or clues demand."""
    pairs = dict.fromkeys(
        each
        for each in constraints(read_plan(story))
        if each.reason in (Reason.EFFECT, Reason.LEARNT)
    )
    return {"moments": moments_of(story), "pairs": tuple(pairs)}


def moments_of(story: Story) -> Sequence[Moment]:
    """The beats that every arc has, in an order that keeps to everything."""
    plan = read_plan(story)
    forks = {beat.id for beat in leading(plan)}
    return [
        Moment(
            id=beat.id,
            summary=beat.summary,
            place=story.entity_name(beat.location),
            cast=tuple(story.entity_name(each) for each in beat.entities),
            question=story.dilemma(beat.dilemma).question if beat.dilemma else "",
            forks=beat.id in forks,
        )
        for beat in chain(*schedule(plan))
    ]


def nearest(plan: Plan, part: Artifact) -> GrowScenes:
    """The times nearest to those given whose order keeps to everything.

    What has to wait for another beat is told when that one is.
    """
    scenes = cast(GrowScenes, part).scenes
    order = arranged(plan, wanted_order(plan), {each: scenes[each].time for each in scenes})
    found: dict[str, SceneTime] = {}
    now = scenes[order[0].id]
    for beat in order:
        own = scenes[beat.id]
        now = own if own.time >= now.time else now.model_copy(update={"memory": own.memory})
        found[beat.id] = now
    return GrowScenes(scenes={each: found[each] for each in scenes})


def scenes_in(made: Made) -> Mapping[str, SceneTime]:
    """The times that were given; none before that section is made."""
    return cast(GrowScenes, made[SCENES]).scenes if SCENES in made else {}
