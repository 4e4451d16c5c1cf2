"""Reading, drawing and writing of stories that were made elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from questfoundry.app.story_map.draw_map import DrawMapUseCase
from questfoundry.composition.exporters import map_renderers
from questfoundry.domain.story.foreign.story import ForeignStory


def read_foreign_story(paths: Sequence[Path]) -> ForeignStory:
    """The story in those files and folders; ``InputError`` where there is none."""
    from questfoundry.infra.reading.json_reader import JsonStoryReader
    from questfoundry.infra.reading.source_folder import INK_READER, TWINE_READERS
    from questfoundry.infra.reading.story_files import read_story

    return read_story(paths, (*TWINE_READERS, JsonStoryReader(), INK_READER))


def build_map_use_case() -> DrawMapUseCase:
    """Draws maps of them, without a project."""
    return DrawMapUseCase(renderers=map_renderers())


def write_file(path: Path, text: str) -> str:
    """Replace a file that the author named, all of it or nothing; where it is."""
    from questfoundry.infra.storage.own_files import replace_file

    replace_file(path, text)
    return str(path)
