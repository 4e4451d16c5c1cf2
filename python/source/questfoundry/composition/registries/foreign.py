"""Register the readers of stories made with Twine, ink and ChoiceScript, and of our own JSON.

No other module outside ``infra/foreign`` knows these readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.domain.protocols.exporter import StorySource
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.solver import MAX_STEPS
from questfoundry.domain.story.foreign.story import ForeignStory

if TYPE_CHECKING:
    from questfoundry.app.structure.check import CheckResult


def read_foreign_story(paths: Sequence[Path]) -> ForeignStory:
    """Return the story in ``paths``; raise ``InputError`` if no reader understands the files."""
    from questfoundry.infra.foreign.json_reader import JsonStoryReader
    from questfoundry.infra.foreign.source_folder import INK_READER, TEXT_READERS
    from questfoundry.infra.foreign.twee_passages import read_story

    return read_story(add_scenes(paths), (*TEXT_READERS, JsonStoryReader(), INK_READER))


def read_importable_story(paths: Sequence[Path]) -> ForeignStory:
    """Return the story, unless it is in our own JSON; raise ``InputError`` if there is none."""
    from questfoundry.infra.foreign.source_folder import SOURCE_READERS
    from questfoundry.infra.foreign.twee_passages import read_story

    return read_story(add_scenes(paths), SOURCE_READERS)


def add_scenes(paths: Sequence[Path]) -> Sequence[Path]:
    """Return ``paths`` with the first file of a ChoiceScript game replaced by its folder.

    The folder also contains the other scenes of the game.
    """
    from questfoundry.infra.foreign.choicescript.scenes import FIRST_FILE

    return [each.parent if each.name.lower() == FIRST_FILE else each for each in paths]


def open_story_source(files: ProjectFiles) -> StorySource:
    """Return the imported story among the files of a project."""
    from questfoundry.infra.foreign.source_folder import SourceFolder

    return SourceFolder(files)


def check_foreign_story(story: ForeignStory, *, max_steps: int = MAX_STEPS) -> CheckResult:
    """Check ``story`` against all laws (rules of sound stories), including laws of plug-ins."""
    from questfoundry.app.structure.check import check_foreign
    from questfoundry.infra.plugins import load_added_laws

    return check_foreign(story, max_steps=max_steps, added_laws=load_added_laws())


def write_file(path: Path, content: str | bytes) -> str:
    """Replace the file ``path`` atomically with ``content`` and return its path as a string."""
    from questfoundry.infra.own_files import replace_file

    replace_file(path, content)
    return str(path)
