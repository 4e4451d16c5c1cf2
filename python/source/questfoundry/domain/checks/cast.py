"""Laws of the cast: what SEED kept is in the story, and does not silently go out of it."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.bfs_layers import BfsLayers
from questfoundry.domain.play.search import Search
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story

MIN_ABSENCE = 3
"""Fewest passages after which an entity that is not met again counts as gone."""


def find_unused(structure: Structure, story: Story) -> Iterator[Finding]:
    """Kept entities and paths of which no passage tells; a chapter to come may tell of entities.

    Whom a dilemma is about may be dead, or away, and only talked of.
    """
    placed = {beat for passage in structure.passages for beat in passage.beats}
    beats = [beat for beat in story.beats if beat.id in placed]
    cast = {each for beat in beats for each in (beat.location, *beat.entities)}
    paths = {beat.path for beat in beats}
    for entity in story.list_kept_entities():
        if entity.id not in cast | story.dilemma_people and story.is_planned:
            yield Law.ENTITIES.build_finding(
                place=structure.start,
                problem=f"No passage tells of {entity.id!r}, which was kept.",
                fix="Let it take part in a beat, or cut it.",
            )
    for path in story.paths:
        if path.id not in paths:
            yield Law.PATHS.build_finding(
                place=structure.start,
                problem=f"No passage tells of the path {path.id!r}.",
                fix="Put the beats of the path into passages.",
            )


def find_vanishing(search: Search, story: Story) -> Iterator[Finding]:
    """Entities that are last met in the first half of every playthrough.

    Locations are left behind, background characters are not missed, and whom a path takes out
    of the story is gone by intent.
    """
    yield from Law.CAST.report_search(search, _iter_vanishing(search, story))


def _iter_vanishing(search: Search, story: Story) -> Iterator[Finding]:
    passages = search.graph.structure.passages
    if not search.is_complete():
        search.gave_up = True
        return
    ends = [place for place, passage in enumerate(passages) if passage.ending]
    layers = BfsLayers(
        search.reachability,
        {place: search.reachability.families[place] for place in ends},
        all_layers=True,
    )
    shortest = layers.start_distance
    if shortest is None:
        return
    last: dict[str, tuple[int, int]] = {}
    for place, passage in enumerate(passages):
        remaining = layers.min_distance(place)
        for each in {each for beat in story.beats_in(passage) for each in beat.entities}:
            if remaining is not None:
                last[each] = min(last.get(each, (remaining, place)), (remaining, place))
    presence = presence_of(story)
    departing = {each for dilemma in presence.changes for each in presence.find_departing(dilemma)}
    for entity in story.list_kept_entities():
        if entity.id not in last or entity.kind is EntityKind.LOCATION or entity.background:
            continue
        if entity.id in departing:
            continue
        absence, place = last[entity.id]
        if absence >= MIN_ABSENCE and 2 * absence > shortest:
            passage_id = passages[place].id
            yield Law.CAST.build_finding(
                place=passage_id,
                problem=f"{entity.id!r} is last met in {passage_id!r}, {after} passages or more "
                "before any ending.",
                fix="Let it come back later, or say what becomes of it.",
            )
