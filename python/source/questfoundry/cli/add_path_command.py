"""``qf studio add-path``: let the agents of the studio read a file or folder."""

from questfoundry.domain.protocols.workspace import WorkspacePath
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say


@command()
async def add_path(call: Call, path: str, description: str) -> CommandResult:
    """Let the agents of the studio read a file or folder.

    PATH: A file or folder, from the folder of the project.
    DESCRIPTION: Its contents, in one sentence; agents read it.
    """
    async with call.open_project(edits=False) as project:
        workspace = project.workspace()
        workspace.describe(WorkspacePath(path=path, description=description))
        paths = {each.path: each.description for each in workspace.paths()}
    return CommandResult(
        {"paths": paths}, lambda: say("Added to filepaths.json. The agents of later runs read it.")
    )
