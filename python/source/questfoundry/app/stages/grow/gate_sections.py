"""The section of GROW for options that depend on earlier choices, in a story with stats.

A gate is open only with a certain fact. An attempt is open to all players and succeeds for players
at one end of a stat. A third answer is a gate at the last dilemma, with an ending of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from attrs import frozen

from questfoundry.app.stages.grow.edit import find_broken_laws
from questfoundry.app.stages.grow.leans import DOWN, UP
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.third_answers import try_third
from questfoundry.app.stages.grow.views import PassageView, Views
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import GrowGates, GrowPlainGates, ThirdAnswer
from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.size import Range, Size
from questfoundry.domain.story.stat import LEVEL, read_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.attempts import find_attempt_places
from questfoundry.domain.weaving.flag_availability import find_dividing_flags
from questfoundry.domain.weaving.gated_choice_candidates import GatedChoicePlace, find_gate_places

GATES = "gates"

_ATTEMPTS: Mapping[Size, int] = {Size.MICRO: 0, Size.SHORT: 1, Size.MEDIUM: 3, Size.LONG: 6}
"""The number of attempts in a story of each size."""


_ENTITY_FIELDS = "attempts.success.entities", "attempts.setback.entities", "thirds.entities"
"""The fields that list who takes part."""


@frozen(kw_only=True)
class GatePlace:
    """A place for a gate, as templates show it.

    ``options``: the labels that all players see. ``answer``: the label of the choice whose path the
    gate shares. ``levels``: the levels of stats that some players have here. ``facts``: the new
    facts that some players have from here on, with their meaning. ``lacking``: the facts of earlier
    places that no player has here.
    """

    id: str
    passage: PassageView
    options: Sequence[str]
    answer: str
    levels: Sequence[str]
    facts: Mapping[str, str]
    lacking: Sequence[str]


def build_gates_section(
    views: Views,
    labels: Mapping[str, str],
    rules: GrowRules,
    scenes: Mapping[str, str] = MappingProxyType({}),
) -> Section[GrowGates] | None:
    """Build the section for gates, attempts and the third answer, or ``None`` without places.

    ``scenes`` has the stats of played scenes by passage id. An attempt closes each of them.
    """
    story = views.story
    places = find_gate_places(views.structure, views.existing.passage_ids)
    if not places:
        return None
    fits = {place.id: place.flags for place in places}
    wanted = max(
        views.existing.compute_share(story.counts.interactions.gated_choices), len(story.stats)
    )
    attempts = {
        passage: tuple(f"{slug_of(stat)}-{side}" for stat in stats for side in (UP, DOWN))
        for passage, stats in find_attempt_places(views.structure, scenes).items()
        if passage not in views.existing.passage_ids
    }
    closing = [each for each in attempts if each in scenes]
    count = min(len(attempts), views.existing.compute_share(_ATTEMPTS[story.effective_size]))
    count = max(count, len(closing))
    thirds = find_third_places(story, places) if story.effective_size is not Size.MICRO else {}
    leans = tuple(f"{slug_of(stat.id)}-{side}" for stat in story.stats for side in (UP, DOWN))
    kept = story.list_kept_entities()
    places_by_id = {each.id: each.name for each in kept if each.kind is EntityKind.LOCATION}
    entities = {each.id: each.name for each in kept if each.id not in places_by_id}
    more = count or thirds
    pins = {"gates.at": tuple(fits), "gates.needs": tuple(dict.fromkeys(chain(*fits.values())))}
    if more:
        pins |= {
            "attempts.at": tuple(attempts),
            "attempts.succeeds": leans,
            "attempts.setback.costs": leans,
            **dict.fromkeys(_ENTITY_FIELDS, tuple(entities)),
            "thirds.at": tuple(thirds),
            "thirds.location": tuple(places_by_id),
            "thirds.needs": tuple(dict.fromkeys(chain(*thirds.values()))),
        }
    counts = {"gates": Range(min(wanted, len(places)), len(places))}
    if more:
        counts |= {
            "attempts": Range(count, max(count, min(len(attempts), 2 * count))),
            "thirds": Range(min(1, len(thirds)), min(1, len(thirds))),
        }
    return Section(
        name=GATES,
        model=GrowGates if more else GrowPlainGates,
        is_creative=True,
        manifest=Manifest(pins=pins, counts=counts),
        check=lambda part: rules.check_gates(
            part,
            {"gates": fits, "attempts": attempts, "thirds": thirds},
            {
                **{each: _list_labels(views, each, labels) for each in attempts},
                **{each.id: _list_labels(views, each.copies[0].id, labels) for each in places},
            },
            closing,
        ),
        variables={
            "wanted": min(wanted, len(places)),
            "attempt_count": count,
            "places": _view_places(views, places, labels),
            "attempts": attempts,
            "scenes": {
                each: {
                    "beats": views.view_passage(views.structure.passage(each)).beats,
                    "options": _list_labels(views, each, labels),
                }
                for each in closing
            },
            "entities": entities,
            "locations": places_by_id if thirds else {},
            "thirds": thirds,
            "planned": story.planned_third,
            "stats": story.stats,
            "leans": leans,
        },
        about=SectionSubject(),
    )


def _view_places(
    views: Views, places: Sequence[GatedChoicePlace], labels: Mapping[str, str]
) -> Sequence[GatePlace]:
    """Return ``places`` as templates show them: the first place that has a fact explains it."""
    found: list[GatePlace] = []
    known: dict[str, None] = {}
    for place in places:
        own = {each: None for each in place.flags if kind_of(each) != LEVEL}
        found.append(
            GatePlace(
                id=place.id,
                passage=views.view_passage(place.copies[0]),
                options=_list_labels(views, place.copies[0].id, labels),
                answer=labels[place.beside] if place.beside else "",
                levels=tuple(each for each in place.flags if kind_of(each) == LEVEL),
                facts={each: views.story.flags[each] for each in own if each not in known},
                lacking=tuple(each for each in known if each not in own),
            )
        )
        known |= own
    return found


def _list_labels(views: Views, passage: str, labels: Mapping[str, str]) -> tuple[str, ...]:
    """Return the labels in ``passage``; in a played scene, also those of its turns."""
    turns = [each.id for each in views.structure.passages if each.hub == passage]
    choices = [
        choice for each in (passage, *turns) for choice in views.structure.selectable_choices(each)
    ]
    return tuple(dict.fromkeys(each.label or labels.get(each.id, "") for each in choices))


def find_third_places(
    story: Story, places: Sequence[GatedChoicePlace]
) -> Mapping[str, Sequence[str]]:
    """Return the fork at which a third answer can end the story, with the facts it can require.

    That is the fork of the last dilemma. The result is empty if an ending there would break a law,
    for example because its players would not learn the answer to a central question.
    """
    last = [dilemma for dilemma in story.dilemmas if story.splits_end(dilemma)]
    for place in places:
        takes = story.existing_structure.choice(place.beside).takes if place.beside else ""
        if not takes or not last or story.path(takes).dilemma != last[-1].id:
            continue
        earned = [each for each in place.flags if _is_earned(each, story.existing_structure)]
        needs = [
            *(earned if earned and _can_need(story, place, earned[0]) else ()),
            *(
                each
                for flags in _list_earlier_facts(story, place)
                if _can_need(story, place, flags[0])
                for each in flags
            ),
        ]
        return {place.id: needs} if needs else {}
    return {}


def _can_need(story: Story, place: GatedChoicePlace, flag: str) -> bool:
    """Return whether a third answer at ``place`` that requires ``flag`` breaks no law."""
    trial = ThirdAnswer(
        at=place.id,
        label="-",
        leaves="-",
        needs=flag,
        title="-",
        summary="-",
        ending="-",
        closes="-",
    )
    return not find_broken_laws(try_third(story, trial))


def _list_earlier_facts(story: Story, place: GatedChoicePlace) -> Iterator[Sequence[str]]:
    """Yield the facts of each path of an earlier dilemma that only some players at ``place`` took.

    They may also divide its copies: all players have them in one copy, and no player in another.
    """
    divided = find_dividing_flags(story.existing_structure, (each.id for each in place.copies))
    own = story.path(story.existing_structure.choice(place.beside).takes).dilemma
    for path in story.paths:
        flags = [each.flag for each in path.consequences if each.flag in divided]
        if path.dilemma != own and flags:
            yield flags


def _is_earned(flag: str, structure: Structure) -> bool:
    """Return whether ``flag`` is a level or comes from a minor choice, a topic or a clue."""
    return bool(read_level(flag)) or not any(
        choice.takes for choice in structure.granting_choices(flag)
    )
