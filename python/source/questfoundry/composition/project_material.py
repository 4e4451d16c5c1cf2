"""What an author lays beside the story, behind the front door: read and written by its names."""

from __future__ import annotations

from attrs import frozen

from questfoundry.composition.containers import ProjectContainer
from questfoundry.domain.material import Material
from questfoundry.infra.storage.material_files import read_material, write_material


@frozen
class ProjectMaterial:
    """The files of ``bible/``, ``outline/`` and ``samples/`` of a project."""

    container: ProjectContainer

    def read(self) -> Material:
        """All of them; ``InputError`` where one is no text, or they are too much."""
        return read_material(self.container.settings().paths.root)

    def write(self, name: str, text: str) -> None:
        """Make that the text of a file, as ``bible/people.md``, which may be a new one.

        ``InputError`` where that names none, ``StoreError`` where it cannot be written.
        """
        write_material(self.container.settings().paths.root, name, text)
