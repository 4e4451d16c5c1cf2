"""Runs the pipeline for the command line: finds or makes the project, and tells what came of it."""

from __future__ import annotations

import os
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from attrs import frozen

from questfoundry.app.pipeline.pipeline_request import PipelineRequest
from questfoundry.cli.author_review import AuthorReview
from questfoundry.cli.console import write_json
from questfoundry.cli.dialogue import Dialogue
from questfoundry.cli.interrupts import Interrupts
from questfoundry.cli.pipeline_progress import PipelineProgress
from questfoundry.cli.pipeline_result import pipeline_document, write_pipeline
from questfoundry.cli.project_use import require_project, take_in_edits
from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.cli.work import run_work
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.model_choice import ModelChoice
from questfoundry.composition.new_project import create_project, folder_of_idea
from questfoundry.composition.orchestrator import RunContext, run_request
from questfoundry.composition.paths import ProjectPaths, project_folder
from questfoundry.composition.pipeline import pipeline_of, require_language
from questfoundry.composition.project import open_project
from questfoundry.domain.budget import Budget
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import Given
from questfoundry.domain.remedy import GiveIdea, RunPipeline


@frozen(kw_only=True)
class PipelineOptions:
    """What was typed after ``qf run``."""

    idea: str
    interactive: bool
    start: str | None
    end: str | None
    size: str | None
    language: str | None
    budget: Budget | None
    flags: Given
    project: Path | None
    log: bool
    verbosity: int
    as_json: bool


def run_pipeline(options: PipelineOptions) -> None:
    """Run it; however it ends, the author is told how it goes on."""
    screen = Screen(text_to_stderr=options.as_json)
    progress = PipelineProgress(screen, verbosity=options.verbosity, talks=options.interactive)
    place = _Place(options.project)

    def how_to_go_on() -> str:
        if not progress.began:
            return ""
        again = command_of(RunPipeline(interactive=options.interactive), place.named)
        return f"All that was made is kept. Go on with: {again}"

    run_work(
        lambda interrupts: _PipelineRun(options, place, screen, progress, interrupts).execute(),
        screen=screen,
        how_to_go_on=how_to_go_on,
        as_json=options.as_json,
    )


class _Place:
    """The folder of the project, and in ``named`` how it has to be named in a command."""

    def __init__(self, given: Path | None) -> None:
        self.named = given
        self.paths = ProjectPaths(project_folder(given, os.environ))
        self._is_chosen = given is not None or "QF_PROJECT" in os.environ

    def move_to(self, idea: str) -> None:
        """Go to the folder of the idea, unless a folder was chosen or this one is a project."""
        if not self._is_chosen and not self.paths.hold_project:
            self.named = Path(folder_of_idea(idea))
            self.paths = ProjectPaths(self.named)


class _PipelineRun:
    """One execution of ``qf run``."""

    def __init__(
        self,
        options: PipelineOptions,
        place: _Place,
        screen: Screen,
        progress: PipelineProgress,
        interrupts: Interrupts,
    ) -> None:
        self._options = options
        self._place = place
        self._screen = screen
        self._progress = progress
        self._dialogue = Dialogue(screen, interrupts)

    async def execute(self) -> None:
        """Begin, or go on, and tell what came of it."""
        options = self._options
        idea = self._idea()
        async with self._project() as project:
            take_in_edits(project)
            require_language(project, options.language)
            self._progress.prices = project.prices()
            pipeline = pipeline_of(project, budget=options.budget, on_choice=self._tell_models)
            result = await pipeline.execute(
                PipelineRequest(
                    idea=idea,
                    start=options.start,
                    end=options.end,
                    size=options.size,
                    each=run_request(self._context(), project),
                    reviewer=AuthorReview(self._dialogue) if options.interactive else None,
                )
            )
        self._screen.settle()
        if options.as_json:
            write_json(pipeline_document(result, folder=self._place.paths.root))
        else:
            write_pipeline(result, project=self._place.named)

    def _idea(self) -> str:
        """The idea that was given, or asked for; its folder is a project then."""
        idea = self._options.idea
        if not idea and not self._place.paths.hold_project:
            if not self._options.interactive:
                require_project(self._place.paths)
            idea = self._dialogue.ask("What is your story about?")
            if not idea:
                raise InputError("A story needs an idea.", remedies=(GiveIdea(),))
        if idea:
            self._place.move_to(idea)
        paths = self._place.paths
        if not paths.hold_project:
            create_project(paths.root, paths.root.resolve().name, language=self._options.language)
            self._screen.note(f"Made a folder for this story: {paths.root.resolve()}")
        return idea

    def _project(self) -> AbstractAsyncContextManager[ProjectContainer]:
        return open_project(
            self._place.paths.root,
            os.environ,
            flags=self._options.flags,
            log=self._options.log,
            sinks=(self._progress,),
        )

    def _tell_models(self, choice: ModelChoice) -> None:
        if choice.note:
            self._screen.note(choice.note)
        self._progress.origins = {
            phase.value: chosen.origin for phase, chosen in choice.chosen.items()
        }

    def _context(self) -> RunContext:
        context = RunContext(
            interactive=self._options.interactive,
            on_assistant_message=lambda _: self._screen.settle(),
            user_input_fn=_nobody,
        )
        if self._options.interactive:
            context["on_text"] = self._screen.stream
            context["user_input_fn"] = self._dialogue.next_line
            context["on_options"] = self._dialogue.show_options
        if self._options.size is not None:
            context["size"] = self._options.size
        return context


async def _nobody() -> None:
    """The author of a conversation that goes on without one: has no more to say."""
