"""``qf rewrite``: one passage in another way, and which others may need another look."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from questfoundry.cli.console import note, say, write_json
from questfoundry.cli.errors import INTERRUPTED, errors_told, say_interrupted
from questfoundry.cli.interrupts import run_interruptible
from questfoundry.cli.options import (
    AsJson,
    Debug,
    Project,
    Provider,
    ProviderDiscuss,
    ProviderSerialize,
    flags_of,
)
from questfoundry.cli.project_use import existing_project, take_in_edits
from questfoundry.cli.remedies import command_of
from questfoundry.cli.stage_result import usage_document, usage_line
from questfoundry.cli.text import counted
from questfoundry.domain.models.settings import Given
from questfoundry.domain.remedy import RewritePassage

if TYPE_CHECKING:
    from questfoundry.app.writing.rewrite import Rewritten


def rewrite(
    passage: Annotated[
        str, typer.Argument(metavar="PASSAGE", help="Its id, or its title where no other has it.")
    ],
    how: Annotated[
        str,
        typer.Option(metavar="REMARK", help="How it should change: shorter, more dread."),
    ],
    provider: Provider = None,
    provider_discuss: ProviderDiscuss = None,
    provider_serialize: ProviderSerialize = None,
    review: Annotated[
        bool, typer.Option("--review", help="Have the prose read by a second model.")
    ] = False,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Write one passage anew, and tell which others may need another look."""
    flags = flags_of(provider, provider_discuss, None, provider_serialize)
    with errors_told(as_json=as_json, debug=debug, project=project):
        made: list[Rewritten] = []

        async def work(_: object) -> None:
            made.append(await _rewritten(passage, how, flags, project, review=review))

        try:
            run_interruptible(work)
        except KeyboardInterrupt:
            again = command_of(RewritePassage(passage, how), project)
            say_interrupted(f"Go on with the same command: {again}", as_json=as_json)
            raise typer.Exit(INTERRUPTED) from None
        if as_json:
            write_json(_document(made[0]))
        else:
            _write(made[0], project)


async def _rewritten(
    passage: str, how: str, flags: Given, given: Path | None, *, review: bool
) -> Rewritten:
    async with existing_project(given, flags=flags) as project:
        take_in_edits(project)
        note(f"Asking {project.phase_providers().discuss.model} ...")
        wanted = review or project.settings().file.fill.review is not None
        return await project.rewrite().execute(passage, how, review=wanted)


def _write(made: Rewritten, project: Path | None) -> None:
    say(f"\n{made.title}\n\n{made.prose}\n")
    for problem in made.findings:
        say(f"Finding: {problem}")
    say(f"Saved in {made.path} (version {made.version.version})")
    say(f"Run {made.run}: {usage_line(made.ledger)}")
    if not made.neighbours:
        return
    others = counted(len(made.neighbours), "passage")
    say(f"\nWritten beside it, {others} may need another look:")
    for each in made.neighbours:
        say(f"  {command_of(RewritePassage(each), project)}")


def _document(made: Rewritten) -> dict[str, Any]:
    return {
        "passage": made.passage,
        "title": made.title,
        "prose": made.prose,
        "findings": list(made.findings),
        "neighbours": list(made.neighbours),
        "version": made.version.version,
        "path": str(made.path),
        "run": made.run,
        "usage": usage_document(made.ledger),
    }
