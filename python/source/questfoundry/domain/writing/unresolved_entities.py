"""The entities that every player has met and that disappear long before an ending."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping

from questfoundry.domain.checks.cast import MIN_ABSENCE
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.may_must import Arrival


def find_unresolved_entities(
    story: Story, ending: str, arrival: Arrival, gone: Collection[str]
) -> Iterator[Entity]:
    """Yield the entities that do not appear in the second half of the shortest route to the ending.

    Entities in ``gone`` (ids), locations and background entities are left out. The shortest route
    counts, so that no recently met entity is reported.
    """
    structure = story.existing_structure
    distances = _count_choices_before(structure, ending)
    last: dict[str, int] = {}
    for passage, distance in distances.items():
        for each in _list_shown(story, structure, passage):
            last[each] = min(last.get(each, distance), distance)
    met = {
        each
        for passage in arrival.certain_predecessors
        for each in _list_shown(story, structure, passage)
    }
    for entity in story.list_kept_entities():
        if entity.kind is EntityKind.LOCATION or entity.background or entity.id in gone:
            continue
        last_distance = last[entity.id] if entity.id in met else 0
        if last_distance >= MIN_ABSENCE and 2 * last_distance > distances[structure.start]:
            yield entity


def _count_choices_before(structure: Structure, ending: str) -> Mapping[str, int]:
    """Return the number of choices from each passage to the ending, on the shortest route.

    This is a backward breadth-first search.
    """
    found = {ending: 0}
    waiting = deque(found)
    while waiting:
        passage = waiting.popleft()
        for choice in structure.incoming_choices(passage):
            if choice.source not in found:
                found[choice.source] = found[passage] + 1
                waiting.append(choice.source)
    return found


def _list_shown(story: Story, structure: Structure, passage: str) -> Iterable[str]:
    return (each for beat in story.beats_in(structure.passage(passage)) for each in beat.entities)
