"""The command ``qf rewrite``: rewrite one passage, and list the passages that it may affect."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from questfoundry.cli import completion
from questfoundry.cli.drafts_command import show_drafts
from questfoundry.composition.project.drafts import ProjectDrafts
from questfoundry.composition.project.run_options import RunOptions
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RewritePassage
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import note, say
from questfoundry.presentation.documents import select_fields, usage_document
from questfoundry.presentation.options import DraftsFlag, ModelFlags, SeedFlag
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, format_usage
from questfoundry.presentation.unmet_view import format_unmet, unmet_document

if TYPE_CHECKING:
    from questfoundry.app.writing.rewrite import RewriteResult
    from questfoundry.app.writing.rewrite_source import SourceRewriteResult


@command(without=("provider_summarize",))
async def rewrite(
    call: Call,
    passage: Annotated[
        str,
        typer.Argument(
            metavar="PASSAGE",
            help="The passage's id, or its title if only one passage has it.",
            autocompletion=completion.passages,
        ),
    ],
    how: Annotated[
        str,
        typer.Option(
            metavar="NOTE", help="How the passage should change, for example: shorter, more dread."
        ),
    ],
    models: ModelFlags,
    drafts: DraftsFlag = None,
    seed: SeedFlag = None,
    review: Annotated[
        bool, typer.Option("--review", help="Let a second model review the prose.")
    ] = False,
    retry_last: Annotated[
        bool,
        typer.Option(
            "--retry-last", help="Resume the same rewrite, and request its last answer again."
        ),
    ] = False,
) -> CommandResult:
    """Rewrite a passage, and list passages that this may affect.

    In an imported story, only the prose of the passage changes, not its code.
    """
    again = command_of(RewritePassage(passage, how), call.project)
    call.interruption_message = f"To continue, run the same command: {again}"
    async with call.open_project(flags=models.source_choices) as project:
        note(f"Asking {project.phase_providers().discuss.model} ...")
        if drafts is not None:
            if project.source() or retry_last:
                raise InputError(
                    "--drafts does not work for an imported story or with --retry-last; the same "
                    "command continues unfinished drafts. Leave out --drafts or --retry-last."
                )
            options: RunOptions = {"review": review} if review else {}
            if seed is not None:
                options["seed"] = seed
            made_drafts = await ProjectDrafts(project).draft_passage(
                passage, how, count=drafts, **options
            )
            return await show_drafts(call, project, made_drafts)
        if project.source():
            rewritten = await project.rewrite_source().execute(passage, how, retry_last=retry_last)
            return CommandResult(_source_document(rewritten), lambda: _write_source(rewritten))
        reviews = review or project.settings().file.fill.reviewer is not None
        made = await project.rewrite().execute(
            passage, how, review=reviews, retry_last=retry_last, seed=seed
        )
    return CommandResult(_document(made), lambda: _write(made, call.project))


def _write_source(made: SourceRewriteResult) -> None:
    say(f"\n{made.passage}\n\n{made.prose}\n")
    say(f"Saved in {made.path}; its code is unchanged.")
    say(f"Run {made.run}: {format_usage(made.ledger)}")


def _source_document(made: SourceRewriteResult) -> dict[str, Any]:
    return {
        **select_fields(made, "passage", "prose", "path", "run"),
        "usage": usage_document(made.ledger),
    }


def _write(made: RewriteResult, project: Path | None) -> None:
    say(f"\n{made.title}\n\n{made.prose}\n")
    for problem in made.findings:
        say(f"Finding: {problem}")
    for line in format_unmet(made.unmet_requests):
        say(line)
    say(f"Saved in {made.path} (version {made.version.version})")
    say(f"Run {made.run}: {format_usage(made.ledger)}")
    if not made.neighbours:
        return
    others = format_count(len(made.neighbours), "passage")
    say(f"\n{others} may need a rewrite too:")
    for each in made.neighbours:
        say(f"  {command_of(RewritePassage(each), project)}")


def _document(made: RewriteResult) -> dict[str, Any]:
    return {
        **select_fields(made, "passage", "title", "prose"),
        "doubts": made.findings,
        "neighbours": made.neighbours,
        "unmet": unmet_document(made.unmet_requests),
        "version": made.version.version,
        **select_fields(made, "path", "run"),
        "usage": usage_document(made.ledger),
    }
