"""The sections of GROW for hubs, for minor choices and for gated choices.

A hub is a passage with topics to look into. A minor choice sets a flag and decides no dilemma. A
gated choice is an option for players with a certain flag.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from questfoundry.app.stages.grow.apply import compute_share
from questfoundry.app.stages.grow.leans import balance_leans, describe_leans, pin_leans
from questfoundry.app.stages.grow.option_passages import describe_branches, list_branching_places
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import PassageView, Views
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.branching import GrowBranchingActs
from questfoundry.domain.artifacts.grow import (
    GrowActs,
    GrowDares,
    GrowHubs,
    GrowLeaningActs,
    GrowLeaningHubs,
)
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.dilemma import Dilemma
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import InteractionCounts, Range, Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.gated_choice_candidates import (
    CallbackPlace,
    GatedChoicePlace,
    pick_gated_choice_places,
)
from questfoundry.domain.weaving.hubs import (
    count_two_step_hubs,
    find_hub_places,
    find_openers,
    find_topic_locations,
    find_unchanged_entities,
    measure_shortest_route,
)

HUBS = "hubs"

_OPTION_WORDS = 25
"""The words of an option in an answer, with the names of its fields."""

_BRANCH_WORDS = 35
"""The further words of an option that has a passage of its own."""

BRANCHES = Range(3, 3)
"""The number of options of a passage whose options have passages of their own."""


def build_hubs_section(views: Views, rules: GrowRules) -> Section[GrowHubs] | None:
    """Build the section for hubs at passages that all players visit.

    Return ``None`` if the story needs no hub or has no passage for a hub.
    """
    share = views.existing.compute_share
    # Played scenes are hubs already, and so are their topics.
    fixed = views.existing.passage_ids.union(
        *((each.hub, each.id) for each in views.structure.passages if each.hub)
    )
    # Passages with a decision already have several exits, so they come first (False < True).
    found = [each for each in find_hub_places(views.structure) if each.id not in fixed]
    found = [each for each in found if not _keeps_third(views.story, each)] or found
    places = sorted(found, key=lambda place: not _find_question(views.story, place))
    interactions = views.story.counts.interactions
    least, most = share(interactions.hubs.least), share(interactions.hubs.most)
    decisions = compute_share(interactions.decisions, views.story)
    missing = decisions - measure_shortest_route(views.structure)
    count = min(len(places), max(least, min(most, missing)))
    if not count:
        return None
    # If playthroughs lack decisions, players must read a topic: it counts as a decision.
    needs_first = missing > 0 or interactions.locked
    met = list_showable_entities(views)
    shown = frozenset[str]().union(*(met[place.id] for place in places))
    return Section(
        name=HUBS,
        model=GrowLeaningHubs if views.story.stats else GrowHubs,
        is_creative=True,
        manifest=Manifest(
            pins={
                **pin_leans(views.story, "hubs.topics"),
                "hubs.passage": tuple(place.id for place in places),
                "hubs.topics.entities": tuple(
                    each.id
                    for each in views.story.list_kept_entities()
                    if each.kind is not EntityKind.LOCATION and each.id in shown
                ),
                "hubs.topics.clue": ("", *(clue.id for clue in views.story.clues)),
            },
            counts={"hubs": Range(count, count), "hubs.topics": interactions.topics},
        ),
        check=lambda part: (
            *rules.check_hubs(part, views.story, met, needs_first=needs_first),
            *rules.check_topic_leans(part),
        ),
        variables={
            "leaning": describe_leans(views.story, rules, "topics"),
            "count": count,
            "topics": interactions.topics,
            "needs_first": needs_first,
            "grows": interactions.grows,
            "opened": _list_opened_topics(interactions),
            "twice": count_two_step_hubs(views.structure, count, decisions),
            "at": [
                views.story.entity_name(each)
                for each in find_topic_locations(views.story)[
                    : interactions.roams and interactions.topics.most
                ]
            ],
            "ids": tuple(place.id for place in places),
            "places": [
                {
                    "passage": views.view_passage(place),
                    "present": [
                        each.id
                        for each in views.story.list_kept_entities()
                        if each.kind is not EntityKind.LOCATION and each.id in met[place.id]
                    ],
                    "question": _find_question(views.story, place),
                    "onward": views.list_next_passages((place,)),
                    "after": views.first_beats_after(place),
                }
                for place in places
            ],
            "entities": views.story.list_kept_entities(),
            "clues": views.story.clues,
        },
        about=SectionSubject(
            mentions=tuple(views.view_passage(place).mention() for place in places)
        ),
    )


def _list_opened_topics(interactions: InteractionCounts) -> Mapping[int, Sequence[int]]:
    """Return the topics that each topic opens, or an empty mapping if all are open at first."""
    found: dict[int, list[int]] = defaultdict(list)
    openers = find_openers(interactions.topics.most, grows=interactions.grows)
    for number, opener in enumerate(openers, start=1):
        found[opener].append(number)
    return found if any(openers) else {}


def _find_question(story: Story, passage: Passage) -> str:
    dilemma = _find_dilemma(story, passage)
    return dilemma.question if dilemma else ""


def _find_dilemma(story: Story, passage: Passage) -> Dilemma | None:
    choices = story.existing_structure.outgoing_choices(passage.id)
    taken = next((choice.takes for choice in choices if choice.takes), "")
    return story.dilemma(story.path(taken).dilemma) if taken else None


def _keeps_third(story: Story, passage: Passage) -> bool:
    """Return whether ``passage`` stays free of topics, which a third answer needs."""
    last = [each for each in story.dilemmas if story.splits_end(each)]
    has_third = bool(story.stats) and story.effective_size is not Size.MICRO
    return has_third and bool(last) and _find_dilemma(story, passage) == last[-1]


def list_showable_entities(views: Views) -> Mapping[str, frozenset[str]]:
    """Return the ids of the entities that a topic of each passage can show, by passage id."""
    story = views.story
    staying = find_unchanged_entities(story)
    return {
        passage.id: staying.union(*(each.entities for each in story.beats_in(passage)))
        for passage in views.structure.passages
    }


ACTS = "acts"

BATCH_SIZE = 12
"""The maximum number of passages whose minor choices one request asks for."""

LARGE_BATCH = 24
"""The larger maximum for models that can answer many sections at once; also for callbacks."""

TWO_OPTION_INTERVAL = 4
"""One passage in this many may have the minimum number of options; others need one more."""


@frozen(kw_only=True)
class MinorChoicePlace:
    """A passage with a single exit that gets minor choices, as templates show it.

    ``options``: the allowed number of options.
    ``onward``: the ids of the passages to which the passage and its copies lead.
    ``after``: the first beats of those passages.
    ``apart``: for each copy of the passage, the earlier answers that set its players apart.
    ``branches``: whether each option has a passage of its own.
    """

    passage: PassageView
    options: Range
    branches: bool
    onward: Sequence[str]
    after: Sequence[str]
    apart: Sequence[Sequence[str]]


def build_minor_choices_section(
    views: Views, done: Collection[str], number: int, rules: GrowRules, *, most: int = BATCH_SIZE
) -> Section[GrowActs] | None:
    """Build the section for options at the next ``most`` passages that are not in ``done``.

    ``number``, from 1, becomes part of the section's name. Return ``None`` if no passage is left.
    """
    meetings = list(islice(_list_places(views, done), most))
    if not meetings:
        return None
    ids, stats = tuple(each.passage.id for each in meetings), views.story.stats
    model = _choose_model(views.story, meetings)
    return Section(
        name=f"{ACTS}.{number}",
        model=model,
        is_creative=True,
        manifest=Manifest(
            sections={"acts": ids},
            pins=pin_leans(views.story, "acts.options"),
            counts={f"acts.{each.passage.id}.options": each.options for each in meetings},
        ),
        check=lambda part: (*rules.check_minor_choices(part), *rules.check_leans(part, stats)),
        last_resort=lambda part: balance_leans(part, rules.check_leans(part, stats), stats),
        variables={
            "ids": ids,
            "meetings": meetings,
            "branching": describe_branches(rules) if model is GrowBranchingActs else "",
            "leaning": describe_leans(views.story, rules, "options"),
        },
        answer_words=sum(
            each.options.most * (_OPTION_WORDS + _BRANCH_WORDS * each.branches) for each in meetings
        ),
        about=SectionSubject(mentions=tuple(each.passage.mention(-1) for each in meetings)),
    )


def _choose_model(story: Story, places: Sequence[MinorChoicePlace]) -> type[GrowActs]:
    if any(each.branches for each in places):
        return GrowBranchingActs
    return GrowLeaningActs if story.stats else GrowActs


def _list_places(views: Views, done: Collection[str]) -> Iterator[MinorChoicePlace]:
    allowed = views.story.counts.interactions.options
    fixed = views.existing.passage_ids
    left_out = fixed.union(done)
    branching = list_branching_places(views.story, views.structure, fixed)
    moments = (each for each in views.single_exit_passages if each[0].id not in left_out)
    for place, copies in enumerate(moments):
        yield MinorChoicePlace(
            passage=views.view_passage(copies[0]),
            apart=views.distinguish_copies(copies),
            options=BRANCHES
            if copies[0].id in branching
            else Range(allowed.least + bool((place + 1) % TWO_OPTION_INTERVAL), allowed.most),
            branches=copies[0].id in branching,
            onward=views.list_next_passages(copies),
            after=tuple(
                dict.fromkeys(
                    beat.text for each in copies for beat in views.first_beats_after(each)
                )
            ),
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
        is_creative=True,
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
