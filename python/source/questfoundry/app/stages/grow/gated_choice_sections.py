"""The section of GROW for gated choices: options for players with a certain flag."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import PassageView, Views
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import GrowDares
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.weaving.gated_choice_candidates import (
    CallbackPlace,
    GatedChoicePlace,
    pick_gated_choice_places,
)

DARES = "dares"


@frozen(kw_only=True)
class FlagPlace:
    """A place for a gated choice or a callback, as templates show it.

    ``flags``: the choice flags that some players have here, with their descriptions.
    ``options``: the labels that all players see.
    ``answer``: the label of the choice whose path a gated choice shares.
    ``least``: how many flags must be picked.
    ``apart``: for each copy of the passage, the earlier answers that set its players apart.
    """

    id: str
    passage: PassageView
    flags: Mapping[str, str]
    options: Sequence[str] = ()
    answer: str = ""
    least: int = 1
    apart: Sequence[Sequence[str]] = ()


def build_gated_choices_section(
    views: Views, labels: Mapping[str, str], rules: GrowRules
) -> Section[GrowDares] | None:
    """Build the section for a gated choice at every suitable place, or ``None`` without places."""
    places = find_gated_choice_places(views)
    if not places:
        return None
    shown = [
        view_flag_place(
            views,
            place,
            place.flags,
            options=tuple(
                dict.fromkeys(
                    choice.label or labels[choice.id]
                    for choice in views.structure.selectable_choices(place.copies[0].id)
                )
            ),
            answer=labels[place.beside] if place.beside else "",
        )
        for place in places
    ]
    ids = tuple(each.id for each in shown)
    return Section(
        name=DARES,
        model=GrowDares,
        manifest=Manifest(
            sections={"dares": ids},
            pins={f"dares.{place.id}.needs": place.flags for place in places},
        ),
        check=lambda part: rules.check_gated_choices(
            part, {each.id: each.options for each in shown}
        ),
        variables={"ids": ids, "places": shown},
        about=SectionSubject(mentions=tuple(each.passage.mention(-1, each.id) for each in shown)),
    )


def find_gated_choice_places(views: Views) -> Sequence[GatedChoicePlace]:
    """Return the places for gated choices, up to the number that the story's size asks for."""
    count = views.existing.compute_share(views.story.counts.interactions.gated_choices)
    return pick_gated_choice_places(views.structure, count, views.existing.passage_ids)


def view_flag_place(
    views: Views, place: CallbackPlace | GatedChoicePlace, flags: Sequence[str], **more: Any
) -> FlagPlace:
    """Return ``place`` with ``flags`` as templates show it; ``more`` are further values."""
    return FlagPlace(
        id=place.id,
        passage=views.view_passage(place.copies[0]),
        flags={flag: views.story.flags[flag] for flag in flags},
        apart=views.distinguish_copies(place.copies),
        **more,
    )
