"""Draw the map of a project's story."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.app.story_map.drawing import map_of
from questfoundry.app.story_map.renderer import MapFormat, MapRenderer
from questfoundry.app.story_map.story_map import StoryMap
from questfoundry.app.story_map.trail import Trail, play_trail
from questfoundry.app.structure.woven import woven_story
from questfoundry.domain.errors import InputError
from questfoundry.domain.play.playthrough import Playthrough
from questfoundry.domain.remedy import Act


@frozen(kw_only=True)
class DrawnMap:
    """A drawing, as a text in ``format``; its file's name should end in ``suffix``.

    ``trail`` is the playthrough that it marks. ``remark`` says why it is in no better
    format, where one is preferred.
    """

    text: str
    format: MapFormat
    suffix: str
    story_map: StoryMap
    trail: Playthrough | None
    remark: str


class DrawMapUseCase:
    """Draws what is accepted; ``renderers`` stand in the order in which they are preferred."""

    def __init__(
        self, *, registry: StageRegistry, store: ProjectStore, renderers: Sequence[MapRenderer]
    ) -> None:
        self._registry = registry
        self._store = store
        self._renderers = renderers

    def execute(
        self, *, wanted: MapFormat | None = None, beats: bool = False, trail: Trail | None = None
    ) -> DrawnMap:
        """The map, with what happens in each passage if ``beats``, in the best format possible.

        ``InputError`` where nothing is woven yet, where there is no such playthrough, and
        where the ``wanted`` format cannot be drawn.
        """
        story = woven_story(self._registry, self._store.artifacts)
        played = None if trail is None else play_trail(story, trail)
        story_map = map_of(story, beats=beats, trail=played)
        obstacles: list[str] = []
        for renderer in self._renderers:
            if wanted not in (None, renderer.format):
                continue
            if obstacle := renderer.obstacle(story_map):
                obstacles.append(obstacle)
                continue
            return DrawnMap(
                text=renderer.render(story_map),
                format=renderer.format,
                suffix=renderer.suffix,
                story_map=story_map,
                trail=played,
                remark=" ".join(obstacles),
            )
        raise InputError(" ".join(obstacles), remedies=(Act.CHOOSE_FORMAT,))
