"""Execute the command of a stage, from the parsed options to the final output."""

import os
import sys
from collections.abc import Sequence

from questfoundry.app.pipeline.rules import NewRun, ResumedRun, ResumeQuestion, StageStart
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.stages.descriptions import Stage
from questfoundry.cli.dialogue import Dialogue
from questfoundry.cli.drafts_command import show_drafts
from questfoundry.cli.stage_command import StageOptions
from questfoundry.composition.project.drafts import ProjectDrafts
from questfoundry.composition.project.material import read_outline_idea
from questfoundry.composition.project.new_story import require_possible_story
from questfoundry.composition.project.project import Project
from questfoundry.composition.settings.new_project import REMOVED
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.inputs import RunOptions
from questfoundry.composition.wiring.model_choice import REPLAY
from questfoundry.domain.artifacts.version import fields_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, Remedy, ResumeRun, ShowArtifact
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.domain.writing.request_change import DifferingPassage
from questfoundry.presentation.command import Call, CommandResult
from questfoundry.presentation.console import (
    console,
    is_interactive,
    is_terminal,
    say,
    write_fields,
    write_in_brief,
)
from questfoundry.presentation.model_fetching import fetch_missing_model
from questfoundry.presentation.parameters import ModelFlags
from questfoundry.presentation.plan_view import format_differing, unmet_document
from questfoundry.presentation.progress import Progress
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_path, format_usage, select_fields, usage_document


class StageRun:
    """One execution of a stage's command; after an interruption, it shows how to resume the run."""

    def __init__(
        self, call: Call, stage: type[Stage], options: StageOptions, models: ModelFlags
    ) -> None:
        self._call = call
        self._stage = stage
        self._options = options
        self._models = models
        self._text = options.idea or options.note or ""
        self._dialogue = Dialogue(call.screen, call.interrupts)
        self._progress = Progress(call.screen, verbosity=options.verbose)
        self._has_created = False
        call.resume_hint = self._describe_resumption

    def _describe_resumption(self) -> str:
        if self._has_created and not self._call.place.hold_project:
            return REMOVED
        if self._progress.run is None:
            return ""
        resume = command_of(ResumeRun(self._stage.name), self._call.project)
        return f"Run {self._progress.run} is saved so far. Resume it with: {resume}"

    async def execute(self) -> CommandResult:
        """Start or resume a run of the stage, or make drafts, and return the result."""
        self._require_consistent_options()
        if self._needs_idea and not self._is_interactive and not self._options.resume:
            self._text = _read_piped_text()
        with self._call.place.remove_unless_kept(self._progress.has_begun_run):
            self._create_missing_project()
            return await self._run()

    def _create_missing_project(self) -> None:
        place = self._call.place
        if place.hold_project:
            return
        if self._options.resume or self._options.redo or self._stage.needs:
            self._call.require_project()
        # Find the idea first: a run that cannot start must not create a project.
        self._require_idea()
        chosen: RunOptions = {"size": self._options.size}
        flags = self._models.source_choices
        if not self._is_replay:
            require_possible_story(self._text, os.environ, flags=flags, options=chosen)
        place.create(place.name)
        self._has_created = True
        where = "" if self._call.database else " in this folder"
        self._call.screen.note(f"Created a project{where}: {place.address}")

    async def _run(self) -> CommandResult:
        async with self._call.open_project(
            flags=self._models.source_choices,
            log=self._options.log,
            concurrency=self._options.concurrency,
            sinks=(self._progress,),
        ) as project:
            await fetch_missing_model(self._call, project)
            if self._options.drafts is not None:
                return await self._make_drafts(project)
            return await self._run_stage(project, self._choose_start(project))

    @property
    def _is_interactive(self) -> bool:
        chosen = self._options.interactive
        return is_interactive() and not self._options.drafts if chosen is None else chosen

    @property
    def _is_replay(self) -> bool:
        return (self._models.provider or "").startswith(f"{REPLAY}/")

    def _require_consistent_options(self) -> None:
        if self._options.retry_last and not self._options.resume:
            raise InputError(
                "--retry-last requests the last answer of an unfinished run again. Add --resume."
            )
        if self._options.redo is not None and (self._options.resume or self._text):
            raise InputError(
                "--redo regenerates the stage from its earlier discussion, so it cannot be "
                "combined with --resume or an idea. Use it alone."
            )

    @property
    def _needs_idea(self) -> bool:
        return not (self._stage.needs or self._text.strip() or self._is_replay) and (
            self._options.redo is None
        )

    def _require_idea(self) -> None:
        if not self._needs_idea:
            return
        self._text = read_outline_idea(self._call.place.files)
        if self._text:
            self._call.screen.note(f"Idea from your outline: {self._text}")
        elif self._is_interactive:
            self._text = self._dialogue.ask("What is your story about?")
        if not self._text:
            raise InputError(
                f"{self._stage.name} needs an idea.", remedies=(GiveIdea(self._stage.name),)
            )

    def _choose_start(self, project: ProjectContainer) -> StageStart:
        name, resume = self._stage.name, self._options.resume
        start = Project(project).choose_start(
            name,
            "" if self._stage.needs else self._text,
            remark=self._text if self._stage.needs else "",
            resume=self._text if resume else None,
            redo=self._options.redo,
            can_ask=self._is_interactive,
            **self._run_options(),
        )
        match start:
            case ResumedRun(run) if not resume:
                self._call.screen.note(f"Resuming the unfinished {run}.")
            case ResumeQuestion(run):
                if self._dialogue.confirm(f"{run} is unfinished. Resume it?"):
                    return ResumedRun(run)
            case NewRun() if resume:
                self._call.screen.note(f"There is no run of {name} yet; starting the first.")
            case NewRun(unfinished) if unfinished and self._text.strip():
                again = command_of(ResumeRun(name, unfinished))
                self._call.screen.note(f"{unfinished} stays unfinished. Resume it with: {again}")
            case _:
                pass
        if not isinstance(start, ResumedRun):
            self._require_idea()
        return start

    async def _make_drafts(self, project: ProjectContainer) -> CommandResult:
        if self._options.resume or self._is_interactive:
            raise InputError(
                "--drafts cannot be combined with --resume or a discussion; the same command "
                "continues unfinished drafts. Leave out --resume and -i, or add -I."
            )
        name, text = self._stage.name, self._text
        self._progress.prices = project.prices()
        drafts = await ProjectDrafts(project).draft_stage(
            name,
            "" if self._stage.needs else text,
            remark=text if self._stage.needs else "",
            redo=self._options.redo,
            count=self._options.drafts or 1,
            **self._run_options(),
        )
        return await show_drafts(self._call, project, drafts)

    async def _run_stage(self, project: ProjectContainer, start: StageStart) -> CommandResult:
        self._progress.prices = project.prices()
        resume = start.run if isinstance(start, ResumedRun) else None
        text = "" if resume else self._text
        result = await Project(project).run_stage(
            self._stage.name,
            "" if self._stage.needs else text,
            remark=text if self._stage.needs else "",
            resume=resume,
            retry_last=self._options.retry_last,
            redo=None if resume else self._options.redo,
            fresh=resume is None,
            **self._run_options(),
        )
        status = project.status().execute()
        next_step = status.next_step
        differing = status.get_stage(result.version.stage).differing
        document = {
            **select_fields(result.version, "stage"),
            "run": result.run,
            "version": result.version.version,
            "path": result.path,
            "artifact": result.version.data,
            "summary": result.summary,
            "unmet": unmet_document(result.unmet_requests),
            "differing": differing,
            "usage": usage_document(result.ledger),
            "next": command_of(next_step) if next_step else "",
        }
        return CommandResult(document, lambda: self._write(result, differing, next_step))

    def _write(
        self, result: StageResult, differing: Sequence[DifferingPassage], next_step: Remedy | None
    ) -> None:
        stage, project = result.version.stage, self._call.project
        say(f"\n{stage.upper()} is finished (version {result.version.version}):\n")
        if self._is_interactive:
            write_fields(fields_of(result.version.data))
        else:
            write_in_brief([(line.label, line.text) for line in result.summary], console())
        say(f"\nSaved in {format_path(result.path)}")
        say(f"Run {result.run}: {format_usage(result.ledger)}")
        shown = command_of(ShowArtifact(stage), project)
        say(f"Show all of it with: {shown}. You can edit the file.")
        for line in format_differing(differing, project):
            say(line)
        if next_step:
            say(f"Next: {command_of(next_step, project)}")

    def _run_options(self) -> RunOptions:
        given = self._options
        talk = self._dialogue.build_run_options(
            is_interactive=self._is_interactive,
            streams=self._is_interactive or is_terminal(sys.stdout),
        )
        return {
            **talk,
            "seed": given.seed,
            "max_turns": given.max_turns,
            "size": given.size,
            "acts": False if given.no_minor_choices else None,
            "phases": PhaseMode.CONDENSED if given.condensed else None,
            "review": given.review,
        }


def _read_piped_text() -> str:
    if sys.stdin is None or is_terminal(sys.stdin):
        return ""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as problem:
        raise InputError(
            "The idea from standard input is not UTF-8 text. Convert it to UTF-8."
        ) from problem
