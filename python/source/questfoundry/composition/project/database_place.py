"""A project in PostgreSQL. Needs the extra ``database``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Self

from platformdirs import user_cache_path

from questfoundry.composition.settings.new_project import create_project_files
from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.settings import ProjectSettings, read_settings
from questfoundry.composition.settings.trust_lines import KEY, PROGRAM, SERVER, list_settings
from questfoundry.composition.wiring.database import DatabaseProjectContainer
from questfoundry.domain.errors import InputError, SettingsError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.postgres.address import SCHEMES, ProjectAddress, parse_address, public_name
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.files import PostgresProjectFiles
from questfoundry.infra.queue.executor import DEFAULT_QUEUE, QueueJobExecutor
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.project_file import SETTINGS

if TYPE_CHECKING:
    from questfoundry.app.run.models import ModelSource
    from questfoundry.composition.settings.trust import Trust
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.models.settings import SourceChoices
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.protocols.runs import EventSink
    from questfoundry.domain.story.size import Size

_PROMPTS = "prompts"
_MOST_PROMPT_BYTES = 1_000_000
_LONGEST_NAME = 200


class DatabasePlace:
    """The project with the name and the tenant of an address in PostgreSQL."""

    def __init__(self, address: ProjectAddress) -> None:
        self._address = address
        self.database = PostgresDatabase(address)

    @classmethod
    def find(cls, url: str, name: str, tenant: str) -> Self:
        """Return the place of the project ``name`` in the database ``url``."""
        _require_name(name)
        _require_name(tenant)
        scheme, _, rest = public_name(url).partition("://")
        if scheme not in SCHEMES or not rest.partition("/")[2]:
            raise InputError(
                f"{public_name(url)!r} names no PostgreSQL database. Give an address such as "
                "postgresql://host/database."
            )
        return cls(ProjectAddress(url=url, project=name, tenant=tenant))

    @classmethod
    def parse(cls, address: str, tenant: str) -> Self:
        """Return the place at ``address``, such as ``postgresql://host/db/my-story``."""
        found = parse_address(address, tenant=tenant)
        return cls.find(found.url, found.project, tenant)

    @property
    def url(self) -> str:
        """The address of the database, with its password."""
        return self._address.url

    @property
    def tenant(self) -> str:
        """The owner of the project."""
        return self._address.tenant

    @property
    def address(self) -> str:
        return self._address.place

    @property
    def name(self) -> str:
        return self._address.project

    @property
    def folder(self) -> None:
        return None

    @property
    def hold_project(self) -> bool:
        return bool(self.files.names(SETTINGS)) or bool(
            self.database.execute("SELECT 1 FROM runs LIMIT 1")
        )

    @property
    def files(self) -> ProjectFiles:
        return PostgresProjectFiles(self.database)

    def read_settings(
        self,
        env: Mapping[str, str],
        *,
        log: bool = False,
        concurrency: int | None = None,
        trust: Trust = False,
    ) -> ProjectSettings:
        """Return the settings; copy the project's own prompts to its folder on this machine."""
        paths = ProjectPaths(_local_folder(self._address))
        settings = read_settings(
            self.files, paths, env, log=log, concurrency=concurrency, is_shared=True
        )
        _require_trusted_settings(settings, trust)
        _copy_prompts(settings)
        return settings

    def build(
        self,
        settings: ProjectSettings,
        *,
        flags: SourceChoices | None = None,
        models: ModelSource | None = None,
        sinks: Sequence[EventSink] = (),
    ) -> ProjectContainer:
        return DatabaseProjectContainer(
            settings, self.database, flags=flags, models=models, sinks=sinks
        )

    def create(
        self,
        name: str,
        *,
        language: str | None = None,
        size: Size | None = None,
        contents: Iterable[tuple[str, str | bytes]] = (),
    ) -> None:
        create_project_files(self.files, name, language=language, size=size, contents=contents)

    @contextmanager
    def remove_unless_kept(self, is_kept: Callable[[], bool]) -> Iterator[None]:
        if self.hold_project:
            yield
            return
        try:
            yield
        except BaseException:
            if not is_kept():
                self.remove()
            raise

    @property
    def title(self) -> str:
        """The name of the story in its settings; raise ``SettingsError`` for faulty settings."""
        paths = ProjectPaths(_local_folder(self._address))
        return read_settings(self.files, paths, {}, is_shared=True).name

    def executor(self, queue: str = "", priority: int = 0) -> QueueJobExecutor:
        """Return the executor that puts jobs of the project into ``queue``, or the default one."""
        queue = queue or DEFAULT_QUEUE
        return QueueJobExecutor(self.database, queue=queue, priority=priority)

    def remove(self) -> None:
        """Delete the project with all its rows."""
        self.database.execute("DELETE FROM projects WHERE project = current_setting('qf.project')")

    def close(self) -> None:
        self.database.close()


def _require_name(name: str) -> None:
    if not name.isprintable() or "/" in name or not 0 < len(name) <= _LONGEST_NAME:
        raise InputError(
            f"{name[:_LONGEST_NAME]!r} cannot be the name of a project or tenant in a database. "
            f"Use at most {_LONGEST_NAME} letters, digits and hyphens."
        )


def _local_folder(address: ProjectAddress) -> Path:
    """Return the folder of this machine for the logs and caches of a project."""
    digest = sha256(repr((address.place, address.tenant)).encode()).hexdigest()[:16]
    plain = "".join(char if char.isalnum() or char in "-_ " else "-" for char in address.project)
    return user_cache_path("questfoundry") / "databases" / digest / plain


def _require_trusted_settings(settings: ProjectSettings, trust: Trust) -> None:
    """Refuse settings that use this machine's programs, keys or network without trust.

    Many people can write to a database, and a worker has the keys of its operator.
    """
    found = [each for each in list_settings(settings.file) if each.kind in {PROGRAM, KEY, SERVER}]
    if not found or settings.environment.trust or trust is True:
        return
    lines = [settings.environment.redact.redact(each.text) for each in found]
    if callable(trust) and trust(lines):
        return
    listed = "\n".join(f"  - {line}" for line in lines)
    raise SettingsError(
        f"The project {settings.files.place('')!r} does this on this machine:\n{listed}\n"
        "Nothing was done. Trust the project if you know all who can change its settings.",
        remedies=(SimpleAction.TRUST_PROJECT,),
    )


def _copy_prompts(settings: ProjectSettings) -> None:
    """Copy the project's own prompts to its folder on this machine, where templates are read."""
    local = FolderProjectFiles(settings.paths.root)
    named = settings.file.prompts_dir
    is_inside = named and not named.is_absolute() and ".." not in named.parts
    for folder in {_PROMPTS, *([named.as_posix()] if named and is_inside else [])}:
        current = {*settings.files.names(folder)}
        for name in {*local.names(folder)} - current:
            local.remove(name)
        for name in current:
            content = settings.files.read(name, max_bytes=_MOST_PROMPT_BYTES) or b""
            if local.read(name, max_bytes=_MOST_PROMPT_BYTES) != content:
                local.replace(name, content, durable=False)
