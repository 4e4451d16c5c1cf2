"""Create projects from existing work: the files of a story, or an outline or other text."""

from __future__ import annotations

import asyncio
import os
import stat
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.composition.project.places import ProjectPlace, parse_place
from questfoundry.composition.registries.formats import (
    add_scenes,
    find_packed_files,
    read_importable_story,
)
from questfoundry.composition.settings.new_project import folder_of_idea
from questfoundry.composition.settings.paths import SOURCE
from questfoundry.domain.errors import InputError
from questfoundry.domain.outline.material_parts import OUTLINE, MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.outline.points import extract_idea
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.documents.outliners import SUFFIXES as SUFFIXES
from questfoundry.infra.documents.outliners import read_material_text

if TYPE_CHECKING:
    from questfoundry.domain.protocols.exporter import StorySource
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.story.entity import OutlineName
    from questfoundry.domain.story.foreign.story import ForeignStory
    from questfoundry.domain.story.size import Size

MOST_BYTES = 512 * 1024 * 1024
"""The maximum total size in bytes of an imported story's files and the files beside them."""

_MAX_NAME_LENGTH = 100


@frozen(kw_only=True)
class ImportedStory:
    """A project created from an imported story; ``files`` is the number of files copied."""

    place: ProjectPlace
    story: ForeignStory
    files: int


@frozen(kw_only=True)
class ImportableStory:
    """A story that was read but not imported yet.

    ``name`` is the name of the future project. ``files`` maps each path within the project's
    ``source/`` to the original file, which may be in a ZIP archive.
    """

    story: ForeignStory
    name: str
    files: Mapping[str, Path | zipfile.Path]

    def make(self, place: ProjectPlace | Path | None = None) -> ImportedStory:
        """Create a project with the story's files in ``source/`` and return it.

        Without ``place``, it is a folder named after ``name``. Raise ``InputError`` if the place
        already contains a project, or other files in ``source/``. It becomes a project only when
        all files are copied, so an interrupted import can be repeated.
        """
        place = _choose_place(place, self.name)
        contents = {f"{SOURCE}/{at}": path for at, path in self.files.items()}
        _require_no_other_files(place.files, contents)
        place.create(
            self.name, contents=((name, path.read_bytes()) for name, path in contents.items())
        )
        return ImportedStory(place=place, story=self.story, files=len(self.files))


def _choose_place(place: ProjectPlace | Path | None, name: str) -> ProjectPlace:
    if place is None:
        return parse_place(Path(folder_of_idea(name)))
    return parse_place(place) if isinstance(place, Path) else place


def _require_no_other_files(files: ProjectFiles, own: Collection[str]) -> None:
    others = sorted({*files.names(SOURCE)} - {*own})
    if others:
        other = others[0].removeprefix(f"{SOURCE}/")
        raise InputError(
            f"{files.place(SOURCE)!r} already contains other files, such as {other!r}. "
            "Import into another folder, or move these files away.",
            remedies=(SimpleAction.CHOOSE_FOLDER,),
        )


def read_story_to_import(files: Sequence[Path]) -> ImportableStory:
    """Read the story in ``files`` and write nothing; raise ``InputError`` if there is no story."""
    story = read_importable_story(files)
    name = _project_name(story.title) or _project_name(files[0].stem) or "Imported story"
    return ImportableStory(story=story, name=name, files=dict(_map_files(add_scenes(files))))


def import_story(files: Sequence[Path], place: ProjectPlace | Path | None = None) -> ImportedStory:
    """Read the story in ``files`` and create a project with it in ``place``."""
    return read_story_to_import(files).make(place)


def export_source(
    source: StorySource, files: ProjectFiles, output: Path | None = None
) -> Mapping[str, int]:
    """Write the files of an imported story to the folder ``output``, else to exports in ``files``.

    Return the size of each written file in bytes, by its place.
    """
    from questfoundry.infra.storage.folder_files import FolderProjectFiles

    target = FolderProjectFiles(output) if output else files
    sizes = {}
    for file in source.files():
        name = file.name if output else f"exports/{file.name}"
        target.replace(name, file.content)
        sizes[target.place(name)] = len(file.content)
    return sizes


def _map_files(given: Sequence[Path]) -> Iterator[tuple[str, Path | zipfile.Path]]:
    size, names = 0, set[str]()
    for path in given:
        for at, file in find_packed_files(path) or _walk_files(path):
            size += file.stat().st_size if isinstance(file, Path) else 0
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
    if not folder.is_dir():
        yield folder.name, folder  # a single file
    for here, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in names:
            path = Path(here, name)
            if not name.startswith(".") and stat.S_ISREG(path.lstat().st_mode):
                yield path.relative_to(folder).as_posix(), path


def _project_name(title: str) -> str:
    plain = "".join(char if char.isprintable() and char not in "/\\" else " " for char in title)
    name = " ".join(plain.split())[:_MAX_NAME_LENGTH].strip()
    return name if any(char.isalnum() for char in name) else ""


STORIES = (".twee", ".tw", ".twee2", ".tw2", ".html", ".htm", ".ink", ".ink.json", "startup.txt")
"""The ends of the names of files that contain a story."""


@frozen(kw_only=True)
class ImportedMaterial:
    """A new project whose outline was imported from texts.

    ``files`` are the places of the files written to the project, ``names`` the names that the
    stages must keep, and ``idea`` the story's idea as the texts describe it.
    """

    place: ProjectPlace
    files: tuple[str, ...]
    names: tuple[OutlineName, ...]
    idea: str


@frozen(kw_only=True)
class ImportableMaterial:
    """Texts that were read but not imported yet; ``name`` is the name of the future project."""

    name: str
    pages: tuple[MaterialPage, ...]
    names: tuple[OutlineName, ...]
    idea: str

    def make(
        self, place: ProjectPlace | Path | None = None, size: Size | None = None
    ) -> ImportedMaterial:
        """Create a project with the texts in ``outline/`` and return it.

        Without ``place``, it is a folder named after ``name``; ``size`` sets the size of the story.
        Raise ``InputError``, and write nothing, if the place already contains a project.
        """
        place = _choose_place(place, self.name)
        contents = ((page.name, page.text) for page in self.pages)
        place.create(self.name[:100], size=size, contents=contents)
        files = tuple(place.files.place(each.name) for each in self.pages)
        return ImportedMaterial(place=place, files=files, names=self.names, idea=self.idea)


async def read_material_to_import(files: Sequence[Path]) -> ImportableMaterial:
    """Read the text files, or the text files in each folder, without writing anything.

    Raise ``InputError`` if a file is not a text, the texts are too long, or two names are equal.
    """
    from questfoundry.infra.storage.material_files import MOST_CHARACTERS

    pages = [await _page(each) for given in files for each in _texts_of(given)]
    if sum(len(each.text) for each in pages) > MOST_CHARACTERS:
        raise InputError(
            f"{str(files[0])!r} and the other files have more than {MOST_CHARACTERS:,} characters, "
            "the limit for an outline. Add them as books instead."
        )
    if len({each.name.casefold() for each in pages}) < len(pages):
        raise InputError("Two files have the same name. Rename one of them.")
    name = files[0].stem if any(map(str.isalnum, files[0].stem)) else "Outline"
    # A long text takes seconds, in which a desk must still answer.
    names = await asyncio.to_thread(find_outline_names, pages)
    idea = await asyncio.to_thread(extract_idea, pages)
    return ImportableMaterial(name=name, pages=tuple(pages), names=names, idea=idea)


async def import_material(
    files: Sequence[Path], place: ProjectPlace | Path | None, size: Size | None
) -> ImportedMaterial:
    """Read the texts in ``files`` and create a project with them in ``place``."""
    return (await read_material_to_import(files)).make(place, size)


def is_material(files: Sequence[Path]) -> bool:
    """Return whether all ``files`` are texts or folders of texts, without files of a story."""
    return all(_is_text(each) or (each.is_dir() and _contains_only_texts(each)) for each in files)


def _is_text(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES and not path.name.lower().endswith(STORIES)


def _contains_only_texts(folder: Path) -> bool:
    return bool(_texts_of(folder)) and not any(
        each.name.lower().endswith(STORIES) for each in folder.rglob("*")
    )


def _texts_of(path: Path) -> list[Path]:
    if _is_text(path) or not path.is_dir():
        return [path]
    return [
        each
        for each in sorted(path.iterdir())
        if _is_text(each) and not each.name.startswith(".") and not each.is_symlink()
    ]


async def _page(path: Path) -> MaterialPage:
    name = f"{OUTLINE}/{path.stem.lstrip('.') or 'outline'}.md"
    return MaterialPage(name=name, text=await read_material_text(path))
