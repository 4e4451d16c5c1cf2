"""The command ``qf desk``: serve the web interface of a project, on this machine only."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING

from questfoundry.composition.project.places import name_project
from questfoundry.composition.settings.paths import forwarding_file, project_folder
from questfoundry.presentation.command import Call, command
from questfoundry.presentation.console import note, open_in_browser
from questfoundry.presentation.parameters import ModelFlags, Port

if TYPE_CHECKING:
    from questfoundry.composition.project.project_list import ProjectList
    from questfoundry.web.entrance import Entrance, Invitation


@command(without=("as_json",))
async def desk(call: Call, models: ModelFlags, port: Port = 0, no_browser: bool = False) -> None:
    """Work on the story in the browser: read, map, edit, play, run.

    Without a project, list the projects in the folder or database, and create new ones.

    --port PORT: Port of the desk (default: the same port each time, or a free port).
    --no-browser: Print the address without opening a browser.
    """
    call.interruption_message = "Your saved changes are kept."
    desks = _serve_list if _choose_list(call) else _serve_project
    async with desks(call, models, port) as entrance:
        invitation = entrance.invite()
        note(f"The desk is at {invitation.address}")
        note("The browser that opens this address can change the story. Press Ctrl-C to stop.")
        if not no_browser:
            await _open_browser(invitation)
        await _renew_address(entrance, invitation)


async def _open_browser(invitation: Invitation) -> None:
    with forwarding_file(invitation.address) as file:
        if not open_in_browser(file.as_uri()):
            note("No browser is available here. Copy the address into a browser.")
        await invitation.used.wait()


async def _renew_address(entrance: Entrance, invitation: Invitation) -> None:
    """Show a new address after each use of one, for another browser; never return."""
    while True:
        await invitation.used.wait()
        invitation = entrance.invite()
        note(f"Another browser can open the desk at {invitation.address}")


@asynccontextmanager
async def _serve_project(call: Call, models: ModelFlags, port: int) -> AsyncIterator[Entrance]:
    from questfoundry.web.app import desk_app, open_project_views
    from questfoundry.web.background_task import BackgroundTask
    from questfoundry.web.server import default_port, serve

    work = BackgroundTask()
    async with (
        call.open_project(flags=models.source_choices, sinks=(work,)) as project,
        open_project_views(project, work) as views,
        serve(desk_app(views), port=port, default=default_port(call.place.address)) as entrance,
    ):
        yield entrance


def _choose_list(call: Call) -> bool:
    if call.database:
        return not name_project(call.project, os.environ)
    return not call.place.hold_project


@asynccontextmanager
async def _serve_list(call: Call, models: ModelFlags, port: int) -> AsyncIterator[Entrance]:
    from questfoundry.web.folder import ProjectDesks
    from questfoundry.web.folder_app import folder_app
    from questfoundry.web.server import default_port, serve

    with closing(_open_list(call)) as projects:
        async with (
            ProjectDesks(projects, flags=models.source_choices, trust=call.is_trusted) as desks,
            serve(folder_app(desks), port=port, default=default_port(projects.address)) as entrance,
        ):
            desks.home = entrance.new_address
            yield entrance


def _open_list(call: Call) -> ProjectList:
    from questfoundry.composition.project.project_list import DatabaseProjectList, FolderProjectList

    if call.database:
        return DatabaseProjectList(call.database, call.tenant)
    root = project_folder(call.project, os.environ)
    if not root.is_dir():
        call.require_project()
    return FolderProjectList(root, os.environ)
