"""``qf import``: a story that was made elsewhere becomes a project, its files as they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from questfoundry.cli.command import Call, CommandResult, command
from questfoundry.cli.console import say
from questfoundry.cli.remedies import command_of
from questfoundry.cli.text import counted, one_line
from questfoundry.domain.remedy import Act, RewritePassage

if TYPE_CHECKING:
    from questfoundry.composition.imports import Imported

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...", help="A story in Twee or Twine's HTML, or the folder that it is in."
    ),
]


@command(without=("trust",))
async def import_(call: Call, files: Files) -> CommandResult:
    """Make a project of a Twine story, whose files stay as they are."""
    from questfoundry.composition.imports import import_story

    made = import_story(files, call.project)
    story = made.story
    return CommandResult(
        {
            "project": made.paths.root.resolve(),
            "source": made.paths.source.resolve(),
            "files": made.files,
            "title": story.title,
            "passages": len(story.structure.passages),
            "choices": len(story.structure.choices),
            "not_modelled": len(story.unmodelled),
        },
        lambda: _write(made),
    )


def _write(made: Imported) -> None:
    story, root = made.story, made.paths.root
    passages = counted(len(story.structure.passages), "passage")
    say(f"{one_line(story.title) or 'Without a title'}: {passages} in {root}.")
    say(f"Its files are in {made.paths.source}, byte for byte: {made.files:,}.")
    if story.unmodelled:
        lines = counted(len(story.unmodelled), "thing")
        say(f"{lines} in it not modelled, and kept as they are; a check lists them.")
    say(f"\nNext: {command_of(Act.CHECK_STRUCTURE, root)}")
    say(f"  or: {command_of(RewritePassage('PASSAGE'), root)}")
