"""Runs the pipeline for the command line: finds or makes the project, and tells what came of it."""

from __future__ import annotations

import os
from pathlib import Path

from attrs import define, field

from questfoundry.cli.author_review import AuthorReview
from questfoundry.cli.console import write_json
from questfoundry.cli.dialogue import Dialogue
from questfoundry.cli.interrupts import Interrupts
from questfoundry.cli.pipeline_result import pipeline_document, write_pipeline
from questfoundry.cli.progress import PipelineProgress
from questfoundry.cli.project_use import require_project, take_in_edits
from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.cli.work import run_work
from questfoundry.composition.new_project import create_project, folder_of_idea
from questfoundry.composition.paths import ProjectPaths, project_folder
from questfoundry.composition.project import Project, RunOptions, open_project
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import Given
from questfoundry.domain.remedy import GiveIdea, RunPipeline


@define(kw_only=True)
class PipelineRun:
    """What was typed after ``qf run``; ``project`` becomes the folder of the idea without one."""

    idea: str
    interactive: bool
    start: str | None
    end: str | None
    size: str | None
    language: str | None
    budget: str | None
    flags: Given
    project: Path | None
    log: bool
    verbosity: int
    as_json: bool
    _screen: Screen = field(init=False)
    _progress: PipelineProgress = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._screen = Screen(text_to_stderr=self.as_json)
        self._progress = PipelineProgress(
            self._screen, verbosity=self.verbosity, talks=self.interactive
        )

    def run(self) -> None:
        """Run it; however it ends, the author is told how it goes on."""
        run_work(
            self._execute,
            screen=self._screen,
            how_to_go_on=self._how_to_go_on,
            as_json=self.as_json,
        )

    def _how_to_go_on(self) -> str:
        if not self._progress.began:
            return ""
        again = command_of(RunPipeline(interactive=self.interactive), self.project)
        return f"All that was made is kept. Go on with: {again}"

    async def _execute(self, interrupts: Interrupts) -> None:
        dialogue = Dialogue(self._screen, interrupts)
        paths = self._place(dialogue)
        async with open_project(
            paths.root, os.environ, flags=self.flags, log=self.log, sinks=(self._progress,)
        ) as project:
            take_in_edits(project)
            self._progress.prices = project.prices()
            result = await Project(project).run(
                self.idea,
                start=self.start,
                end=self.end,
                budget=self.budget,
                reviewer=AuthorReview(dialogue) if self.interactive else None,
                **self._options(dialogue),
            )
        self._screen.settle()
        if self.as_json:
            write_json(pipeline_document(result, folder=paths.root))
        else:
            write_pipeline(result, project=self.project)

    def _place(self, dialogue: Dialogue) -> ProjectPaths:
        """The folder, which is a project then; the idea is asked for where there is none."""
        chosen = self.project is not None or "QF_PROJECT" in os.environ
        paths = ProjectPaths(project_folder(self.project, os.environ))
        if not self.idea and not paths.hold_project:
            if not self.interactive:
                require_project(paths)
            self.idea = dialogue.ask("What is your story about?")
            if not self.idea:
                raise InputError("A story needs an idea.", remedies=(GiveIdea(),))
        if self.idea and not chosen and not paths.hold_project:
            self.project = Path(folder_of_idea(self.idea))
            paths = ProjectPaths(self.project)
        if not paths.hold_project:
            create_project(paths.root, paths.root.resolve().name, language=self.language)
            self._screen.note(f"Made a folder for this story: {paths.root.resolve()}")
        return paths

    def _options(self, dialogue: Dialogue) -> RunOptions:
        options = RunOptions(
            interactive=self.interactive,
            on_assistant_message=lambda _: self._screen.settle(),
            author=dialogue.next_line if self.interactive else _nobody,
        )
        if self.interactive:
            options["on_text"] = self._screen.stream
            options["on_options"] = dialogue.show_options
        if self.size is not None:
            options["size"] = self.size
        if self.language is not None:
            options["language"] = self.language
        return options


async def _nobody() -> None:
    """The author of a conversation that goes on without one: has no more to say."""
