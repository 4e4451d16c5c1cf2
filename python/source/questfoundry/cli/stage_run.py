"""The execution of a stage command, from the parsed options to the final output."""

from __future__ import annotations

import sys

from attrs import frozen

from questfoundry.app.pipeline.rules import is_same_idea
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.cli.command import Call, CommandResult
from questfoundry.cli.console import (
    console,
    is_interactive,
    is_terminal,
    say,
    write_fields,
    write_in_brief,
)
from questfoundry.cli.dialogue import Dialogue, read_no_line
from questfoundry.cli.documents import select_fields, usage_document
from questfoundry.cli.drafts_command import show_drafts
from questfoundry.cli.model_fetching import fetch_missing_model
from questfoundry.cli.options import ModelFlags, StageOptions
from questfoundry.cli.progress import Progress
from questfoundry.cli.remedies import command_of
from questfoundry.cli.text import usage_line
from questfoundry.cli.unmet_view import unmet_document
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.model_choice import REPLAY
from questfoundry.composition.new_project import create_project
from questfoundry.composition.project import Project
from questfoundry.composition.project_material import read_outline_idea
from questfoundry.composition.project_takes import ProjectDrafts
from questfoundry.composition.run_options import RunOptions
from questfoundry.domain.artifacts.view import fields_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import GiveIdea, Remedy, ResumeRun, RunStage, ShowArtifact
from questfoundry.domain.run import RunRecord


class StageRun:
    """One execution of a stage's command; an interruption says how to go on."""

    def __init__(
        self, call: Call, stage: type[ArtifactStage], options: StageOptions, models: ModelFlags
    ) -> None:
        self._call = call
        self._stage = stage
        self._options = options
        self._models = models
        self._said = options.idea or options.note or ""
        self._dialogue = Dialogue(call.screen, call.interrupts)
        self._progress = Progress(call.screen, verbosity=options.verbose)
        call.resume_hint = self._how_to_go_on

    def _how_to_go_on(self) -> str:
        if self._progress.run is None:
            return ""
        resume = command_of(ResumeRun(self._stage.name), self._call.project)
        return f"Run {self._progress.run} is saved so far. Resume it with: {resume}"

    async def execute(self) -> CommandResult:
        """Begin or resume, converse, and give what came of it."""
        paths, begun = self._call.paths, None
        if not paths.hold_project:
            if self._options.resume or self._options.redo or self._stage.needs:
                self._call.require_project()
            # Check the options first: a run that cannot start must not create a project.
            begun = self._begin(None)
            folder = paths.root.resolve()
            create_project(paths.root, folder.name)
            self._call.screen.note(f"Created a project in this folder: {folder}")
        async with self._call.open_project(
            flags=self._models.source_choices,
            log=self._options.log,
            concurrency=self._options.concurrency,
            sinks=(self._progress,),
        ) as project:
            await fetch_missing_model(self._call, project)
            if self._options.drafts is not None:
                return await self._take(project)
            if begun is None:
                status = project.status().get_stage(self._stage.name)
                run = project.store().runs.get(status.unfinished) if status.unfinished else None
                begun = self._begin(run, settled=status.version is not None)
            return await self._converse(project, begun)

    @property
    def _talks(self) -> bool:
        talks = self._options.interactive
        return is_interactive() and not self._options.drafts if talks is None else talks

    def _begin(self, unfinished: RunRecord | None, *, settled: bool = False) -> _Begun:
        """With an idea or a remark, or where an unfinished run stopped."""
        name = self._stage.name
        if self._options.retry_last and not self._options.resume:
            raise InputError(
                "--retry-last requests the last answer of an unfinished run again. Add --resume."
            )
        if self._options.redo is not None:
            if self._options.resume or self._said:
                raise InputError(
                    "--redo regenerates the stage from its earlier discussion, so it cannot be "
                    "combined with --resume or an idea. Use it alone."
                )
            before = unfinished.stage_inputs.redo if unfinished else None
            if unfinished and before and before.remark == self._options.redo.strip():
                return self._going_on(unfinished)
            return _Begun()
        if self._options.resume:
            return self._resume(self._said or (unfinished.id if unfinished else ""), settled)
        if (self._models.provider or "").startswith(f"{REPLAY}/"):
            return _Begun()
        said = self._said or ("" if self._talks or self._stage.needs else _piped())
        if said.strip():
            if unfinished and self._is_of(unfinished, said):
                return self._going_on(unfinished)
            if unfinished:
                again = command_of(ResumeRun(name, unfinished.id))
                self._call.screen.note(f"{unfinished.id} stays unfinished. Resume it with: {again}")
            return _Begun(said=said)
        return self._begin_without_words(unfinished)

    def _resume(self, run: str, settled: bool) -> _Begun:
        name = self._stage.name
        if run:
            return _Begun(resume=run)
        if settled or not self._stage.needs:
            first: Remedy = RunStage(name) if self._stage.needs else GiveIdea(name)
            raise InputError(f"There is no unfinished run of {name}.", remedies=(first,))
        self._call.screen.note(f"There is no run of {name} yet; starting the first.")
        return _Begun()

    def _begin_without_words(self, unfinished: RunRecord | None) -> _Begun:
        """Ask what to do where somebody is there to answer; a later stage needs no words."""
        name = self._stage.name
        if self._talks:
            if unfinished and self._dialogue.confirm(f"{unfinished.id} is unfinished. Resume it?"):
                return _Begun(resume=unfinished.id)
        elif unfinished:
            return self._going_on(unfinished)
        if self._stage.needs:
            return _Begun()
        said = read_outline_idea(self._call.paths.root)
        if said:
            self._call.screen.note(f"Idea from your outline: {said}")
        elif self._talks:
            said = self._dialogue.ask("What is your story about?")
        if not said:
            raise InputError(f"{name} needs an idea.", remedies=(GiveIdea(name),))
        return _Begun(said=said)

    def _is_of(self, unfinished: RunRecord, said: str) -> bool:
        """Whether the run was begun with the same words, and nothing else is wanted now."""
        inputs, size = unfinished.stage_inputs, self._options.size
        return is_same_idea(said, inputs.idea or inputs.remark) and size in {None, inputs.size}

    def _going_on(self, unfinished: RunRecord) -> _Begun:
        self._call.screen.note(f"Resuming the unfinished {unfinished.id}.")
        return _Begun(resume=unfinished.id)

    async def _take(self, project: ProjectContainer) -> CommandResult:
        """Several proposals, which are kept, and of which one may count."""
        if self._options.resume or self._talks:
            raise InputError(
                "--drafts cannot be combined with --resume or a discussion; the same command "
                "continues unfinished drafts. Leave out --resume and -i, or add -I."
            )
        name, said = self._stage.name, self._said
        self._progress.prices = project.prices()
        made = await ProjectDrafts(project).draft_stage(
            name,
            "" if self._stage.needs else said,
            remark=said if self._stage.needs else "",
            redo=self._options.redo,
            takes=self._options.drafts or 1,
            **self._run_options(),
        )
        return await show_drafts(self._call, project, made)

    async def _converse(self, project: ProjectContainer, begun: _Begun) -> CommandResult:
        self._progress.prices = project.prices()
        result = await Project(project).run_stage(
            self._stage.name,
            "" if self._stage.needs else begun.said,
            remark=begun.said if self._stage.needs else "",
            resume=begun.resume,
            retry_last=self._options.retry_last,
            redo=None if begun.resume else self._options.redo,
            **self._run_options(),
        )
        next_step = project.status().execute().next_step
        document = {
            **select_fields(result.version, "stage"),
            "run": result.run,
            "version": result.version.version,
            "path": result.path,
            "artifact": result.version.data,
            "summary": result.summary,
            "unmet": unmet_document(result.unmet_requests),
            "usage": usage_document(result.ledger),
            "next": command_of(next_step) if next_step else "",
        }
        return CommandResult(document, lambda: self._write(result, next_step))

    def _write(self, result: StageResult, next_step: Remedy | None) -> None:
        """Say what was decided, where it is, what it took, and what comes next."""
        stage, project = result.version.stage, self._call.project
        say(f"\n{stage.upper()} is finished (version {result.version.version}):\n")
        if self._talks:
            write_fields(fields_of(result.version.data))
        else:
            write_in_brief([(line.label, line.text) for line in result.summary], console())
        say(f"\nSaved in {result.path}")
        say(f"Run {result.run}: {usage_line(result.ledger)}")
        shown = command_of(ShowArtifact(stage), project)
        say(f"Show all of it with: {shown}. You can edit the file.")
        if next_step:
            say(f"Next: {command_of(next_step, project)}")

    def _run_options(self) -> RunOptions:
        options = RunOptions(
            interactive=self._talks,
            on_assistant_message=lambda _: self._call.screen.settle(),
            author=self._dialogue.next_line if self._talks else read_no_line,
        )
        if self._talks or is_terminal(sys.stdout):
            options["on_text"] = self._call.screen.stream
        if self._talks:
            options["on_options"] = self._dialogue.show_options
        if self._options.seed is not None:
            options["seed"] = self._options.seed
        if self._options.max_turns is not None:
            options["max_turns"] = self._options.max_turns
        if self._options.size is not None:
            options["size"] = self._options.size.value
        if self._options.no_minor_choices:
            options["acts"] = False
        if self._options.review is not None:
            options["review"] = self._options.review
        return options


@frozen(kw_only=True)
class _Begun:
    said: str = ""
    resume: str | None = None


def _piped() -> str:
    """What standard input holds, where it is no terminal."""
    if sys.stdin is None or is_terminal(sys.stdin):
        return ""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as problem:
        raise InputError(
            "The idea from standard input is not UTF-8 text. Convert it to UTF-8."
        ) from problem
