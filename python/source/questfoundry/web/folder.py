"""The desks of the projects in a folder; each open project has an origin of its own."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

from questfoundry.composition.project.import_material import ImportableMaterial
from questfoundry.composition.project.open_project import open_project
from questfoundry.composition.project.projects import project_folders
from questfoundry.composition.settings.new_project import (
    create_project,
    folder_name,
    folder_of_idea,
)
from questfoundry.composition.settings.trust import Trust
from questfoundry.composition.wiring.imports import ImportableStory
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.web.app import desk_app
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.desk_choice import open_project_views
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.server import default_port, serve
from questfoundry.web.uploads import Uploads


class ProjectDesks:
    """The desks of the projects in ``root``, each opened on first use.

    ``home`` is the address of the project list. Leaving the async context closes all desks.
    """

    def __init__(
        self, root: Path, *, flags: SourceChoices | None = None, trust: bool = False
    ) -> None:
        self.root = root
        self.home = ""
        self.instance = secrets.token_hex(8)
        self.uploads = Uploads()
        self._flags = flags
        self._trust = trust
        self._opening = asyncio.Lock()
        self._opened: dict[Path, tuple[str, ProjectViews]] = {}
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.uploads.close()
        await self._stack.aclose()

    async def find_address(
        self, name: str, *, trusted_lines: Sequence[str] = (), shown_lines: list[str] | None = None
    ) -> str:
        """Return the address of the desk of the project ``name``, opening the project if necessary.

        ``trusted_lines`` are the settings that the author was shown and trusts. If the project's
        settings differ, they are appended to ``shown_lines`` and ``SettingsError`` is raised.
        ``InputError`` is raised if there is no such project.
        """

        def trusts(lines: Sequence[str]) -> bool:
            if shown_lines is not None:
                shown_lines.extend(lines)
            return [*lines] == [*trusted_lines]

        folder = next((each for each in project_folders(self.root) if each.name == name), None)
        if folder is None:
            raise InputError(
                f"The project {name!r} is no longer in this folder. Reload the list of projects."
            )
        return (await self._open(folder, self._trust or trusts))[0]

    async def create(self, idea: str, name: str) -> str:
        """Create a project for ``idea`` and return the address of its run page.

        Without ``name`` the folder is named after the idea. ``InputError`` is raised if ``idea`` is
        empty.
        """
        if not idea:
            raise InputError("The idea is empty. Enter what the story is about.")
        folder = self.root / (folder_name(name) if name else folder_of_idea(idea))
        create_project(folder, name or folder.name)
        address, views = await self._open(folder, trust=self._trust)
        views.idea = idea
        return address.replace("/?", "/run?")

    async def import_upload(self, key: str, name: str) -> str:
        """Create a project in a new folder from the upload at ``key``, and return its address.

        Without ``name`` the folder is named after the upload. If the folder already exists,
        ``InputError`` is raised and the upload stays available.
        """
        found = self.uploads.find(key).content
        folder = self.root / (folder_name(name) if name else folder_of_idea(found.name))
        await asyncio.to_thread(_create_in_new_folder, found, folder)
        self.uploads.drop(key)
        address, _ = await self._open(folder, trust=self._trust)
        is_outline = isinstance(found, ImportableMaterial)
        return address.replace("/?", "/run?") if is_outline else address

    async def _open(self, folder: Path, trust: Trust) -> tuple[str, ProjectViews]:
        async with self._opening:
            if folder not in self._opened:
                self._opened[folder] = await self._serve(folder, trust)
            return self._opened[folder]

    async def _serve(self, folder: Path, trust: Trust) -> tuple[str, ProjectViews]:
        work = BackgroundTask()
        async with AsyncExitStack() as stack:
            container = await stack.enter_async_context(
                open_project(folder, os.environ, flags=self._flags, sinks=(work,), trust=trust)
            )
            views = await stack.enter_async_context(open_project_views(container, work))
            views.home = self.home
            address = await stack.enter_async_context(
                serve(desk_app(views), default=default_port(folder))
            )
            self._stack.push_async_callback(stack.pop_all().aclose)
            return address, views


def _create_in_new_folder(found: ImportableStory | ImportableMaterial, folder: Path) -> None:
    """Create a project in ``folder`` from an imported story or outline.

    Raise ``InputError`` if a file or folder already exists at that path.
    """
    if os.path.lexists(folder):
        raise InputError(f"The folder {folder.name!r} already exists. Choose another name.")
    found.make(folder)
