"""The command ``qf projects``: list the projects in a folder, and their progress."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.composition.project.projects import FoundProject, projects_in
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import write_table
from questfoundry.presentation.plan_view import describe_progress
from questfoundry.presentation.text import join_lines


@command(in_project=False)
async def projects(
    call: Call,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder to list (default: the current folder).")
    ] = Path(),
) -> CommandResult:
    """List the projects in a folder, and their progress."""
    del call
    found = projects_in(folder, os.environ)
    if not found and not folder.is_dir():
        raise InputError(f"There is no folder {str(folder)!r}.")
    if not found:
        where = f"There is no project in {str(folder.resolve())!r}."
        raise InputError(where, remedies=(SimpleAction.BEGIN_PROJECT,))
    return CommandResult(found, lambda: _write(found))


def _write(found: tuple[FoundProject, ...]) -> None:
    write_table(
        ("Folder", "Story", "Progress"),
        [
            (join_lines(each.folder.name), join_lines(each.name), describe_progress(each))
            for each in found
        ],
    )
