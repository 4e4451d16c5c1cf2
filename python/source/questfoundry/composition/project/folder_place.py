"""A folder of this machine as the place of a project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from questfoundry.composition.project.places import ProjectPlace
from questfoundry.composition.settings.new_project import create_project, remove_unless_kept
from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.settings.trust import require_trust
from questfoundry.domain.errors import UsageError

if TYPE_CHECKING:
    from questfoundry.app.run.models import ModelSource
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.settings.trust import Trust
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.models.settings import SourceChoices
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.protocols.runs import EventSink
    from questfoundry.domain.story.size import Size


class FolderPlace(ProjectPlace):
    """A folder of this machine."""

    def __init__(self, folder: Path) -> None:
        self.paths = ProjectPaths(folder)

    @property
    def address(self) -> str:
        return str(self.paths.root.resolve())

    @property
    def folder(self) -> Path:
        return self.paths.root

    @property
    def name(self) -> str:
        return self.paths.root.resolve().name

    @property
    def hold_project(self) -> bool:
        return self.paths.hold_project

    @property
    def files(self) -> ProjectFiles:
        return self.paths.files

    def read_settings(
        self,
        env: Mapping[str, str],
        *,
        log: bool = False,
        concurrency: int | None = None,
        trust: Trust = False,
    ) -> ProjectSettings:
        settings = load_settings(self.paths.root, env, log=log, concurrency=concurrency)
        require_trust(settings, trust)
        return settings

    def build(
        self,
        settings: ProjectSettings,
        *,
        flags: SourceChoices | None = None,
        models: ModelSource | None = None,
        sinks: Sequence[EventSink] = (),
    ) -> ProjectContainer:
        from questfoundry.composition.wiring.containers import ProjectContainer

        return ProjectContainer(settings, flags=flags, models=models, sinks=sinks)

    def create(
        self,
        name: str,
        *,
        language: str | None = None,
        size: Size | None = None,
        contents: Iterable[tuple[str, str | bytes]] = (),
    ) -> None:
        create_project(self.paths.root, name, language=language, size=size, contents=contents)

    def executor(self, queue: str = "") -> NoReturn:
        raise UsageError(
            f"A project in a folder has no queue {queue!r}. Give the address of a project in a "
            "database, or leave out `queue`."
        )

    def remove_unless_kept(self, is_kept: Callable[[], bool]) -> AbstractContextManager[None]:
        return remove_unless_kept(self.paths, is_kept)

    def close(self) -> None:
        pass
