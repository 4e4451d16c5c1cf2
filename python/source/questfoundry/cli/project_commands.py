"""``qf init``, ``qf status``, ``qf show`` and ``qf undo``: a project and its artifacts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from attrs import asdict

from questfoundry.cli.artifact_view import fields_of
from questfoundry.cli.console import say, write_fields, write_json, write_table
from questfoundry.cli.errors import errors_told
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.project_use import existing_project, take_in_edits
from questfoundry.cli.remedies import command_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea


def init(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the story.")],
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Make a project in a new folder named after the story."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        from questfoundry.composition.new_project import create_project, folder_name

        paths = create_project(project or Path(folder_name(name)), name)
        if as_json:
            write_json({"project": str(paths.root.resolve()), "settings": str(paths.settings)})
            return
        say(f"Made {paths.root}, with its settings in {paths.settings}.")
        say(f"Next: {command_of(GiveIdea('dream'), paths.root)}")


def status(project: Project = None, as_json: AsJson = False, debug: Debug = False) -> None:
    """Show where the project stands, and what comes next."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_status(project, as_json=as_json))


def show(
    stage: Annotated[str, typer.Argument(metavar="STAGE", help="A stage, for example dream.")],
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Show the artifact of a stage."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_show(stage, project, as_json=as_json))


def undo(
    stage: Annotated[
        str | None, typer.Argument(metavar="STAGE", help="A stage; else the newest artifact's.")
    ] = None,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Go back to an artifact's previous version; all are kept."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_undo(stage, project, as_json=as_json))


async def _status(given: Path | None, *, as_json: bool) -> None:
    async with existing_project(given) as project:
        take_in_edits(project)
        found = project.status().execute()
        settings = project.settings()
    if as_json:
        write_json(
            {
                "name": settings.name,
                "project": str(settings.paths.root.resolve()),
                "stages": [asdict(each) for each in found.stages],
                "next": command_of(found.next_step) if found.next_step else "",
            }
        )
        return
    say(f"{settings.name} ({settings.paths.root.resolve()})\n")
    write_table(
        ("Stage", "State", "Version", "From", "Unfinished run", "Changed since", "Problem"),
        [
            (
                each.stage,
                each.state.value,
                str(each.version or ""),
                each.origin,
                each.unfinished or "",
                ", ".join(each.changed),
                " ".join(each.problem.split()),
            )
            for each in found.stages
        ],
    )
    if found.next_step:
        say(f"\nNext: {command_of(found.next_step, given)}")


async def _show(stage: str, given: Path | None, *, as_json: bool) -> None:
    async with existing_project(given) as project:
        take_in_edits(project)
        version = project.show().execute(stage)
        shown = project.show().excerpts_shown(version)
        path = project.settings().paths.artifacts / f"{version.stage}.yaml"
    if as_json:
        write_json(
            {
                "stage": version.stage,
                "version": version.version,
                "origin": version.origin,
                "made_from": dict(version.made_from),
                "created_at": version.created_at.isoformat(),
                "path": str(path),
                "excerpts_shown": list(shown),
                "data": dict(version.data),
            }
        )
        return
    made = "your edit" if version.origin == "edit" else version.origin
    say(f"{version.stage.upper()}, version {version.version}, from {made}; {path}\n")
    write_fields(fields_of(version.data))
    if shown:
        say(f"\nIts model was shown, of your books: {' '.join(shown)}")


async def _undo(stage: str | None, given: Path | None, *, as_json: bool) -> None:
    async with existing_project(given) as project:
        try:
            take_in_edits(project)
        except InputError:
            # The edit is what is wrong, so it is what is undone.
            restored = project.restore_files().execute()
            if as_json:
                write_json({"restored": list(restored)})
            for name in () if as_json else restored:
                say(f"Took back the edit of artifacts/{name}.yaml, which was not valid.")
            return
        undone = project.undo().execute(stage)
    if as_json:
        write_json(asdict(undone))
    elif undone.now is None:
        say(f"{undone.stage.upper()} has no artifact now; version {undone.left} is still stored.")
    else:
        say(f"{undone.stage.upper()} is at version {undone.now} again, no longer {undone.left}.")
