"""Scenes: two beats of different dilemmas that can be told as one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.plan import read_plan
from questfoundry.domain.weaving.schedule import schedule

Unit = tuple[Beat, ...]
"""What is never parted: a beat, or the beats of a scene."""


@frozen(kw_only=True)
class Scene:
    """Two beats, by id, that share a location and an entity; ``second`` moves up to ``first``."""

    first: str
    second: str

    @property
    def id(self) -> str:
        """``scene::`` and both beats."""
        return f"scene::{slug_of(self.first)}--{slug_of(self.second)}"


def propose_scenes(story: Story) -> tuple[Scene, ...]:
    """The scenes that could be shared, in the order of the story; any of them may be accepted.

    Only beats that every arc has are proposed, and each in one scene at most. A beat moves no
    further up than to behind its own dilemma's beat before it, so no scene bars another.
    """
    return tuple(_proposed(schedule(read_plan(story))))


def with_scenes(
    stretches: Sequence[Sequence[Beat]], accepted: Collection[str]
) -> tuple[tuple[Unit, ...], ...]:
    """The stretches with the accepted scenes, by id, in place; ``InputError`` for others."""
    if not accepted:
        return tuple(tuple((beat,) for beat in stretch) for stretch in stretches)
    proposed = {scene.id: scene for scene in _proposed(stretches)}
    if unknown := sorted(set(accepted) - set(proposed)):
        raise InputError(
            f"{', '.join(map(repr, unknown))} can not be shared in this plan. Accept only "
            "scenes that are proposed for it."
        )
    beats = {beat.id: beat for stretch in stretches for beat in stretch}
    moved = {proposed[each].first: beats[proposed[each].second] for each in accepted}
    gone = {beat.id for beat in moved.values()}
    return tuple(
        tuple(
            (beat, moved[beat.id]) if beat.id in moved else (beat,)
            for beat in stretch
            if beat.id not in gone
        )
        for stretch in stretches
    )


def _proposed(stretches: Sequence[Sequence[Beat]]) -> Iterator[Scene]:
    """For each beat in its turn the nearest free one before it, back to its own dilemma's last.

    What leads to a fork stays there.
    """
    leading = {stretch[-1].id for stretch in stretches if stretch}
    beats = [beat for stretch in stretches for beat in stretch]
    waiting: dict[tuple[str, str], list[int]] = defaultdict(list)
    newest: dict[str, int] = {}
    taken: set[int] = set()
    for place, beat in enumerate(beats):
        if beat.dilemma is None:
            continue
        found = -1
        for entity in beat.entities:
            here = waiting[beat.location, entity]
            while here and here[-1] in taken:
                here.pop()
            found = max(found, here[-1] if here else -1)
        if found > newest.get(beat.dilemma, -1) and beat.id not in leading:
            taken |= {found, place}
            yield Scene(first=beats[found].id, second=beat.id)
        else:
            for entity in beat.entities:
                waiting[beat.location, entity].append(place)
        newest[beat.dilemma] = place
