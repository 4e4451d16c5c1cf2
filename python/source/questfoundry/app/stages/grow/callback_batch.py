"""Gated choices and callbacks in one request; both refer to what the player did earlier.

The flags of the gated choices do not exist yet at that time, so placeholder ids stand for them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.grow.callback_sections import (
    RECALLS,
    build_free_callbacks_section,
    find_callback_places,
    find_gated_choice_places,
)
from questfoundry.app.stages.grow.minor_choices import add_gated_choices, build_placeholder_flag
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import Views
from questfoundry.app.stages.section import Section
from questfoundry.domain.artifacts.grow import DareOption, GrowDares
from questfoundry.domain.story.clue import ChoiceFlag
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.gated_choice_candidates import (
    MAX_OFFERED,
    CallbackPlace,
    GatedChoicePlace,
    find_related_flags,
)

MOST_PLACES = 8
"""The most places for callbacks in one request with gated choices.

With more places, separate requests offer more flags at each place, and a joint one saves little."""


def batch_callbacks(
    views: Views, rules: GrowRules, dares: Section[GrowDares]
) -> Section[Any] | None:
    """Build the joined section, or ``None`` if there are no such places or too many."""
    offered = find_callback_places(views)
    if not 0 < len(offered) <= MOST_PLACES:
        return None
    places = find_gated_choice_places(views)
    placeholders = _list_placeholders_before(views.story, places, offered)
    recalls = build_free_callbacks_section(
        views, (), 1, rules, most=MOST_PLACES, more_flags=placeholders
    )
    if recalls is None:
        return None
    return batch(
        (dares, evolve(recalls, name=RECALLS)),
        title="GrowRemembered",
        template="templates/grow/remembered",
        variables={
            "dares": dares.variables["places"],
            "recalls": recalls.variables["places"],
            "total": recalls.variables["total"],
            "left": placeholders,
            "dared": {
                build_placeholder_flag(at): place.id for at, place in enumerate(places, start=1)
            },
        },
    )


def _list_placeholders_before(
    story: Story, places: Sequence[GatedChoicePlace], callback_places: Sequence[CallbackPlace]
) -> Mapping[str, Sequence[str]]:
    """Return the placeholder flags that can be recalled at each place in every case."""
    # Each round gives every gated choice another of its possible requirements. A placeholder
    # remains only if it fits in all rounds.
    structure = story.existing_structure
    flags = [build_placeholder_flag(at) for at in range(1, len(places) + 1)]
    found = {each.id: list(flags) for each in callback_places}
    for turn in range(MAX_OFFERED):
        options = [
            (place, DareOption(label="-", leaves="-", needs=needed), flag)
            for place, flag in zip(places, flags, strict=True)
            for needed in [place.flags[turn % len(place.flags)]]
        ]
        woven = evolve(
            story,
            structure=add_gated_choices(structure, structure, options),
            choice_flags=(*story.choice_flags, *(ChoiceFlag(id=each, text="-") for each in flags)),
        )
        for place in callback_places:
            fitting = find_related_flags(woven, place.copies, flags)
            found[place.id] = [each for each in found[place.id] if each in fitting]
    return {place: tuple(each) for place, each in found.items() if each}
