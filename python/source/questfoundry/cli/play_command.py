"""``qf play``: walk through a story at the terminal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.app.playing.walker import WalkStoryUseCase
from questfoundry.app.structure.outline import Outline
from questfoundry.cli.errors import errors_told, say_interrupted
from questfoundry.cli.exit_codes import INTERRUPTED
from questfoundry.cli.options import Debug, Project
from questfoundry.cli.play_view import TerminalPlayView
from questfoundry.cli.project_use import existing_project, take_in_edits
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.story import Story


def play(
    outline: Annotated[
        bool, typer.Option("--outline", help="Show the plan of each passage in place of its prose.")
    ] = False,
    project: Project = None,
    debug: Debug = False,
) -> None:
    """Walk through the story, choice by choice."""
    with errors_told(as_json=False, debug=debug):
        story = asyncio.run(_story(project))
        if not outline:
            raise InputError(
                "The story has no prose to play yet; that is what FILL writes. "
                "Walk through its structure with: qf play --outline"
            )
        try:
            WalkStoryUseCase(view=TerminalPlayView()).execute(story, Outline(story).told)
        except KeyboardInterrupt:
            say_interrupted("Nothing is kept of a walk.", as_json=False)
            raise typer.Exit(INTERRUPTED) from None


async def _story(given: Path | None) -> Story:
    async with existing_project(given) as project:
        take_in_edits(project)
        return project.woven_story()
