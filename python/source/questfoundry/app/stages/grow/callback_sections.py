"""The sections of GROW for callbacks: texts that answer an action long after it.

Code selects the places and the flags, so that each condition holds on some playthroughs and not on
all.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, islice
from math import ceil
from types import MappingProxyType
from typing import Any

from attrs import evolve

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.grow.choice_sections import find_gated_choice_places, view_flag_place
from questfoundry.app.stages.grow.minor_choices import add_gated_choices, build_placeholder_flag
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import Views
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import DareOption, GrowDares, GrowRecalls, RecalledMarks
from questfoundry.domain.checks.choices import find_idle_passages
from questfoundry.domain.story.entity import ChoiceFlag
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.stat import read_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.gated_choice_candidates import (
    CALLBACK_SHARE,
    MAX_OFFERED,
    CallbackPlace,
    GatedChoicePlace,
    find_related_flags,
    pick_callback_places,
)
from questfoundry.domain.weaving.late_callbacks import (
    MOST_RECALLED,
    USUALLY_RECALLED,
    group_siblings,
    pick_late_callback_places,
)

RECALLS, REPAIRS = "recalls", "repairs"

LATE_SHARE = 0.6
"""The share of choice flags that a story with stats recalls, three screens later or more."""

ENOUGH_SHARE = 0.75
"""The share of the requested choice flags that an answer has at least, in a story with stats."""

BATCH_SIZE = 12
"""The maximum number of places whose callbacks one request asks for."""

NO_MORE_FLAGS: Mapping[str, Sequence[str]] = MappingProxyType({})


def build_callbacks_section(
    views: Views, done: Collection[str], number: int, *, most: int = BATCH_SIZE
) -> Section[GrowRecalls] | None:
    """Build the section for callbacks at the next ``most`` places that are not in ``done``.

    ``number``, from 1, becomes part of the section's name. Return ``None`` if no place is left.
    """
    places = _list_next_places(views, done, most)
    if not places:
        return None
    return Section(
        name=f"{RECALLS}.{number}",
        model=GrowRecalls,
        manifest=Manifest(
            sections={"recalls": tuple(each.id for each in places)},
            pins={f"recalls.{each.id}.marks": each.flags for each in places},
            counts={
                f"recalls.{each.id}.marks": Range(each.least, len(each.flags)) for each in places
            },
        ),
        variables={
            "ids": tuple(each.id for each in places),
            "places": [
                view_flag_place(views, each, each.flags, least=each.least) for each in places
            ],
            "total": 0,
        },
    )


def build_free_callbacks_section(
    views: Views,
    done: Collection[str],
    number: int,
    rules: GrowRules,
    *,
    most: int,
    more_flags: Mapping[str, Sequence[str]] = NO_MORE_FLAGS,
    recalled: Collection[str] = (),
) -> Section[GrowRecalls] | None:
    """Build the section for callbacks in which the model is free to choose places for the flags.

    The request says how many different flags all places together must use. A place may also use
    flags of other places, if they involve the same people or the same location; a flag may occur at
    several places. The requested number is rounded up, so the check accepts a lower number.
    ``more_flags`` lists further flags by place, which do not exist yet. ``recalled`` has the flags
    of earlier requests. Return ``None`` if no place is left.
    """
    section, places = (
        build_callbacks_section(views, done, number, most=most),
        _list_next_places(views, done, most),
    )
    if section is None:
        return None
    place_flags = tuple(dict.fromkeys(chain(*(each.flags for each in places))))
    fits = {
        each.id: (*each.flags, *_find_further_flags(views, each, place_flags)) for each in places
    }
    has_stats = bool(views.story.stats)
    offered = len({*chain(*(each.flags for each in find_callback_places(views)))})
    # This batch must recall its part of the total share, in proportion to its flags.
    wanted = ceil(
        len(_list_usable_flags(views)) * (LATE_SHARE if has_stats else 1 / CALLBACK_SHARE)
    )
    share = ceil(len(place_flags) * wanted / offered)
    total = _count_possible(places, share) if has_stats else sum(each.least for each in places)
    # Whole choices at several endings use the same flags, so fewer different flags are enough.
    enough = ceil(ENOUGH_SHARE * total) if has_stats else min(total, share)
    all_there = {place: (*flags, *more_flags.get(place, ())) for place, flags in fits.items()}
    return evolve(
        section,
        # One list of flags for all places keeps the schema small; a rule checks what fits where.
        manifest=evolve(
            section.manifest,
            pins={"recalls.marks": (*place_flags, *dict.fromkeys(chain(*more_flags.values())))},
            counts={
                "recalls.marks": Range(
                    0 if has_stats else 1,
                    MOST_RECALLED if has_stats else max(map(len, all_there.values())),
                )
            },
        ),
        template="templates/grow/callbacks" if views.story.stats else "",
        check=lambda part: rules.check_callbacks(part, all_there, total, enough),
        last_resort=lambda part: _complete_callbacks(
            part, places, all_there, total, MOST_RECALLED if has_stats else 0
        ),
        variables={
            **section.variables,
            "places": [view_flag_place(views, each, fits[each.id]) for each in places],
            "total": total,
            "most": MOST_RECALLED,
            "recalled": recalled,
            "choices": [_group_by_choice(views, fits[each.id]) for each in places],
        },
    )


def _group_by_choice(views: Views, flags: Sequence[str]) -> Sequence[Sequence[str]]:
    """Return ``flags`` in groups: the options of one choice, or a flag alone."""
    siblings = group_siblings(views.structure, _list_usable_flags(views))
    found = dict.fromkeys(
        tuple(each for each in flags if each in siblings.get(flag, (flag,))) for flag in flags
    )
    return tuple(found)


def _count_possible(places: Sequence[CallbackPlace], wanted: int) -> int:
    """Return how many of ``wanted`` flags the places can recall if each place takes a few."""
    fits = {each.id: each.flags for each in places}
    filled = _complete_callbacks(_recall_nothing(places), places, fits, wanted, USUALLY_RECALLED)
    return len({*chain(*(each.marks for each in filled.recalls.values()))})


def _find_further_flags(views: Views, place: CallbackPlace, flags: Sequence[str]) -> Sequence[str]:
    if views.story.stats:
        return ()
    others = [flag for flag in flags if flag not in place.flags]
    return find_related_flags(views.story, place.copies, others)


def _list_next_places(views: Views, done: Collection[str], most: int) -> Sequence[CallbackPlace]:
    waiting = (each for each in find_callback_places(views) if each.id not in done)
    return tuple(islice(waiting, most))


def find_callback_places(views: Views) -> Sequence[CallbackPlace]:
    """Return every place that can have a callback, including places that were requested before.

    In a story with stats, callbacks come late.
    """
    flags, fixed = _list_usable_flags(views), views.existing.passage_ids
    if views.story.stats:
        return pick_late_callback_places(views.story, flags, fixed)
    return pick_callback_places(views.structure, flags, fixed)


def _list_usable_flags(views: Views) -> frozenset[str]:
    grow = views.existing.grow
    flags = frozenset(each.id for each in views.story.choice_flags)
    return flags.difference(grow.marks if grow else ())


def _complete_callbacks(
    part: GrowRecalls,
    places: Sequence[CallbackPlace],
    fits: Mapping[str, Sequence[str]],
    total: int,
    most: int,
) -> GrowRecalls:
    """Add flags until ``part`` has ``total``: ``most`` at a place, or else its least number."""
    picked = {
        place: [flag for flag in recalled.marks if flag in fits[place]][: most or None]
        for place, recalled in part.recalls.items()
    }
    found = {flag for flags in picked.values() for flag in flags}
    for place in places:
        for flag in place.flags if most else place.flags[: place.least]:
            is_full = 0 < most <= len(picked[place.id])
            is_missing = len(found) < total and flag not in found
            is_needed = not most and not picked[place.id]
            if flag not in picked[place.id] and (is_needed or (is_missing and not is_full)):
                picked[place.id].append(flag)
                found.add(flag)
    completed = GrowRecalls(
        recalls={place: RecalledMarks(marks=tuple(flags)) for place, flags in picked.items()}
    )
    if len(found) >= total or not any(part.recalls[each.id].marks for each in places):
        return completed
    # The given flags block places that others need: begin with none of them.
    return _complete_callbacks(_recall_nothing(places), places, fits, total, most)


def _recall_nothing(places: Sequence[CallbackPlace]) -> GrowRecalls:
    return GrowRecalls(recalls={each.id: RecalledMarks(marks=()) for each in places})


MOST_PLACES = 8
"""The maximum number of callback places in a request that also asks for gated choices.

With more places, separate requests offer more flags at each place, and a joint request saves
little.
"""


def batch_callbacks(
    views: Views, rules: GrowRules, dares: Section[GrowDares]
) -> Section[Any] | None:
    """Build the section that joins ``dares``, the gated choices, with the callbacks.

    Return ``None`` if there is no place for a callback, or more than ``MOST_PLACES``.
    """
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
    """Return for each callback place the placeholder flags that certainly fit.

    A placeholder fits certainly if it fits for every flag that its gated choice may require.
    """
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


def build_repairs_section(views: Views) -> Section[GrowRecalls] | None:
    """Build the section for callbacks to choices whose options differ in nothing later.

    The model picks at least one option for each passage that can recall some. Return ``None`` if
    there is no such choice.
    """
    structure = views.structure
    idle_choices = chain(*map(structure.outgoing_choices, find_idle_passages(structure)))
    flags = _list_usable_flags(views).intersection(chain(*(each.grants for each in idle_choices)))
    places = [
        each
        for each in pick_callback_places(structure, flags, views.existing.passage_ids)
        if _count_free_recalls(views, each)
    ]
    if not places:
        return None
    return Section(
        name=REPAIRS,
        model=GrowRecalls,
        manifest=Manifest(
            sections={"recalls": tuple(each.id for each in places)},
            pins={f"recalls.{each.id}.marks": each.flags for each in places},
            counts={
                f"recalls.{each.id}.marks": Range(
                    1, min(len(each.flags), _count_free_recalls(views, each))
                )
                for each in places
            },
        ),
        variables={
            "ids": tuple(each.id for each in places),
            "places": [view_flag_place(views, each, each.flags) for each in places],
        },
    )


def _count_free_recalls(views: Views, place: CallbackPlace) -> int:
    """Return how many more flags a passage can recall."""
    if not views.story.stats:
        return len(place.flags)
    first = place.copies[0]
    arriving = views.structure.incoming_choices(first.id)
    answered = frozenset[str]().union(*(each.grants for each in arriving))
    recalled = [each for each in first.callback_flags - answered if not read_level(each)]
    return max(0, MOST_RECALLED - len(recalled))
