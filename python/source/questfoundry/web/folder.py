"""The desks (web pages) of the projects in a folder or database, and uploads for new projects.

Each open project is served on its own port, so that browsers keep the projects apart.
"""

import asyncio
import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Self

from attrs import frozen
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from questfoundry.composition.project.import_material import (
    ImportableMaterial,
    ImportableStory,
    is_material,
    read_material_to_import,
    read_story_to_import,
)
from questfoundry.composition.project.new_story import require_possible_story
from questfoundry.composition.project.own_story import OwnStory
from questfoundry.composition.project.places import ProjectPlace
from questfoundry.composition.project.project_list import ProjectList
from questfoundry.composition.project.projects import open_project
from questfoundry.composition.settings.new_project import folder_name, folder_of_idea
from questfoundry.composition.settings.trust import Trust
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.story.size import Size
from questfoundry.domain.text.digest import digest
from questfoundry.web.app import desk_app, open_project_views
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.entrance import Entrance
from questfoundry.web.forms import plain_name
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.server import default_port, serve

MAX_FILES = 100
_MAX_WAITING = 8


@frozen
class Upload:
    """Uploaded files: the content read from them, and the temporary folder that holds them."""

    content: ImportableStory | ImportableMaterial
    folder: TemporaryDirectory[str]


class Uploads:
    """Uploads not imported yet, by secret key; a ninth upload replaces the oldest."""

    def __init__(self) -> None:
        self._waiting: dict[str, Upload] = {}

    async def add(self, request: Request) -> str:
        """Store the submitted files and return their key; raise ``InputError`` if unusable."""
        folder = TemporaryDirectory(prefix="qf-import-", ignore_cleanup_errors=True)
        try:
            files = await _save_files(request, Path(folder.name))
            found: ImportableStory | ImportableMaterial
            if is_material(files):
                found = await read_material_to_import(files)
            else:
                found = await asyncio.to_thread(read_story_to_import, files)
        except InputError as problem:
            folder.cleanup()
            # Authors know their files by name, not by the temporary folder.
            message = str(problem).replace(f"{folder.name}{os.sep}", "")
            raise InputError(message, remedies=problem.remedies) from problem
        except BaseException:
            folder.cleanup()
            raise
        if len(self._waiting) >= _MAX_WAITING:
            self.drop(next(iter(self._waiting)))
        key = secrets.token_hex(8)
        self._waiting[key] = Upload(found, folder)
        return key

    def find(self, key: str) -> Upload:
        """Return the upload; raise ``InputError`` if it was imported, cancelled or replaced."""
        if key not in self._waiting:
            raise InputError("These files are no longer available. Choose them again.")
        return self._waiting[key]

    def drop(self, key: str) -> None:
        """Remove the upload with the key ``key``, if there is one, and delete its files."""
        if upload := self._waiting.pop(key, None):
            upload.folder.cleanup()

    def close(self) -> None:
        """Remove all uploads and delete their files."""
        for key in [*self._waiting]:
            self.drop(key)


async def _save_files(request: Request, folder: Path) -> list[Path]:
    try:
        async with request.form(max_files=MAX_FILES, max_fields=10) as form:
            sent = [each for each in form.getlist("file") if isinstance(each, UploadFile)]
            named = [each for each in sent if each.filename]
            if not named:
                raise InputError("No file was chosen. Choose a file.")
            paths = [folder / plain_name(each.filename or "") for each in named]
            if len({each.name.casefold() for each in paths}) < len(paths):
                raise InputError("Two files have the same name. Rename one of them.")
            for path, each in zip(paths, named, strict=True):
                with path.open("xb") as file:
                    await asyncio.to_thread(copyfileobj, each.file, file)
            return paths
    except HTTPException as problem:
        raise InputError(
            f"The files could not be read, or there are more than {MAX_FILES}. Choose fewer files."
        ) from problem


class ProjectDesks:
    """The desks (web pages) of ``projects``, started on first use.

    ``home``: Returns a new address of the list of projects.
    """

    def __init__(
        self, projects: ProjectList, *, flags: SourceChoices | None = None, trust: bool = False
    ) -> None:
        self.projects = projects
        self.home: Callable[[], str] | None = None
        self.instance = secrets.token_hex(8)
        self.uploads = Uploads()
        self._flags = flags
        self._trust = trust
        self._opening = asyncio.Lock()
        self._opened: dict[str, tuple[Entrance, ProjectViews]] = {}
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.uploads.close()
        await self._stack.aclose()

    async def find_address(
        self, name: str, *, trusted: str = "", shown_lines: list[str] | None = None
    ) -> str:
        """Return a new address of the desk of the project ``name``, opened if necessary.

        ``trusted`` is the digest of the settings that the author saw and trusts. If the project's
        settings differ, they are appended to ``shown_lines``, and ``SettingsError`` is raised. If
        there is no such project, ``InputError`` is raised.
        """

        def trusts(lines: Sequence[str]) -> bool:
            if shown_lines is not None:
                shown_lines.extend(lines)
            return digest("\n".join(lines)) == trusted

        place = await asyncio.to_thread(self.projects.find, name)
        if place is None:
            raise InputError(
                f"The project {name!r} is no longer there. Reload the list of projects."
            )
        entrance, _ = await self._open(place, self._trust or trusts)
        return entrance.new_address()

    async def create(self, idea: str, name: str) -> str:
        """Create a project and return the address of its run page.

        If ``name`` is empty, the project is named after ``idea``.
        """
        if not idea:
            raise InputError("The idea is empty. Enter what the story is about.")
        place = self.projects.place_of(folder_name(name) if name else folder_of_idea(idea))
        require_possible_story(idea, os.environ)
        await asyncio.to_thread(place.create, name or place.name)
        entrance, views = await self._open(place, trust=self._trust)
        views.idea = idea
        return entrance.new_address("/run")

    async def create_own(self, story: OwnStory) -> str:
        """Create a project with a story of the author's own, and return the address of its map.

        The project is named after the story's title. Raise ``InputError``, and create nothing, if
        the words do not suffice, or the project exists.
        """
        contents = (*story.build_artifacts(),)
        place = self.projects.place_of(folder_name(story.title))
        await asyncio.to_thread(place.create, story.title, size=Size.MICRO, contents=contents)
        entrance, _ = await self._open(place, trust=self._trust)
        return entrance.new_address("/map")

    async def import_upload(self, key: str, name: str) -> str:
        """Create a project in a new folder from the upload at ``key``, and return its address.

        The folder is named after ``name`` or, if empty, after the upload. If the folder already
        exists, ``InputError`` is raised and the upload stays available.
        """
        found = self.uploads.find(key).content
        place = self.projects.place_of(folder_name(name) if name else folder_of_idea(found.name))
        folder = place.folder
        if folder is not None and await asyncio.to_thread(os.path.lexists, folder):
            raise InputError(f"The folder {place.name!r} already exists. Choose another name.")
        await asyncio.to_thread(found.make, place)
        self.uploads.drop(key)
        entrance, _ = await self._open(place, trust=self._trust)
        is_outline = isinstance(found, ImportableMaterial)
        return entrance.new_address("/run" if is_outline else "/")

    async def _open(self, place: ProjectPlace, trust: Trust) -> tuple[Entrance, ProjectViews]:
        async with self._opening:
            if place.address not in self._opened:
                self._opened[place.address] = await self._serve(place, trust)
            return self._opened[place.address]

    async def _serve(self, place: ProjectPlace, trust: Trust) -> tuple[Entrance, ProjectViews]:
        work = BackgroundTask()
        async with AsyncExitStack() as stack:
            container = await stack.enter_async_context(
                open_project(place, os.environ, flags=self._flags, sinks=(work,), trust=trust)
            )
            views = await stack.enter_async_context(open_project_views(container, work))
            views.home = self.home
            entrance = await stack.enter_async_context(
                serve(desk_app(views), default=default_port(place.address))
            )
            self._stack.push_async_callback(stack.pop_all().aclose)
            return entrance, views
