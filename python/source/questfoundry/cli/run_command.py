"""The command ``qf run``: run the whole pipeline, in an existing or a new project."""

import os
from pathlib import Path

from attrs import frozen

from questfoundry.app.pipeline.plan import PipelinePlan
from questfoundry.cli import completion
from questfoundry.cli.database_commands import connect_workplace
from questfoundry.cli.dialogue import AuthorReview, Dialogue
from questfoundry.cli.run_result_view import result_document, write_result
from questfoundry.composition.project.project import Project
from questfoundry.composition.settings.new_project import REMOVED, folder_of_idea, set_prose_mode
from questfoundry.composition.wiring.inputs import RunOptions, job_options_of
from questfoundry.domain.errors import AuthorLeft, InputError
from questfoundry.domain.remedy import GiveIdea, RunPipeline
from questfoundry.domain.run.job import PipelineJob
from questfoundry.domain.run.modes import PhaseMode, ProseMode
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import is_interactive
from questfoundry.presentation.model_fetching import fetch_missing_model
from questfoundry.presentation.parameters import BudgetFlag, ModelFlags, Positive, SeedFlag, Verbose
from questfoundry.presentation.pipeline_progress import PipelineProgress
from questfoundry.presentation.plan_view import (
    describe_stage_plan,
    format_budget_warning,
    format_expectation,
    plan_document,
    write_plan,
)
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_changes

_OVER_EDITS = """\
This would replace your edits. Choose:
  keep        accept everything as it is, and continue
  regenerate  regenerate these stages; qf undo restores your edits
  Enter       stop here"""


@frozen(kw_only=True)
class PipelineOptions:
    """The arguments and options of ``qf run``.

    IDEA: Your idea (default: continue the project's story).
    --interactive, -i: Discuss each stage, and confirm its result.
    --from STAGE: Regenerate this stage and all later ones.
    --to STAGE: Stop after this stage.
    --size: Intended size of the story.
    --shape: How the story branches.
    --chapter N: Make a long story only up to chapter N.
    --no-questions: Plan no central questions, and no clues.
    --no-stats: Plan no stats, such as how much somebody trusts the player.
    --language CODE: Language of the story, for example en or pt-BR.
    --condensed: Without you, let a large model do several phases in one call.
    --prose: Who writes the words that players read; kept in project.yaml.
    --no-minor-choices: Offer only choices that answer dilemmas (the main decisions of the story).
    --no-repairs: Do not repair choices that change nothing later.
    --no-played-scenes: Plan no scenes that are played in turns, such as a bargain.
    --retry-last: Resume a run, and request its last answer again.
    --preview: Only show what would be done, and at what cost.
    --log: Write all calls and events to the folder logs/.
    --detach: Leave the run to a worker of the database, and print its id.
    --key TEXT: With --detach: if an earlier run has this key, start no new run.
    --queue NAME: With --detach, the queue of the workers.
    """

    idea: str | None = None
    interactive: bool = False
    start: completion.Stage | None = None
    end: completion.Stage | None = None
    size: Size | None = None
    shape: StoryShape | None = None
    chapter: Positive | None = None
    no_questions: bool = False
    no_stats: bool = False
    language: str | None = None
    condensed: bool = False
    prose: ProseMode | None = None
    no_minor_choices: bool = False
    no_repairs: bool = False
    no_played_scenes: bool = False
    budget: BudgetFlag = None
    seed: SeedFlag = None
    retry_last: bool = False
    preview: bool = False
    log: bool = False
    detach: bool = False
    key: str = ""
    queue: str = ""
    verbose: Verbose = 0


@command()
async def run(call: Call, options: PipelineOptions, models: ModelFlags) -> CommandResult:
    """Make the whole story, from the idea to playable files.

    Run the command again to continue after an interruption, a failure or an edit.
    """
    return await PipelineRun(call, options, models).execute()


class PipelineRun:
    """One execution of ``qf run``; after an early end, it shows how to continue the work."""

    def __init__(self, call: Call, options: PipelineOptions, models: ModelFlags) -> None:
        self._call = call
        self._options = options
        self._models = models
        self._dialogue = Dialogue(call.screen, call.interrupts)
        self._progress = PipelineProgress(
            call.screen, verbosity=options.verbose, is_interactive=options.interactive
        )
        self._has_created = False
        call.resume_hint = self._describe_resumption

    def _describe_resumption(self) -> str:
        if self._has_created and not self._call.place.hold_project:
            return REMOVED
        if not self._progress.has_begun:
            return ""
        chapter = self._options.chapter or 0
        again = RunPipeline(interactive=self._options.interactive, chapter=chapter)
        # Later stages use the same models only if the command names them again.
        command_text = f"{command_of(again, self._call.project)}{self._models.command_text}"
        return f"Everything finished so far is saved. Continue with: {command_text}"

    async def execute(self) -> CommandResult:
        """Find or create the project, run the stages that need it, and return the result."""
        options = self._options
        if options.detach:
            return await self._start_detached()
        if options.preview:
            return await self._preview()
        idea = self._find_idea()
        with self._call.place.remove_unless_kept(self._progress.has_begun_run):
            self._create_project()
            if options.prose:
                set_prose_mode(self._call.place.files, options.prose)
            return await self._run_pipeline(idea)

    async def _start_detached(self) -> CommandResult:
        """Put the run into the queue and return its id, without waiting for a worker."""
        options, call, models = self._options, self._call, self._models.source_choices
        if options.interactive or options.preview or options.log or options.prose:
            raise InputError(
                "--detach leaves the run to a worker, so it cannot be combined with --interactive, "
                "--preview, --log or --prose. Leave them out."
            )
        named = {phase.value: model for phase, model in models.phases.items() if model}
        chosen: RunOptions = {**self._run_options(), "providers": named}
        if models.general:
            chosen["provider"] = models.general
        job = PipelineJob(
            idea=(options.idea or "").strip(),
            start=options.start,
            end=options.end,
            budget=options.budget,
            retry_last=options.retry_last,
            chapter=options.chapter,
            options=job_options_of(chosen),
        )
        with connect_workplace(call, queue=options.queue) as workplace:
            started = await workplace.start(
                call.place.name, job, key=options.key, language=options.language
            )
            state = started.state
        return CommandResult({"job": started.id, "state": state}, started.id)

    async def _run_pipeline(self, idea: str) -> CommandResult:
        options = self._options
        async with self._call.open_project(
            flags=self._models.source_choices, log=options.log, sinks=(self._progress,)
        ) as project:
            self._progress.prices = project.prices()
            plan = self._plan(Project(project))
            if plan.has_model_calls:
                await fetch_missing_model(self._call, project)
            replace_edits = self._confirm_changes(Project(project), plan)
            result = await Project(project).run(
                idea,
                replace_edits=replace_edits,
                start=options.start,
                end=options.end,
                budget=options.budget,
                retry_last=options.retry_last,
                chapter=options.chapter,
                reviewer=AuthorReview(self._dialogue) if options.interactive else None,
                **self._run_options(),
            )
        self._call.screen.finish_line()
        return CommandResult(
            result_document(result, address=self._call.place.address),
            lambda: write_result(result, project=self._call.project),
        )

    async def _preview(self) -> CommandResult:
        if self._options.idea and not self._call.place.hold_project:
            from questfoundry.composition.settings.settings import settings_in_memory
            from questfoundry.composition.wiring.in_memory import InMemoryProjectContainer

            settings, flags = settings_in_memory(os.environ), self._models.source_choices
            plan = self._plan(Project(InMemoryProjectContainer(settings, flags=flags)))
        else:
            async with self._call.open_project(flags=self._models.source_choices) as project:
                plan = self._plan(Project(project))
        return CommandResult(plan_document(plan), lambda: write_plan(plan))

    def _plan(self, project: Project) -> PipelinePlan:
        options = self._options
        return project.plan(
            start=options.start,
            end=options.end,
            chapter=options.chapter,
            size=options.size,
            phases=self._phases,
        )

    @property
    def _phases(self) -> PhaseMode | None:
        return PhaseMode.CONDENSED if self._options.condensed else None

    def _confirm_changes(self, project: Project, plan: PipelinePlan) -> bool:
        if any(each.is_typical for each in plan.stages) and plan.estimate.cost != 0:
            warning = format_budget_warning(plan, self._options.budget)
            self._call.screen.note(f"{format_expectation(plan)}{warning}")
        if self._options.start or not plan.replaced_stages:
            return False
        for each in plan.replaced_stages:
            why = format_changes(each.changed)
            self._call.screen.note(
                f"{each.stage.upper()}: {describe_stage_plan(each)}, because {why}."
            )
        if plan.estimate.calls:
            self._call.screen.note(format_expectation(plan))
        if not plan.replaced_edits or self._call.as_json or not is_interactive():
            return False
        match self._dialogue.ask(_OVER_EDITS).lower():
            case "keep":
                for stage in project.keep():
                    self._call.screen.note(f"{stage} is accepted as it is.")
                return False
            case "regenerate":
                return True
            case _:
                self._call.interruption_message = "Nothing was changed."
                raise AuthorLeft

    def _find_idea(self) -> str:
        """Return the idea, or "" to continue a project, and choose the folder of a new project."""
        call, idea = self._call, (self._options.idea or "").strip()
        if not idea and not call.place.hold_project:
            if not self._options.interactive:
                call.require_project()
            idea = self._dialogue.ask("What is your story about?")
            if not idea:
                raise InputError("A story needs an idea.", remedies=(GiveIdea(),))
        if not call.place.hold_project:
            self._require_possible_story(idea)
        chosen = call.project is not None or "QF_PROJECT" in os.environ or call.database
        if not (chosen or call.place.hold_project):
            call.move_to(Path(folder_of_idea(idea)))
        return idea

    def _create_project(self) -> None:
        call = self._call
        if not call.place.hold_project:
            call.place.create(call.place.name, language=self._options.language)
            self._has_created = True
            what = "project" if call.database else "folder"
            call.screen.note(f"Created a {what} for this story: {call.place.address}")

    def _require_possible_story(self, idea: str) -> None:
        from questfoundry.composition.project.new_story import require_possible_story

        given = self._options
        chosen: RunOptions = {"size": given.size, "shape": given.shape, "language": given.language}
        flags = self._models.source_choices
        require_possible_story(idea, os.environ, flags=flags, options=chosen)

    def _run_options(self) -> RunOptions:
        given = self._options
        talk = self._dialogue.build_run_options(
            is_interactive=given.interactive, streams=given.interactive
        )
        return {
            **talk,
            "size": given.size,
            "seed": given.seed,
            "shape": given.shape,
            "questions": False if given.no_questions else None,
            "stats": False if given.no_stats else None,
            "language": given.language,
            "acts": False if given.no_minor_choices else None,
            "repairs": False if given.no_repairs else None,
            "played_scenes": False if given.no_played_scenes else None,
            "phases": self._phases,
        }
