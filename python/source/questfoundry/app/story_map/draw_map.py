"""Draw the map of a story."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.highlight import Highlight, find_playthrough
from questfoundry.app.story_map.story_map import MapFormat, MapRenderer, StoryMap
from questfoundry.domain.checks.foreign import build_playable
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Ending, Passage, Playthrough, Structure
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class DrawnMap:
    """A map drawn as text; ``obstacle`` says why preferred formats could not be used."""

    text: str
    format: MapFormat
    suffix: str
    story_map: StoryMap
    highlighted: Playthrough | None
    obstacle: str


class DrawMapUseCase:
    """A use case that draws the map of a story with the first renderer that works."""

    def __init__(self, *, renderers: Sequence[MapRenderer]) -> None:
        self._renderers = renderers

    def execute(
        self,
        story: Story,
        *,
        map_format: MapFormat | None = None,
        beats: bool = False,
        highlight: Highlight | None = None,
        words: Mapping[str, Range] | None = None,
    ) -> DrawnMap:
        """Draw the map of ``story`` in the format ``map_format``, or else the first that works.

        ``words`` holds word counts of passages; if ``None``, they are computed from ``story``.
        Raise ``InputError`` if the highlighted playthrough does not exist, or the map cannot be
        drawn in the format.
        """
        playthrough = None if highlight is None else find_playthrough(story, highlight)
        story_map = build_map(story, beats=beats, highlighted=playthrough, words=words)
        obstacles: list[str] = []
        for renderer in self._renderers:
            if map_format not in (None, renderer.format):
                continue
            if obstacle := renderer.obstacle(story_map):
                obstacles.append(obstacle)
                continue
            return DrawnMap(
                text=renderer.render(story_map),
                format=renderer.format,
                suffix=renderer.suffix,
                story_map=story_map,
                highlighted=playthrough,
                obstacle=" ".join(obstacles),
            )
        raise InputError(" ".join(obstacles), remedies=(SimpleAction.CHOOSE_FORMAT,))

    def draw_foreign(
        self,
        story: ForeignStory,
        *,
        map_format: MapFormat | None = None,
        highlight: Highlight | None = None,
    ) -> DrawnMap:
        """Draw the part that can be played of a story that another program wrote."""
        structure = build_playable(story.structure)
        drawn = Story(
            title=story.title,
            structure=structure,
            endings=tuple(
                Ending(id=each.ending, name=each.ending) for each in _ending_passages(structure)
            ),
        )
        words = {passage: Range(count, count) for passage, count in story.words.items()}
        return self.execute(drawn, map_format=map_format, highlight=highlight, words=words)


def _ending_passages(structure: Structure) -> Sequence[Passage]:
    return [each for each in structure.passages if each.ending]
