"""The state of entities where a passage begins, and the entities that an ending must mention."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import frozen

from questfoundry.domain.checks.reach import MIN_ABSENCE
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.presence import NO_PATH, Presence
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.may_must import Arrival


@frozen
class EntityStates:
    """The states of entities on arrival at a passage, by entity id.

    ``now`` gives the effect of a decision that holds for every player, in the plan's words.
    ``absent`` entities are gone, lost or closed for at least some players. ``joined`` entities
    accompany every player; the latest comes last.
    """

    now: Mapping[str, str]
    absent: frozenset[str]
    joined: tuple[str, ...] = ()


def compute_entity_states(
    story: Story,
    presence: Presence,
    arrival: Arrival,
    decided_here: Collection[str] = (),
    current_paths: Collection[str] = (),
) -> EntityStates:
    """Return the states of entities on ``arrival``, without the paths ``decided_here``.

    An effect on an entity holds until a dilemma that is settled later changes it. On
    ``current_paths``, an entity counts as absent, but other effects do not count yet.
    """
    now: dict[str, str] = {}
    absent: set[str] = set()
    joined: dict[str, None] = {}
    for arms in presence.changes.values():
        paths = [story.path(each) for each in arms if each not in (NO_PATH, *decided_here)]
        certain = [path for path in paths if path.flags <= arrival.must]
        # If all players took one path, its siblings do not count, even if the may/must analysis
        # found a route through them: it also counts routes that no player can take.
        for path in certain or [path for path in paths if not path.flags.isdisjoint(arrival.may)]:
            for entity, leaves in arms[path.id].items():
                if leaves:
                    absent.add(entity)
                elif certain:
                    absent.discard(entity)
            for each in path.consequences:
                if each.effect is Effect.NONE:
                    continue
                now.pop(each.entity, None)
                if certain and path.id not in current_paths:
                    now[each.entity] = each.text
                    if each.effect is Effect.JOINS:
                        joined[each.entity] = None
    return EntityStates(
        now, frozenset(absent), tuple(each for each in joined if each not in absent)
    )


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
