"""The author's own texts about the story: reading, writing, renaming and removing them."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.import_material import read_material_text
from questfoundry.domain.errors import InputError
from questfoundry.domain.material import OUTLINE, Material
from questfoundry.domain.outline.idea import extract_idea
from questfoundry.infra.storage.material_files import (
    read_material,
    remove_material,
    rename_material,
    write_material,
)


def read_outline_idea(root: Path) -> str:
    """What the outline below the folder says that its story is about; empty without one."""
    return extract_idea(read_material(root).select_folders(OUTLINE))


@frozen
class ProjectMaterial:
    """The files of ``bible/``, ``outline/`` and ``samples/`` of a project."""

    container: ProjectContainer

    def read(self) -> Material:
        """All of them; ``InputError`` where one is no text, or they are too much."""
        return read_material(self.container.settings().paths.root)

    def idea(self) -> str:
        """What the outline says that the story is about, which counts where no idea is given."""
        return read_outline_idea(self.container.settings().paths.root)

    async def add(self, path: Path, name: str) -> None:
        """Make what a file holds a text of that name: Markdown, Word, RTF, OPML or Scrivener.

        ``InputError`` where it is no such file, or there is a text of that name.
        """
        if any(each.name.casefold() == name.casefold() for each in self.read().pages):
            raise InputError(
                f"There is already a text {name!r}. Use another name, or remove that text first."
            )
        self.write(name, await read_material_text(path))

    def write(self, name: str, text: str) -> None:
        """Make that the text of a file, as ``bible/people.md``, which may be a new one.

        ``InputError`` where that names none, ``StoreError`` where it cannot be written.
        """
        write_material(self.container.settings().paths.root, name, text)

    def rename(self, name: str, new: str) -> None:
        """Give a file another name, also in another of the folders.

        ``InputError`` where there is no such file, or the new name is none of one, or taken.
        """
        rename_material(self.container.settings().paths.root, name, new)

    def remove(self, name: str) -> None:
        """Remove a file for good; ``InputError`` where there is none."""
        remove_material(self.container.settings().paths.root, name)
