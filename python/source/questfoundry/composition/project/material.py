"""The author's own texts about the story: reading, writing, renaming and removing them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.outline.material import OUTLINE, Material
from questfoundry.domain.outline.points import extract_idea
from questfoundry.infra.documents.material_text import read_material_text
from questfoundry.infra.storage.material_files import (
    read_material,
    remove_material,
    rename_material,
    write_material,
)

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer


def read_outline_idea(root: Path) -> str:
    """Return the story's idea from the outline below ``root``; empty without an outline."""
    return extract_idea(read_material(root).select_folders(OUTLINE))


@frozen
class ProjectMaterial:
    """The files of ``bible/``, ``outline/`` and ``samples/`` of a project."""

    container: ProjectContainer

    def read(self) -> Material:
        """Return all files; raise ``InputError`` if they are no texts or too large."""
        return read_material(self.container.settings().paths.root)

    def idea(self) -> str:
        """Return the story's idea from the outline, the default if a run is given no idea."""
        return read_outline_idea(self.container.settings().paths.root)

    async def add(self, path: Path, name: str) -> None:
        """Convert the document ``path`` to Markdown and store it as ``name``.

        The document may be Markdown, plain text, Word, RTF, OPML or Scrivener. Raise ``InputError``
        for another format, or if ``name`` is taken.
        """
        if any(each.name.casefold() == name.casefold() for each in self.read().pages):
            raise InputError(
                f"There is already a text {name!r}. Use another name, or remove that text first."
            )
        self.write(name, await read_material_text(path))

    def write(self, name: str, text: str) -> None:
        """Write ``text`` to the file ``name``, such as ``bible/people.md``, creating it if needed.

        Raise ``InputError`` for an invalid name, and ``StoreError`` if the file cannot be written.
        """
        write_material(self.container.settings().paths.root, name, text)

    def rename(self, name: str, new: str) -> None:
        """Rename the file ``name`` to ``new``, which may be in another of the folders.

        Raise ``InputError`` if the file does not exist, or the new name is invalid or taken.
        """
        rename_material(self.container.settings().paths.root, name, new)

    def remove(self, name: str) -> None:
        """Delete a file permanently; raise ``InputError`` if the file does not exist."""
        remove_material(self.container.settings().paths.root, name)
