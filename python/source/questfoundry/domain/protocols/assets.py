"""Define the interface to the pictures and sounds of a project."""

from abc import abstractmethod
from typing import Protocol

from questfoundry.domain.story.asset import Asset, AssetProblem


class AssetSource(Protocol):
    """The files in the folder ``assets`` of a project."""

    @abstractmethod
    def read(self, name: str) -> Asset | AssetProblem:
        """Return the picture or sound ``name``, a path below the folder, or why it is unusable."""


class NoAssets(AssetSource):
    """A source without files, for stories that belong to no project."""

    def read(self, name: str) -> AssetProblem:
        """Return the problem that ``name`` does not exist."""
        return AssetProblem(f"There is no file {name!r}.", "Open the story as a project.")
