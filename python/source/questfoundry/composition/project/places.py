"""The places where a project can be: a folder of this machine, or a database that many share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Protocol

from questfoundry.composition.settings.paths import DEFAULT_TENANT, project_folder
from questfoundry.domain.errors import InputError, SettingsError
from questfoundry.domain.remedy import SimpleAction

if TYPE_CHECKING:
    from questfoundry.app.jobs import JobExecutor
    from questfoundry.app.run.models import ModelSource
    from questfoundry.composition.project.database_place import DatabasePlace
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.settings.trust import Trust
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.models.settings import SourceChoices
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.protocols.runs import EventSink
    from questfoundry.domain.story.size import Size

# Adapters are named, so that who needs a place knows nothing that lies below them.
_FOLDER_PLACE = "questfoundry.composition.project.folder_place:FolderPlace"
_DATABASE_PLACE = "questfoundry.composition.project.database_place:DatabasePlace"
_SCHEMES = ("postgresql://", "postgres://")
_MODULES = ("psycopg", "psycopg_pool", "procrastinate")


class ProjectPlace(Protocol):
    """A place with the files and rows of one project, or with room for a new one."""

    @property
    @abstractmethod
    def address(self) -> str:
        """The path of the folder, or the address in a database without its password."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of a project that is created here."""

    @property
    @abstractmethod
    def folder(self) -> Path | None:
        """The folder with the project, or ``None`` if the project is in a database."""

    @property
    @abstractmethod
    def hold_project(self) -> bool:
        """Return whether there is a project."""

    @property
    @abstractmethod
    def files(self) -> ProjectFiles:
        """The files of the project."""

    @abstractmethod
    def read_settings(
        self,
        env: Mapping[str, str],
        *,
        log: bool = False,
        concurrency: int | None = None,
        trust: Trust = False,
    ) -> ProjectSettings:
        """Return the project's settings, or raise ``SettingsError`` if they are not trusted."""

    @abstractmethod
    def build(
        self,
        settings: ProjectSettings,
        *,
        flags: SourceChoices | None = None,
        models: ModelSource | None = None,
        sinks: Sequence[EventSink] = (),
    ) -> ProjectContainer:
        """Return the container of the project, which the caller closes."""

    @abstractmethod
    def create(
        self,
        name: str,
        *,
        language: str | None = None,
        size: Size | None = None,
        contents: Iterable[tuple[str, str | bytes]] = (),
    ) -> None:
        """Create a project called ``name``; raise ``InputError`` if there is one already."""

    @abstractmethod
    def executor(self, queue: str = "") -> JobExecutor:
        """Return the executor that puts jobs of the project into ``queue``, or the default one.

        Raise ``UsageError`` for a folder.
        """

    @abstractmethod
    def remove_unless_kept(self, is_kept: Callable[[], bool]) -> AbstractContextManager[None]:
        """Remove a project that the ``with`` block created, if it fails and is not to be kept."""

    @abstractmethod
    def close(self) -> None:
        """Close the connections of this object; a container has its own."""


def find_place(
    project: Path | None, env: Mapping[str, str], *, database: str, tenant: str
) -> ProjectPlace:
    """Return the folder ``project``, or the project of this name in ``database``.

    If ``project`` is ``None``, ``QF_PROJECT`` names it. Raise ``InputError`` if ``database`` is
    given, and no project is named.
    """
    if not database:
        return _folder_place(project_folder(project, env))
    name = name_project(project, env)
    if not name:
        raise InputError(
            "A database holds many projects. Name one.", remedies=(SimpleAction.NAME_PROJECT,)
        )
    return open_database_place(database, name, tenant)


def name_project(project: Path | None, env: Mapping[str, str]) -> str:
    """Return the name of a project in a database: ``project``, or the value of ``QF_PROJECT``."""
    return str(project or env.get("QF_PROJECT", "").strip())


def open_database_place(database: str, name: str, tenant: str) -> DatabasePlace:
    """Return the place of the project ``name`` in ``database``, of ``tenant`` or the default one.

    Raise ``SettingsError`` if the extra ``database`` is not installed.
    """
    return _database_places().find(database, name, tenant or DEFAULT_TENANT)


def parse_place(address: str | Path, tenant: str = "") -> ProjectPlace:
    """Return the folder, or the project at an address such as ``postgresql://host/db/my-story``."""
    if not is_database_address(address):
        return _folder_place(Path(address))
    return _database_places().parse(str(address), tenant or DEFAULT_TENANT)


def _folder_place(folder: Path) -> ProjectPlace:
    found: ProjectPlace = resolve_name(_FOLDER_PLACE)(folder)
    return found


def _database_places() -> type[DatabasePlace]:
    """Return the class of places in a database, which needs packages of an extra."""
    require_database_extra()
    found: type[DatabasePlace] = resolve_name(_DATABASE_PLACE)
    return found


def is_database_address(address: str | Path) -> bool:
    """Return whether ``address`` is a URL of PostgreSQL."""
    return isinstance(address, str) and address.startswith(_SCHEMES)


def hide_url_password(url: str) -> str:
    """Return ``url`` without its password; options are left out if one is a password."""
    start, separator, rest = url.partition("://")
    login, at, host = rest.rpartition("@")
    host, mark, options = host.partition("?")
    shown = "" if "password" in options else f"{mark}{options}"
    return f"{start}{separator}{login.partition(':')[0]}{at}{host}{shown}"


def require_database_extra() -> None:
    """Raise ``SettingsError`` if a package of the extra ``database`` is not installed."""
    from importlib.util import find_spec

    for module in _MODULES:
        if find_spec(module) is None:
            raise SettingsError(
                f"A project in a database needs {module}, which is not installed. Install it with: "
                "pip install 'questfoundry[database]'"
            )
