"""``qf check``: whether a structure is sound, and where it is not."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.app.structure.report import CheckReport
from questfoundry.cli.check_document import check_document
from questfoundry.cli.check_view import write_report
from questfoundry.cli.console import write_json
from questfoundry.cli.errors import errors_told
from questfoundry.cli.exit_codes import PROBLEM_FOUND
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.project_use import existing_project, tell_of
from questfoundry.domain.play.space import MOST_STATES

Most = Annotated[
    int,
    typer.Option(
        metavar="NUMBER",
        min=1,
        help="How many states are looked at before a law is given up as not proven.",
    ),
]


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...",
            help="A story in Twee or JSON, or a folder of it; else the project's structure.",
        ),
    ] = None,
    most: Most = MOST_STATES,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List the laws that were checked.")
    ] = False,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Prove the structure sound, or show what is wrong with it."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        report = asyncio.run(_check(files or [], project, most))
        if as_json:
            write_json(check_document(report))
        else:
            write_report(report, verbose=verbose)
        if not report.in_order:
            raise typer.Exit(PROBLEM_FOUND)


async def _check(files: list[Path], given: Path | None, most: int) -> CheckReport:
    if files:
        from questfoundry.app.structure.report import check_foreign
        from questfoundry.composition.foreign import foreign_story
        from questfoundry.composition.plugins import added_laws

        return check_foreign(foreign_story(files), most=most, added=added_laws())
    async with existing_project(given) as project:
        tell_of(project.sync_edits().execute(before="grow"))
        return project.check().execute(most=most)
