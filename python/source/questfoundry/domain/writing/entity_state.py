"""How entities stand where a passage begins: what the paths that were taken have made of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import frozen

from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.presence import NO_PATH, Presence
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.may_must import Arrival


@frozen
class EntityStates:
    """Entities by id: what is true ``now`` of some for every player, in the plan's words.

    ``absent`` are those who are gone, lost or closed for some players at least; ``joined`` have
    come along for every player, the last one last.
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
    """How all stand on that arrival, but for the paths that are only ``taken_here``.

    What an effect says of an entity holds until a dilemma that is settled later says otherwise.
    Of paths ``under_way`` somebody may be gone already, and nothing is said to be so.
    """
    now: dict[str, str] = {}
    absent: set[str] = set()
    joined: dict[str, None] = {}
    for arms in presence.changes.values():
        paths = [story.path(each) for each in arms if each not in (NO_PATH, *decided_here)]
        sure = [path for path in paths if path.flags <= arrival.must]
        # Where all took one, nobody took its sibling, though ways that nobody can go count as ways.
        for path in sure or [path for path in paths if not path.flags.isdisjoint(arrival.may)]:
            for entity, leaves in arms[path.id].items():
                if leaves:
                    absent.add(entity)
                elif sure:
                    absent.discard(entity)
            for each in path.consequences:
                if each.effect is Effect.NONE:
                    continue
                now.pop(each.entity, None)
                if sure and path.id not in current_paths:
                    now[each.entity] = each.text
                    if each.effect is Effect.JOINS:
                        joined[each.entity] = None
    return EntityStates(
        now, frozenset(absent), tuple(each for each in joined if each not in absent)
    )
