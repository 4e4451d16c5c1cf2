"""Import of an existing story: a project that contains the unchanged files of the story."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.composition.registries.foreign import read_importable_story
from questfoundry.composition.settings.new_project import create_project, folder_of_idea
from questfoundry.domain.errors import InputError

if TYPE_CHECKING:
    from questfoundry.composition.settings.paths import ProjectPaths
    from questfoundry.domain.protocols import StorySource
    from questfoundry.domain.story.foreign.story import ForeignStory

MOST_BYTES = 512 * 1024 * 1024
"""The maximum total size of a story's files and the files beside them, in bytes."""

_MAX_NAME_LENGTH = 100


@frozen(kw_only=True)
class ImportedStory:
    """A project created from an imported story; ``files`` is the number of files copied."""

    paths: ProjectPaths
    story: ForeignStory
    files: int


@frozen(kw_only=True)
class ImportableStory:
    """A story read for an import that is not done yet.

    ``name`` is the name of the future project. ``files`` maps each path within the project's
    ``source/`` to the original file.
    """

    story: ForeignStory
    name: str
    files: Mapping[str, Path]

    def make(self, folder: Path | None = None) -> ImportedStory:
        """Create a project with the story's files in ``source/`` and return it.

        Without ``folder``, the folder's name is derived from ``name``. Raise ``InputError`` if the
        folder already contains a project.
        """
        from questfoundry.infra.own_files import replace_file

        paths = create_project(folder or Path(folder_of_idea(self.name)), self.name)
        for at, path in self.files.items():
            replace_file(paths.source / at, path.read_bytes(), within=paths.root)
        return ImportedStory(paths=paths, story=self.story, files=len(self.files))


def read_story_to_import(files: Sequence[Path]) -> ImportableStory:
    """Read the story in ``files``, which are files or folders, without writing anything.

    Raise ``InputError`` if they contain no story in Twee, Twine's HTML or ink.
    """
    story = read_importable_story(files)
    name = _project_name(story.title) or _project_name(files[0].stem) or "Imported story"
    return ImportableStory(story=story, name=name, files=dict(_map_files(files)))


def import_story(files: Sequence[Path], folder: Path | None = None) -> ImportedStory:
    """Read the story in ``files`` and create a project with it in ``folder``."""
    return read_story_to_import(files).make(folder)


def export_source(source: StorySource, folder: Path) -> Sequence[Path]:
    """Write the story's source files to ``folder`` and return their paths.

    Symbolic links below the parent of ``folder`` are not followed.
    """
    from questfoundry.infra.own_files import replace_file

    paths = []
    for file in source.files():
        paths.append(folder / file.name)
        replace_file(paths[-1], file.content, within=folder.parent)
    return paths


def _map_files(given: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield the path within ``source/`` and the original path of each file in ``given``.

    Hidden files and symbolic links in folders are left out. Raise ``InputError`` if the files
    are too large, or two have the same name.
    """
    size, names = 0, set[str]()
    for path in given:
        found = _walk_files(path) if path.is_dir() else [(path.name, path)]
        for at, file in found:
            size += file.stat().st_size
            if size > MOST_BYTES:
                raise InputError(
                    f"{str(path)!r} and the files beside it are larger than {MOST_BYTES:,} bytes. "
                    "Name only the files of the story."
                )
            if at in names:
                raise InputError(f"Two files are named {at!r}. Name the folder that contains them.")
            names.add(at)
            yield at, file


def _walk_files(folder: Path) -> Iterator[tuple[str, Path]]:
    for here, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in names:
            path = Path(here, name)
            if not name.startswith(".") and stat.S_ISREG(path.lstat().st_mode):
                yield path.relative_to(folder).as_posix(), path


def _project_name(title: str) -> str:
    """Return ``title`` as a valid project name: one line of printable characters without slashes.

    The result is empty if the title contains no letter or digit.
    """
    plain = "".join(char if char.isprintable() and char not in "/\\" else " " for char in title)
    name = " ".join(plain.split())[:_MAX_NAME_LENGTH].strip()
    return name if any(char.isalnum() for char in name) else ""
