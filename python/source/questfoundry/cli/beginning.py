"""How a stage's run begins: with an idea, or where an unfinished run stopped."""

from __future__ import annotations

import sys

from attrs import frozen

from questfoundry.cli.console import is_terminal
from questfoundry.cli.dialogue import Dialogue
from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, ResumeRun, RunStage


@frozen(kw_only=True)
class Beginning:
    """An idea to begin with, or the run to resume."""

    idea: str = ""
    resume: str | None = None


@frozen(kw_only=True)
class Wanted:
    """What was typed: ``words`` are an idea, or the name of a run where ``resume`` is set.

    ``needs_idea`` says that the stage is made from nothing else; to another the words are a
    remark. ``replays`` says that a recorded run is replayed, whose idea then counts.
    """

    stage: str
    needs_idea: bool
    words: str | None
    resume: bool
    replays: bool
    interactive: bool


def begin(
    wanted: Wanted, *, unfinished: str | None, dialogue: Dialogue, screen: Screen
) -> Beginning:
    """Decide it; ``InputError`` where nothing says what to do."""
    stage = wanted.stage
    if wanted.resume:
        run = wanted.words or unfinished
        if run is None:
            raise InputError(f"No run of {stage} is unfinished.", remedies=(GiveIdea(stage),))
        return Beginning(resume=run)
    if wanted.replays:
        return Beginning()
    idea = wanted.words or ("" if wanted.interactive or not wanted.needs_idea else _piped())
    if idea.strip():
        if unfinished:
            again = command_of(ResumeRun(stage, unfinished))
            screen.note(f"{unfinished} stays unfinished; {again} goes on.")
        return Beginning(idea=idea)
    if wanted.interactive:
        if unfinished and dialogue.agrees(f"{unfinished} is unfinished. Go on with it?"):
            return Beginning(resume=unfinished)
        idea = dialogue.ask("What is your story about?") if wanted.needs_idea else ""
    elif unfinished:
        begin_another = GiveIdea(stage) if wanted.needs_idea else RunStage(stage, "a remark")
        raise InputError(
            f"{unfinished} is unfinished, and nothing new was given.",
            remedies=(ResumeRun(stage), begin_another),
        )
    if not idea and wanted.needs_idea:
        raise InputError(f"{stage} needs an idea.", remedies=(GiveIdea(stage),))
    return Beginning(idea=idea)


def _piped() -> str:
    """What standard input holds, where it is no terminal."""
    if sys.stdin is None or is_terminal(sys.stdin):
        return ""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as problem:
        raise InputError("The idea from standard input is not UTF-8 text. Convert it.") from problem
