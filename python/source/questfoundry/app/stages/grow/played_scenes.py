"""The section of GROW for played scenes: hubs with a limit of turns, closed by an attempt.

Examples are a bargain, a questioning and a search against the clock. The turns move one stat, and
this stat decides the attempt, which the section for gates requests.
"""

from collections.abc import Sequence

from questfoundry.app.stages.grow.choice_sections import list_showable_entities
from questfoundry.app.stages.grow.leans import describe_leans, pin_leans
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.views import Views
from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.grow import GrowPlayed
from questfoundry.domain.ids import slug_of
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import Range
from questfoundry.domain.weaving.hubs import TURNS, find_hub_places

PLAYED = "played"

_FORMS = "played.turns", "played.turns.again"
"""The fields with the two forms of an approach."""


def build_played_scenes_section(views: Views, rules: GrowRules) -> Section[GrowPlayed] | None:
    """Build the section for played scenes at passages that all players visit.

    Return ``None`` if the story has no stats, needs no played scene or has no passage for one.
    """
    story, places = views.story, _find_places(views)
    interactions = story.counts.interactions
    count = views.existing.compute_share(interactions.played_scenes)
    # The hubs of the story need passages, too.
    count = min(count, len(places) - views.existing.compute_share(interactions.hubs.least))
    if count < 1 or not story.stats:
        return None
    met = list_showable_entities(views)
    cast = [each for each in story.list_kept_entities() if each.kind is not EntityKind.LOCATION]
    clues = ("", *(clue.id for clue in story.clues))
    pins = {
        "played.passage": tuple(place.id for place in places),
        "played.stat": tuple(slug_of(stat.id) for stat in story.stats),
    }
    for form in _FORMS:
        pins |= pin_leans(story, form)
        pins |= {f"{form}.entities": tuple(each.id for each in cast), f"{form}.clue": clues}
    return Section(
        name=PLAYED,
        model=GrowPlayed,
        is_creative=True,
        manifest=Manifest(
            pins=pins, counts={"played": Range(0, count), "played.turns": Range(TURNS, TURNS)}
        ),
        check=lambda part: rules.check_played_scenes(part, met),
        variables={
            "count": count,
            "turns": TURNS,
            "leaning": describe_leans(story, rules, "turns"),
            "places": [views.view_passage(place) for place in places],
            "entities": cast,
            "clues": story.clues,
            "stats": {slug_of(stat.id): stat for stat in story.stats},
        },
        about=SectionSubject(
            mentions=tuple(views.view_passage(place).mention() for place in places)
        ),
    )


def _find_places(views: Views) -> Sequence[Passage]:
    """Return the passages that can be a played scene: no fork, and not where the story begins."""
    structure, fixed = views.structure, views.existing.passage_ids
    return [
        each
        for each in find_hub_places(structure)
        if each.id not in fixed
        and each.id != structure.start
        and not any(choice.takes for choice in structure.outgoing_choices(each.id))
    ]
