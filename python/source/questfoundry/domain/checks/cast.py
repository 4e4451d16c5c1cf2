"""Check that the plan's entities and paths appear in the story, and that no entity vanishes."""

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.route_search import BfsLayers
from questfoundry.domain.solver.search import Search
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story

MIN_ABSENCE = 3
"""The smallest number of passages without an entity that counts as a disappearance."""


def find_unused(structure: Structure, story: Story) -> Iterator[Finding]:
    """Yield a finding for each path and each kept entity that has no beat in any passage.

    Kept entities are those that the plan did not cut. An entity that a dilemma is about may be dead
    or absent, and need not appear. If the plan is incomplete, only paths are checked.
    """
    placed = {beat for passage in structure.passages for beat in passage.beats}
    beats = [beat for beat in story.beats if beat.id in placed]
    cast = {each for beat in beats for each in (beat.location, *beat.entities)}
    paths = {beat.path for beat in beats}
    for entity in story.list_kept_entities():
        if entity.id not in cast | story.dilemma_people and story.is_planned:
            yield Law.ENTITIES.build_finding(
                place=structure.start,
                problem=f"No passage has a beat with {entity.id!r}, which the plan keeps.",
                fix="Add it to a beat, or cut it from the plan.",
            )
    for path in story.paths:
        if path.id not in paths:
            yield Law.PATHS.build_finding(
                place=structure.start,
                problem=f"No passage has a beat of the path {path.id!r}.",
                fix="Put the path's beats into passages.",
            )


def find_vanishing(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each entity that appears only in the first half of every playthrough.

    Locations and background characters are exempt, and so are entities that a path removes.
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
                problem=f"{entity.id!r} appears last in {passage_id!r}, at least {absence} "
                "passages before any ending.",
                fix="Let it appear again later, or say what becomes of it.",
            )
