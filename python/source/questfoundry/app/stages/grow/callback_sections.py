"""The sections of GROW in which earlier actions matter again.

A gated choice is an option for players with a certain flag; a callback is a text long after the
action. Code selects the places and the flags, so that each condition holds on some playthroughs and
not on all.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, islice
from types import MappingProxyType

from attrs import evolve, frozen

from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import PassageView, Views
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import GrowDares, GrowRecalls, RecalledMarks
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.size import Range
from questfoundry.domain.weaving.gated_choice_candidates import (
    CALLBACK_SHARE,
    CallbackPlace,
    GatedChoicePlace,
    find_related_flags,
    pick_callback_places,
    pick_gated_choice_places,
)

DARES = "dares"
RECALLS = "recalls"

BATCH_SIZE = 12
"""The number of places whose callbacks are requested together."""

NO_MORE_FLAGS: Mapping[str, Sequence[str]] = MappingProxyType({})


@frozen(kw_only=True)
class FlagPlace:
    """A place for a gated choice or a callback, as templates show it.

    ``flags`` describes the choice flags that some players have here. ``options`` are the labels
    that all players see. ``answer`` is the label of the choice whose path a gated choice shares.
    ``least`` is how many flags must be picked. ``apart`` lists the answers that distinguish the
    players of the passage's copies.
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
    """Build the section for a gated choice at every suitable place."""
    places = find_gated_choice_places(views)
    if not places:
        return None
    shown = [_view_gated_choice(views, place, labels) for place in places]
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
    """Return the places for gated choices, as many as the story's size wants."""
    count = views.existing.compute_share(views.story.counts.interactions.gated_choices)
    return pick_gated_choice_places(views.structure, count, views.existing.passage_ids)


def build_callbacks_section(
    views: Views, done: Collection[str], number: int, *, most: int = BATCH_SIZE
) -> Section[GrowRecalls] | None:
    """Build section ``number``, from 1, for callbacks at the next ``most`` places."""
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
            "places": [_view_callback(views, each, each.flags, each.least) for each in places],
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
) -> Section[GrowRecalls] | None:
    """Build the section for callbacks with a minimum of flags in total, or ``None`` without places.

    A place may also use flags of other places, if they involve the same people or the same
    location; a flag may recur at several places. The minimum of each place is rounded up, so the
    check accepts a lower total. ``more_flags`` has further flags by place that do not exist yet.
    """
    section, places = (
        build_callbacks_section(views, done, number, most=most),
        _list_next_places(views, done, most),
    )
    if section is None:
        return None
    place_flags = tuple(chain(*(each.flags for each in places)))
    fits = {
        each.id: (
            *each.flags,
            *find_related_flags(
                views.story, each.copies, [flag for flag in place_flags if flag not in each.flags]
            ),
        )
        for each in places
    }
    total = sum(each.least for each in places)
    offered = sum(len(each.flags) for each in find_callback_places(views))
    # This batch must recall its part of the total share, in proportion to its flags; the double
    # negation rounds up.
    wanted = -(-len(_list_usable_flags(views)) // CALLBACK_SHARE)
    enough = min(total, -(-len(place_flags) * wanted // offered))
    all_there = {place: (*flags, *more_flags.get(place, ())) for place, flags in fits.items()}
    return evolve(
        section,
        # One list of flags for all places keeps the schema small; a rule checks what fits where.
        manifest=evolve(
            section.manifest,
            pins={"recalls.marks": (*place_flags, *dict.fromkeys(chain(*more_flags.values())))},
            counts={"recalls.marks": Range(1, max(map(len, all_there.values())))},
        ),
        check=lambda part: rules.check_callbacks(part, all_there, total, enough),
        last_resort=lambda part: _complete_callbacks(part, places, all_there, total),
        variables={
            **section.variables,
            "places": [_view_callback(views, each, fits[each.id], 1) for each in places],
            "total": total,
        },
    )


def _list_next_places(views: Views, done: Collection[str], most: int) -> Sequence[CallbackPlace]:
    waiting = (each for each in find_callback_places(views) if each.id not in done)
    return tuple(islice(waiting, most))


def find_callback_places(views: Views) -> Sequence[CallbackPlace]:
    """Return every place that can have a callback, also those requested before."""
    return pick_callback_places(
        views.structure, _list_usable_flags(views), views.existing.passage_ids
    )


def _list_usable_flags(views: Views) -> frozenset[str]:
    grow = views.existing.grow
    flags = frozenset(each.id for each in views.story.choice_flags)
    return flags.difference(grow.marks if grow else ())


def _complete_callbacks(
    part: GrowRecalls,
    places: Sequence[CallbackPlace],
    fits: Mapping[str, Sequence[str]],
    total: int,
) -> GrowRecalls:
    picked = {
        place: [flag for flag in recalled.marks if flag in fits[place]]
        for place, recalled in part.recalls.items()
    }
    found = {flag for flags in picked.values() for flag in flags}
    for place in places:
        for flag in place.flags[: place.least]:
            if flag not in picked[place.id] and (
                not picked[place.id] or (len(found) < total and flag not in found)
            ):
                picked[place.id].append(flag)
                found.add(flag)
    return GrowRecalls(
        recalls={place: RecalledMarks(marks=tuple(flags)) for place, flags in picked.items()}
    )


def _view_gated_choice(
    views: Views, place: GatedChoicePlace, labels: Mapping[str, str]
) -> FlagPlace:
    first = place.copies[0]
    choices = views.structure.selectable_choices(first.id)
    return FlagPlace(
        id=place.id,
        passage=views.view_passage(first),
        flags=_describe_flags(views, place.flags),
        options=tuple(dict.fromkeys(choice.label or labels[choice.id] for choice in choices)),
        answer=labels[place.beside] if place.beside else "",
        apart=views.distinguish_copies(place.copies),
    )


def _view_callback(
    views: Views, place: CallbackPlace, flags: Sequence[str], least: int
) -> FlagPlace:
    return FlagPlace(
        id=place.id,
        passage=views.view_passage(place.copies[0]),
        flags=_describe_flags(views, flags),
        least=least,
        apart=views.distinguish_copies(place.copies),
    )


def _describe_flags(views: Views, flags: Sequence[str]) -> Mapping[str, str]:
    return {flag: views.story.flags[flag] for flag in flags}
