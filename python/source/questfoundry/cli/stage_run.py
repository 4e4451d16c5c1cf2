"""Runs a stage for the command line: from what was typed to what is told at the end."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from attrs import frozen

from questfoundry.cli.beginning import Beginning, Wanted, begin
from questfoundry.cli.console import is_terminal, write_json
from questfoundry.cli.dialogue import Dialogue
from questfoundry.cli.interrupts import Interrupts
from questfoundry.cli.progress import Progress
from questfoundry.cli.project_use import require_project, take_in_edits
from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.cli.stage_result import result_document, write_result
from questfoundry.cli.work import run_work
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.model_choice import REPLAY
from questfoundry.composition.new_project import create_project
from questfoundry.composition.orchestrator import StageContext, stage_request
from questfoundry.composition.paths import ProjectPaths, project_folder
from questfoundry.composition.project import open_project
from questfoundry.composition.stages import STAGES
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import Given
from questfoundry.domain.remedy import ResumeRun


@frozen(kw_only=True)
class StageOptions:
    """What was typed after ``qf <stage>``."""

    stage: str
    words: str | None
    resume: bool
    redo: str | None
    interactive: bool | None
    flags: Given
    project: Path | None
    max_turns: int | None
    size: str | None
    log: bool
    verbosity: int
    as_json: bool
    review: bool | None = None
    concurrency: int | None = None


def run_stage(options: StageOptions) -> None:
    """Run it; an interruption says how to go on, and nothing is lost."""
    screen = Screen(text_to_stderr=options.as_json)
    progress = Progress(screen, verbosity=options.verbosity)
    run_work(
        lambda interrupts: _StageRun(options, screen, progress, interrupts).execute(),
        screen=screen,
        how_to_go_on=lambda: _how_to_go_on(options, progress),
        as_json=options.as_json,
    )


def _how_to_go_on(options: StageOptions, progress: Progress) -> str:
    if progress.run is None:
        return ""
    resume = command_of(ResumeRun(options.stage), options.project)
    return f"All of run {progress.run} so far is kept. Go on with: {resume}"


class _StageRun:
    """One execution of a stage command."""

    def __init__(
        self, options: StageOptions, screen: Screen, progress: Progress, interrupts: Interrupts
    ) -> None:
        self._options = options
        self._screen = screen
        self._progress = progress
        self._dialogue = Dialogue(screen, interrupts)
        self._paths = ProjectPaths(project_folder(options.project, os.environ))
        self._needs_idea = options.stage == STAGES[0]
        at_terminal = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        self._interactive = at_terminal if options.interactive is None else options.interactive

    async def execute(self) -> None:
        """Begin or resume, converse, and tell what came of it."""
        if self._paths.hold_project:
            async with self._project() as project:
                take_in_edits(project)
                states = project.status().execute().stages
                unfinished = {each.stage: each.unfinished for each in states}
                await self._run(project, self._begin(unfinished[self._options.stage]))
            return
        if self._options.resume or self._options.redo or not self._needs_idea:
            require_project(self._paths)
        beginning = self._begin(None)
        self._make_project()
        async with self._project() as project:
            await self._run(project, beginning)

    def _begin(self, unfinished: str | None) -> Beginning:
        if self._options.redo is not None:
            return self._anew()
        wanted = Wanted(
            stage=self._options.stage,
            needs_idea=self._needs_idea,
            words=self._options.words,
            resume=self._options.resume,
            replays=(self._options.flags.general or "").startswith(f"{REPLAY}/"),
            interactive=self._interactive,
        )
        return begin(wanted, unfinished=unfinished, dialogue=self._dialogue, screen=self._screen)

    def _anew(self) -> Beginning:
        if self._options.resume or self._options.words:
            raise InputError(
                "--redo makes the stage anew from its earlier discussion, so it goes neither with "
                "--resume nor with an idea. Give it alone."
            )
        return Beginning()

    def _make_project(self) -> None:
        folder = self._paths.root.resolve()
        create_project(self._paths.root, folder.name)
        self._screen.note(f"This folder is now a project: {folder}")

    def _project(self) -> AbstractAsyncContextManager[ProjectContainer]:
        return open_project(
            self._paths.root,
            os.environ,
            flags=self._options.flags,
            log=self._options.log,
            concurrency=self._options.concurrency,
            sinks=(self._progress,),
        )

    async def _run(self, project: ProjectContainer, beginning: Beginning) -> None:
        options = self._options
        project.resume.override(beginning.resume)
        choice = project.choice()
        if choice.note:
            self._screen.note(choice.note)
        self._progress.prices = project.prices()
        self._progress.origins = {
            phase.value: chosen.origin for phase, chosen in choice.chosen.items()
        }
        request = stage_request(self._context(beginning), project)
        result = await project.run_stage().execute(options.stage, request)
        next_step = project.status().execute().next_step
        if options.as_json:
            write_json(result_document(result, next_step=next_step))
        else:
            write_result(result, next_step=next_step, project=options.project)

    def _context(self, beginning: Beginning) -> StageContext:
        context = StageContext(
            user_prompt=beginning.idea,
            interactive=self._interactive,
            on_assistant_message=lambda _: self._screen.settle(),
        )
        if self._interactive or is_terminal(sys.stdout):
            context["on_text"] = self._screen.stream
        if self._interactive:
            context["user_input_fn"] = self._dialogue.next_line
            context["on_options"] = self._dialogue.show_options
        elif beginning.resume is not None:
            context["user_input_fn"] = _nobody
        if beginning.resume is not None:
            context["resume"] = beginning.resume
        if self._options.redo is not None:
            context["redo"] = self._options.redo
        if self._options.max_turns is not None:
            context["max_turns"] = self._options.max_turns
        if self._options.size is not None:
            context["size"] = self._options.size
        if self._options.review is not None:
            context["review"] = self._options.review
        return context


async def _nobody() -> None:
    """The author of a resumed conversation when nobody is at the terminal: has no more to say."""
