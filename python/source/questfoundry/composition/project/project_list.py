"""List the projects that are side by side in a folder or a database, and open places among them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

from questfoundry.composition.project.places import hide_url_password, parse_place
from questfoundry.composition.project.projects import FoundProject, project_folders, projects_in
from questfoundry.composition.project.workplace import Workplace

if TYPE_CHECKING:
    from questfoundry.composition.project.places import ProjectPlace
    from questfoundry.composition.project.workplace import StoredProject

_PAGE = 100


@frozen
class ProjectPage:
    """Some projects, in order; if there are more, ``next_after`` is the name of the last one."""

    projects: Sequence[FoundProject | StoredProject]
    next_after: str = ""


class ProjectList(Protocol):
    """The projects in one folder, or of one tenant in one database."""

    @property
    @abstractmethod
    def address(self) -> str:
        """The path of the folder, or the address of the database without its password."""

    @abstractmethod
    def list_page(self, after: str = "") -> ProjectPage:
        """Return the next projects whose names follow ``after``."""

    @abstractmethod
    def find(self, name: str) -> ProjectPlace | None:
        """Return the place of the project ``name``, or ``None``."""

    @abstractmethod
    def place_of(self, name: str) -> ProjectPlace:
        """Return the place of ``name``, where there need not be a project."""

    @abstractmethod
    def close(self) -> None:
        """Close the connections."""


class FolderProjectList(ProjectList):
    """The projects in the folder ``root``; ``env`` are the variables that settings use."""

    def __init__(self, root: Path, env: Mapping[str, str]) -> None:
        self._root = root
        self._env = env

    @property
    def address(self) -> str:
        return str(self._root.resolve())

    def list_page(self, after: str = "") -> ProjectPage:
        """Return at most 500 projects, which are all on one page."""
        return ProjectPage([each for each in projects_in(self._root, self._env) if not after])

    def find(self, name: str) -> ProjectPlace | None:
        listed = any(each.name == name for each in project_folders(self._root))
        return self.place_of(name) if listed else None

    def place_of(self, name: str) -> ProjectPlace:
        return parse_place(self._root / name)

    def close(self) -> None:
        pass


class DatabaseProjectList(ProjectList):
    """The projects of ``tenant`` in the database at ``url``."""

    def __init__(self, url: str, tenant: str) -> None:
        self._workplace = Workplace.connect(url, tenant=tenant)
        self._url = url

    @property
    def address(self) -> str:
        return hide_url_password(self._url)

    def list_page(self, after: str = "") -> ProjectPage:
        found = self._workplace.projects(after=after, limit=_PAGE + 1)
        is_last = len(found) <= _PAGE
        return ProjectPage(found[:_PAGE], "" if is_last else found[_PAGE - 1].project)

    def find(self, name: str) -> ProjectPlace | None:
        place = self.place_of(name)
        return place if place.hold_project else None

    def place_of(self, name: str) -> ProjectPlace:
        return self._workplace.place_of(name)

    def close(self) -> None:
        self._workplace.close()
