"""The state of entities where a passage begins, as earlier decisions have changed it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import frozen

from questfoundry.domain.story.effect import Effect
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
