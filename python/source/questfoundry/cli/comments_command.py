"""``qf comments``: what the author noted on passages, and the wish that it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.cli import completion
from questfoundry.cli.command import Call, CommandResult, command
from questfoundry.cli.console import say
from questfoundry.cli.remedies import command_of
from questfoundry.cli.text import one_line
from questfoundry.composition.project_comments import ProjectComments
from questfoundry.domain.comment import AuthorComment, build_rewrite_note
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RewritePassage


@command()
async def comments(
    call: Call,
    passage: Annotated[
        str | None,
        typer.Argument(
            metavar="PASSAGE",
            help="Its id or title; else of all passages.",
            autocompletion=completion.passages,
        ),
    ] = None,
    add: Annotated[
        str | None, typer.Option("--add", metavar="TEXT", help="Note that on PASSAGE.")
    ] = None,
    remove: Annotated[
        int | None, typer.Option("--remove", min=1, metavar="NUMBER", help="Forget that one.")
    ] = None,
) -> CommandResult:
    """List what you noted on passages, and how to have them written anew so."""
    if add is not None and not passage:
        raise InputError("A comment is on a passage. Name it before --add.")
    async with call.open_project() as project:
        kept = ProjectComments(project)
        if remove is not None:
            kept.remove(remove)
        if add is not None:
            kept.add(passage or "", add)
        found = kept.list(passage or "")
    return CommandResult(
        [each.model_dump(mode="json") for each in found], lambda: _write(found, call.project)
    )


def _write(found: Sequence[AuthorComment], project: Path | None) -> None:
    if not found:
        say("There is no comment.")
    for passage in dict.fromkeys(each.passage for each in found):
        here = [each for each in found if each.passage == passage]
        say(passage)
        for each in here:
            quote = f"“{each.quote}” " if each.quote else ""
            say(f"  {each.number}. {quote}{one_line(each.text)}")
        say(f"  Next: {command_of(RewritePassage(passage, build_rewrite_note(here)), project)}\n")
