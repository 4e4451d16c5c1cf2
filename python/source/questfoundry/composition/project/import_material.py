"""Import of an outline, a story bible or a finished text as the material of a new project."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.composition.settings.new_project import create_project, folder_of_idea
from questfoundry.domain.errors import InputError
from questfoundry.domain.outline.material import OUTLINE, MaterialPage
from questfoundry.domain.outline.name_finder import RuleNameFinder
from questfoundry.domain.outline.points import extract_idea
from questfoundry.infra.documents.material_text import SUFFIXES as SUFFIXES
from questfoundry.infra.documents.material_text import read_material_text

if TYPE_CHECKING:
    from questfoundry.composition.settings.paths import ProjectPaths
    from questfoundry.domain.story.entity import OutlineName
    from questfoundry.domain.story.size import Size

STORIES = (".twee", ".tw", ".twee2", ".tw2", ".html", ".htm", ".ink", ".ink.json")
"""The suffixes of files that contain a story."""


@frozen(kw_only=True)
class ImportedMaterial:
    """A new project whose outline was imported from texts.

    ``files`` are the files written to the project, ``names`` the names that the stages must keep,
    and ``idea`` the story's idea as the texts describe it.
    """

    paths: ProjectPaths
    files: tuple[Path, ...]
    names: tuple[OutlineName, ...]
    idea: str


@frozen(kw_only=True)
class ImportableMaterial:
    """Texts read for an import that is not done yet; ``name`` is the name of the future project."""

    name: str
    pages: tuple[MaterialPage, ...]
    names: tuple[OutlineName, ...]
    idea: str

    def make(self, folder: Path | None = None, size: Size | None = None) -> ImportedMaterial:
        """Create a project with the texts in ``outline/`` and return it.

        Without ``folder``, the folder's name is derived from ``name``; ``size`` sets the size of
        the story. Raise ``InputError``, and write nothing, if the folder already contains a
        project.
        """
        from questfoundry.infra.own_files import replace_file

        where = folder or Path(folder_of_idea(self.name))
        paths = create_project(where, self.name[:100], size=size)
        for page in self.pages:
            replace_file(paths.root / page.name, page.text, within=paths.root)
        files = tuple(paths.root / each.name for each in self.pages)
        return ImportedMaterial(paths=paths, files=files, names=self.names, idea=self.idea)


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
    return ImportableMaterial(
        name=name,
        pages=tuple(pages),
        names=RuleNameFinder().find_in_outline(pages),
        idea=extract_idea(pages),
    )


async def import_material(
    files: Sequence[Path], folder: Path | None = None, size: Size | None = None
) -> ImportedMaterial:
    """Read the texts in ``files`` and create a project with them in ``folder``."""
    return (await read_material_to_import(files)).make(folder, size)


def is_material(files: Sequence[Path]) -> bool:
    """Return whether all ``files`` are texts or folders of texts, without story source files."""
    return all(_is_text(each) or (each.is_dir() and _contains_only_texts(each)) for each in files)


def _is_text(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES


def _contains_only_texts(folder: Path) -> bool:
    """Return whether ``folder`` contains texts and no story files at any depth."""
    return bool(_texts_of(folder)) and not any(
        each.name.lower().endswith(STORIES) for each in folder.rglob("*")
    )


def _texts_of(path: Path) -> list[Path]:
    """Return ``path`` itself if it is a file, else the texts in the folder, sorted by name.

    Hidden files and symbolic links in a folder are left out.
    """
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
