"""Runs a stage for the command line: from what was typed to what is told at the end."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from attrs import field, frozen

from questfoundry.app.stages.stage import ArtifactStage
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
from questfoundry.composition.paths import ProjectPaths, project_folder
from questfoundry.composition.project import Project, RunOptions, open_project
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import Given
from questfoundry.domain.remedy import GiveIdea, ResumeRun, RunStage


@frozen(kw_only=True)
class StageRun:
    """What was typed after ``qf <stage>``; ``said`` is an idea, a remark, or the run to resume."""

    stage: type[ArtifactStage]
    said: str
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
    _screen: Screen = field(init=False)
    _progress: Progress = field(init=False)

    @_screen.default
    def _new_screen(self) -> Screen:
        return Screen(text_to_stderr=self.as_json)

    @_progress.default
    def _new_progress(self) -> Progress:
        return Progress(self._screen, verbosity=self.verbosity)

    def run(self) -> None:
        """Run it; an interruption says how to go on, and nothing is lost."""
        run_work(
            self._execute,
            screen=self._screen,
            how_to_go_on=self._how_to_go_on,
            as_json=self.as_json,
        )

    def _how_to_go_on(self) -> str:
        if self._progress.run is None:
            return ""
        resume = command_of(ResumeRun(self.stage.name), self.project)
        return f"All of run {self._progress.run} so far is kept. Go on with: {resume}"

    async def _execute(self, interrupts: Interrupts) -> None:
        paths = ProjectPaths(project_folder(self.project, os.environ))
        dialogue = Dialogue(self._screen, interrupts)
        if not paths.hold_project:
            if self.resume or self.redo or self.stage.needs:
                require_project(paths)
            # What cannot be begun makes no project.
            begun = self._begin(None, dialogue)
            folder = paths.root.resolve()
            create_project(paths.root, folder.name)
            self._screen.note(f"This folder is now a project: {folder}")
            async with self._open(paths) as project:
                await self._converse(project, begun, dialogue)
            return
        async with self._open(paths) as project:
            take_in_edits(project)
            unfinished = project.status().of(self.stage.name).unfinished
            await self._converse(project, self._begin(unfinished, dialogue), dialogue)

    def _open(self, paths: ProjectPaths) -> AbstractAsyncContextManager[ProjectContainer]:
        return open_project(
            paths.root,
            os.environ,
            flags=self.flags,
            log=self.log,
            concurrency=self.concurrency,
            sinks=(self._progress,),
        )

    @property
    def _talks(self) -> bool:
        at_terminal = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        return at_terminal if self.interactive is None else self.interactive

    def _begin(self, unfinished: str | None, dialogue: Dialogue) -> _Begun:
        """With an idea or a remark, or where an unfinished run stopped."""
        name = self.stage.name
        if self.redo is not None:
            if self.resume or self.said:
                raise InputError(
                    "--redo makes the stage anew from its earlier discussion, so it goes neither "
                    "with --resume nor with an idea. Give it alone."
                )
            return _Begun()
        if self.resume:
            run = self.said or unfinished
            if run is None:
                raise InputError(f"No run of {name} is unfinished.", remedies=(GiveIdea(name),))
            return _Begun(resume=run)
        if (self.flags.general or "").startswith(f"{REPLAY}/"):
            return _Begun()
        said = self.said or ("" if self._talks or self.stage.needs else _piped())
        if said.strip():
            if unfinished:
                again = command_of(ResumeRun(name, unfinished))
                self._screen.note(f"{unfinished} stays unfinished; {again} goes on.")
            return _Begun(said=said)
        return self._begin_without_words(unfinished, dialogue)

    def _begin_without_words(self, unfinished: str | None, dialogue: Dialogue) -> _Begun:
        """Ask what to do where somebody is there to answer; a later stage needs no words."""
        name, said = self.stage.name, ""
        if self._talks:
            if unfinished and dialogue.agrees(f"{unfinished} is unfinished. Go on with it?"):
                return _Begun(resume=unfinished)
            said = "" if self.stage.needs else dialogue.ask("What is your story about?")
        elif unfinished:
            another = RunStage(name, "a remark") if self.stage.needs else GiveIdea(name)
            raise InputError(
                f"{unfinished} is unfinished, and nothing new was given.",
                remedies=(ResumeRun(name), another),
            )
        if not (said or self.stage.needs):
            raise InputError(f"{name} needs an idea.", remedies=(GiveIdea(name),))
        return _Begun(said=said)

    async def _converse(self, project: ProjectContainer, begun: _Begun, dialogue: Dialogue) -> None:
        self._progress.prices = project.prices()
        result = await Project(project).run_stage(
            self.stage.name,
            "" if self.stage.needs else begun.said,
            remark=begun.said if self.stage.needs else "",
            resume=begun.resume,
            redo=self.redo,
            **self._options(dialogue),
        )
        next_step = project.status().execute().next_step
        if self.as_json:
            write_json(result_document(result, next_step=next_step))
        else:
            write_result(result, next_step=next_step, project=self.project)

    def _options(self, dialogue: Dialogue) -> RunOptions:
        options = RunOptions(
            interactive=self._talks,
            on_assistant_message=lambda _: self._screen.settle(),
            author=dialogue.next_line if self._talks else _nobody,
        )
        if self._talks or is_terminal(sys.stdout):
            options["on_text"] = self._screen.stream
        if self._talks:
            options["on_options"] = dialogue.show_options
        if self.max_turns is not None:
            options["max_turns"] = self.max_turns
        if self.size is not None:
            options["size"] = self.size
        if self.review is not None:
            options["review"] = self.review
        return options


@frozen(kw_only=True)
class _Begun:
    said: str = ""
    resume: str | None = None


async def _nobody() -> None:
    """The author of a conversation when nobody is at the terminal: has no more to say."""


def _piped() -> str:
    """What standard input holds, where it is no terminal."""
    if sys.stdin is None or is_terminal(sys.stdin):
        return ""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as problem:
        raise InputError("The idea from standard input is not UTF-8 text. Convert it.") from problem
