"""``qf comments``: the author's comments on passages, and the rewrites they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.cli import completion
from questfoundry.composition.project.comments import ProjectComments
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RewritePassage
from questfoundry.domain.story.comment import AuthorComment, build_rewrite_note
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import join_lines


@command()
async def comments(
    call: Call,
    passage: Annotated[
        str | None,
        typer.Argument(
            metavar="PASSAGE",
            help="Id or title of a passage (default: all passages).",
            autocompletion=completion.passages,
        ),
    ] = None,
    add: Annotated[
        str | None, typer.Option("--add", metavar="TEXT", help="Add this comment to PASSAGE.")
    ] = None,
    remove: Annotated[
        int | None,
        typer.Option(
            "--remove", min=1, metavar="NUMBER", help="Delete the comment with this number."
        ),
    ] = None,
) -> CommandResult:
    """List your comments, with commands that rewrite the passages."""
    if add is not None and not passage:
        raise InputError("A comment belongs to a passage. Name the passage before --add.")
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
        say("There are no comments.")
    for passage in dict.fromkeys(each.passage for each in found):
        here = [each for each in found if each.passage == passage]
        say(passage)
        for each in here:
            quote = f"“{each.quote}” " if each.quote else ""
            say(f"  {each.number}. {quote}{join_lines(each.text)}")
        rewrite = RewritePassage(passage, build_rewrite_note(here))
        say(f"  Rewrite it with: {command_of(rewrite, project)}\n")
