"""The command ``qf desk``: serve the web interface of a project, on this machine only."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from questfoundry.composition.settings.forwarding import forwarding_file
from questfoundry.presentation.command import Call, command
from questfoundry.presentation.console import note, open_in_browser
from questfoundry.presentation.parameters import ModelFlags, Port


@command(without=("as_json",))
async def desk(call: Call, models: ModelFlags, port: Port = 0, no_browser: bool = False) -> None:
    """Work on the story in the browser: read, map, edit, play, run.

    In a folder that is not a project, list the projects in it, and create new projects.

    --port PORT: Port of the desk (default: the same port each time, or a free port).
    --no-browser: Print the address without opening a browser.
    """
    call.interruption_message = "Your saved changes are kept."
    desks = _serve_project if call.paths.hold_project else _serve_folder
    async with desks(call, models, port) as address:
        note(f"The desk is at {address}")
        note("Anyone with this address can change the story. Press Ctrl-C to stop.")
        if no_browser:
            await asyncio.Event().wait()
        with forwarding_file(address) as file:
            if not open_in_browser(file.as_uri()):
                note("No browser is available here. Copy the address into a browser.")
            await asyncio.Event().wait()


@asynccontextmanager
async def _serve_project(call: Call, models: ModelFlags, port: int) -> AsyncIterator[str]:
    from questfoundry.web.app import desk_app, open_project_views
    from questfoundry.web.background_task import BackgroundTask
    from questfoundry.web.server import default_port, serve

    work = BackgroundTask()
    async with (
        call.open_project(flags=models.source_choices, sinks=(work,)) as project,
        open_project_views(project, work) as views,
        serve(desk_app(views), port=port, default=default_port(call.paths.root)) as address,
    ):
        yield address


@asynccontextmanager
async def _serve_folder(call: Call, models: ModelFlags, port: int) -> AsyncIterator[str]:
    from questfoundry.web.folder import ProjectDesks
    from questfoundry.web.folder_app import folder_app
    from questfoundry.web.server import default_port, serve

    root = call.paths.root
    if not root.is_dir():
        call.require_project()
    async with (
        ProjectDesks(root, flags=models.source_choices, trust=call.is_trusted) as desks,
        serve(folder_app(desks), port=port, default=default_port(root)) as desks.home,
    ):
        yield desks.home
