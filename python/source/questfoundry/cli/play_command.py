"""``qf play``: walk through a story at the terminal, or let chance do it many times."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from questfoundry.app.playing.paragraphs import outline_of, prose_of
from questfoundry.app.playing.random_play import play_at_random
from questfoundry.app.playing.walker import WalkStoryUseCase
from questfoundry.cli.console import write_json
from questfoundry.cli.errors import errors_told, say_interrupted
from questfoundry.cli.exit_codes import INTERRUPTED
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.cli.play_view import TerminalPlayView
from questfoundry.cli.project_use import existing_project, take_in_edits
from questfoundry.cli.random_view import random_document, write_random
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import Act, RunStage
from questfoundry.domain.story.story import Story


def play(
    outline: Annotated[
        bool, typer.Option("--outline", help="Show the plan of each passage in place of its prose.")
    ] = False,
    random: Annotated[
        int | None,
        typer.Option("--random", min=1, metavar="N", help="Play it N times by chance."),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="NUMBER", help="With --random: what chance begins with.")
    ] = 1,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Play the story, choice by choice, or many times by chance."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        story = asyncio.run(_story(project))
        if random is not None:
            _by_chance(story, random, seed, as_json=as_json)
        elif as_json:
            raise InputError("A walk has no JSON. Give --json together with --random N.")
        else:
            _walk(story, outline=outline)


def _walk(story: Story, *, outline: bool) -> None:
    if not (outline or story.prose):
        raise InputError(
            "The story has no prose yet.", remedies=(RunStage("fill"), Act.PLAY_OUTLINE)
        )
    paragraphs = outline_of if outline else prose_of
    try:
        WalkStoryUseCase(view=TerminalPlayView()).execute(story, paragraphs)
    except KeyboardInterrupt:
        say_interrupted("Nothing is kept of a walk.", as_json=False)
        raise typer.Exit(INTERRUPTED) from None


def _by_chance(story: Story, plays: int, seed: int, *, as_json: bool) -> None:
    # Chance that can be had again is what a seed is for; no secret hangs on it.
    chance = Random(seed)  # noqa: S311
    found = play_at_random(story.settled_structure, plays=plays, chance=chance)
    if as_json:
        write_json(random_document(found, seed=seed))
    else:
        write_random(found, story, seed=seed)


async def _story(given: Path | None) -> Story:
    async with existing_project(given) as project:
        take_in_edits(project)
        return project.woven_story()
