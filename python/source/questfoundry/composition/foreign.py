"""Stories that were not made here: which formats can be read, and what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve

from questfoundry.app.story_map.draw_map import DrawMapUseCase
from questfoundry.composition.exporters import map_renderers
from questfoundry.domain.story.foreign import ForeignStory


def foreign_story(paths: Sequence[Path], *, start: str | None = None) -> ForeignStory:
    """The story in those files and folders; ``InputError`` where there is none.

    It begins at ``start``, else where it says itself.
    """
    from questfoundry.infra.reading.json_reader import JsonStoryReader
    from questfoundry.infra.reading.story_files import read_story
    from questfoundry.infra.reading.twee import TweeReader
    from questfoundry.infra.reading.twine_html import TwineHtmlReader

    story = read_story(paths, (TweeReader(), TwineHtmlReader(), JsonStoryReader()))
    if start is None:
        return story
    return evolve(story, structure=evolve(story.structure, start=start))


def map_drawing() -> DrawMapUseCase:
    """Draws maps of them, without a project."""
    return DrawMapUseCase(renderers=map_renderers())


def write_file(path: Path, text: str) -> str:
    """Replace a file that the author named, all of it or nothing; where it is."""
    from questfoundry.infra.storage.own_files import replace_file

    replace_file(path, text)
    return str(path)
