"""Laws of the cast: what SEED kept is in the story, and does not silently go out of it."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.space import Space
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.story import Story

GONE = 3
"""Fewest passages after which an entity that is not met again counts as gone."""


def unused(structure: Structure, story: Story) -> Iterator[Finding]:
    """Kept entities and paths of which no passage tells."""
    held = {beat for passage in structure.passages for beat in passage.beats}
    beats = [beat for beat in story.beats if beat.id in held]
    cast = {each for beat in beats for each in (beat.location, *beat.entities)}
    paths = {beat.path for beat in beats}
    for entity in story.kept():
        if entity.id not in cast:
            yield Law.ENTITIES.broken(
                place=structure.start,
                problem=f"No passage tells of {entity.id!r}, which was kept.",
                fix="Let it take part in a beat, or cut it.",
            )
    for path in story.paths:
        if path.id not in paths:
            yield Law.PATHS.broken(
                place=structure.start,
                problem=f"No passage tells of the path {path.id!r}.",
                fix="Put the beats of the path into passages.",
            )


def vanishing(space: Space, story: Story) -> Iterator[Finding]:
    """Entities that are last met in the first half of every playthrough.

    Locations are left behind, background characters are not missed, and whom a path takes out
    of the story is gone by intent.
    """
    if not space.complete:
        yield Law.CAST.not_proven(space)
        return
    left = _left(space)
    if left[0] is None:
        return
    last = _last_met(space, story, left)
    presence = presence_of(story)
    leaving = {each for dilemma in presence.arms for each in presence.leaving(dilemma)}
    for entity in story.kept():
        if entity.id not in last or entity.kind is EntityKind.LOCATION or entity.background:
            continue
        if entity.id in leaving:
            continue
        after, state = last[entity.id]
        if after >= GONE and 2 * after > left[0]:
            passage = space.graph.structure.passages[space.passage[state]].id
            yield Law.CAST.broken(
                place=passage,
                problem=f"{entity.id!r} is last met in {passage!r}, {after} passages or more "
                "before any ending.",
                fix="Let it come back later, or say what becomes of it.",
            )


def _left(space: Space) -> list[int | None]:
    """The fewest passages from each state to an ending, ``None`` where none can be reached."""
    into = space.states_before()
    left: list[int | None] = [None] * len(space.passage)
    nearest = [state for state in range(len(left)) if space.ended(state)]
    for state in nearest:
        left[state] = 0
    for state in nearest:
        for before in into[state]:
            if left[before] is None:
                left[before] = (left[state] or 0) + 1
                nearest.append(before)
    return left


def _last_met(space: Space, story: Story, left: list[int | None]) -> dict[str, tuple[int, int]]:
    """Of each entity, how many passages before an ending it is last met, and in which state."""
    cast = [
        {each for beat in story.beats_in(passage) for each in beat.entities}
        for passage in space.graph.structure.passages
    ]
    last: dict[str, tuple[int, int]] = {}
    for state, after in enumerate(left):
        if after is None:
            continue
        for entity in cast[space.passage[state]]:
            last[entity] = min(last.get(entity, (after, state)), (after, state))
    return last
