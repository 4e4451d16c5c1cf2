"""``qf inspect``: how large a structure is, and how its arcs part."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from attrs import asdict

from questfoundry.app.structure.census import Census
from questfoundry.cli.console import write_json
from questfoundry.cli.errors import errors_told
from questfoundry.cli.inspect_view import write_census
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.project_use import existing_project, take_in_edits


def inspect(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...",
            help="A story in Twee or JSON, or a folder of it; else the project's structure.",
        ),
    ] = None,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Count passages, choices, words, arcs and endings."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        census = asyncio.run(_inspect(files or [], project))
        if as_json:
            write_json(asdict(census))
        else:
            write_census(census)


async def _inspect(files: list[Path], given: Path | None) -> Census:
    if files:
        from questfoundry.app.structure.inspect import inspect_foreign
        from questfoundry.composition.foreign import foreign_story

        return inspect_foreign(foreign_story(files))
    async with existing_project(given) as project:
        take_in_edits(project)
        return project.inspect().execute()
