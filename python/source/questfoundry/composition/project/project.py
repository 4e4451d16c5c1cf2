"""The main entry point of the library: a project, in a folder, a database or in memory."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from attrs import evolve

from questfoundry.composition.project.books import ProjectBooks
from questfoundry.composition.project.drafts import ProjectDrafts
from questfoundry.composition.project.material import ProjectComments, ProjectMaterial
from questfoundry.composition.project.places import is_database_address, parse_place
from questfoundry.composition.project.plays import ProjectPlays
from questfoundry.composition.settings.settings import settings_in_memory
from questfoundry.composition.settings.trust import Trust
from questfoundry.composition.wiring.finish import finish_job
from questfoundry.composition.wiring.inputs import RunOptions, job_options_of, live_parts_of
from questfoundry.composition.wiring.models import Models, source_of_models
from questfoundry.composition.wiring.perform import choose_start, require_own_story
from questfoundry.domain.former_names import former_names
from questfoundry.domain.run.job import PipelineJob, RewriteJob, StageJob

if TYPE_CHECKING:
    from questfoundry.app.pipeline.plan import PipelinePlan
    from questfoundry.app.pipeline.rules import StageStart
    from questfoundry.app.pipeline.run_pipeline import PipelineResult, Reviewer
    from questfoundry.app.pipeline.stage_result import StageResult
    from questfoundry.app.project.rename import RenameResult
    from questfoundry.app.project.status import ProjectStatus
    from questfoundry.app.shipping.ship import ShipResult
    from questfoundry.app.translation.translate_story import TranslateResult
    from questfoundry.app.writing.author_brief import RequestComparison
    from questfoundry.app.writing.prove_text import ProofResult
    from questfoundry.app.writing.rewrite import RewriteResult
    from questfoundry.composition.project.studio import ProjectStudio
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.artifacts.version import ArtifactVersion
    from questfoundry.domain.protocols.runs import EventSink
    from questfoundry.domain.run.modes import PhaseMode
    from questfoundry.domain.story.size import Size


@former_names(in_memory="open_in_memory", takes="drafts")
class Project:
    """A story with its settings, runs and books.

    Open a project with :meth:`open` or :meth:`open_in_memory`, and use it with ``async with``, or
    call :meth:`close`. All errors are subclasses of
    :class:`~questfoundry.domain.errors.QuestFoundryError`; work finished before an error is stored.
    ``container`` creates the objects behind the project; each of its providers can be overridden.
    """

    def __init__(self, container: ProjectContainer) -> None:
        self.container = container

    @classmethod
    def open(
        cls,
        folder: str | Path,
        *,
        tenant: str = "",
        queue: str = "",
        models: Models | None = None,
        env: Mapping[str, str] | None = None,
        events: Sequence[EventSink] = (),
        log: bool = False,
        trust: Trust = False,
    ) -> Self:
        """Open the project in ``folder``, which is created if it does not exist.

        ``folder`` may be an address in PostgreSQL, such as ``postgresql://host/db/my-story``; the
        project belongs to ``tenant`` (``"default"`` if empty). Raise ``SettingsError`` if the
        packages for databases are not installed, and ``StoreError`` if the database cannot be used.

        If ``queue`` is given, the workers of this queue do all runs, rewrites, tasks for agents and
        additions of books; the methods wait for the workers. ``"default"`` is the queue of workers
        that name no other. Such methods raise ``UsageError`` for arguments that exist only in this
        process, such as an author.

        Without ``models``, ``project.yaml`` and ``env`` choose the models. ``env`` is the process's
        environment by default. ``log`` enables logging.

        Raise ``SettingsError`` if a project from another machine configures servers, models or
        logs, or contains prompts, unless the project is trusted. ``trust`` is true, or a function
        that receives these settings as lines and returns whether to trust them. If it returns true,
        this user is not asked again for the same settings.
        """
        if not is_database_address(folder):
            Path(folder).mkdir(parents=True, exist_ok=True)
        place = parse_place(folder, tenant)
        settings = place.read_settings(os.environ if env is None else env, log=log, trust=trust)
        container = place.build(settings, models=source_of_models(models), sinks=events)
        if queue:
            container.job_executor.override(place.executor(queue))
        return cls(container)

    @classmethod
    def open_in_memory(
        cls,
        *,
        models: Models | None = None,
        env: Mapping[str, str] | None = None,
        events: Sequence[EventSink] = (),
    ) -> Self:
        """Open an empty project in memory; no file is written."""
        from questfoundry.composition.wiring.in_memory import InMemoryProjectContainer

        settings = settings_in_memory(os.environ if env is None else env)
        models_given = source_of_models(models)
        return cls(InMemoryProjectContainer(settings, models=models_given, sinks=events))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections, processes and the database."""
        await self.container.closing().aclose()

    def choose_start(
        self,
        name: str,
        idea: str = "",
        *,
        remark: str = "",
        resume: str | None = None,
        redo: str | None = None,
        can_ask: bool = False,
        **options: Unpack[RunOptions],
    ) -> StageStart:
        """Return how :meth:`run_stage` would start a stage, without starting it.

        A call that repeats the idea or note and the options of the unfinished run resumes that run,
        and so does a call without idea and note. If ``can_ask`` is true, the result of such a call
        tells the caller to ask the author first.
        """
        job = StageJob(stage=name, idea=idea, remark=remark, resume=resume, redo=redo)
        return choose_start(job, self.container, options, can_ask=can_ask)

    async def run_stage(
        self,
        name: str,
        idea: str = "",
        *,
        remark: str = "",
        resume: str | None = None,
        retry_last: bool = False,
        redo: str | None = None,
        fresh: bool = False,
        **options: Unpack[RunOptions],
    ) -> StageResult:
        """Run a stage and return its accepted artifact.

        ``idea`` is for the first stage; ``remark`` is a note for a later stage. ``redo`` is a note
        for a regeneration, which starts from the stage's current artifact and its earlier
        discussion.

        ``resume`` is the id of an unfinished run to continue with the inputs of that run; with
        ``retry_last``, the last answer of that run is requested again. Without ``resume``,
        :meth:`choose_start` decides, so that a repeated call pays for nothing twice; with
        ``fresh``, a new run begins in any case.
        """
        job = StageJob(
            stage=name,
            idea=idea,
            remark=remark,
            resume=resume,
            redo=redo,
            fresh=fresh,
            retry_last=retry_last,
            options=job_options_of(options),
        )
        result: StageResult = await finish_job(self.container, job, live_parts_of(options))
        return result

    async def run(
        self,
        idea: str = "",
        *,
        start: str | None = None,
        end: str | None = None,
        budget: str | None = None,
        reviewer: Reviewer | None = None,
        replace_edits: bool = False,
        retry_last: bool = False,
        chapter: int | None = None,
        **options: Unpack[RunOptions],
    ) -> PipelineResult:
        """Run all stages from DREAM to SHIP that need to run; a later call continues.

        ``start`` forces a rerun of that stage and all later ones; ``end`` is the last stage to run.
        ``budget`` limits the spending, as ``50000tokens`` or ``2.50usd``: at the limit,
        ``BudgetReachedError`` is raised. ``reviewer`` is called after each stage.

        Raise ``InputError`` if a run would replace an edited artifact whose inputs changed, unless
        ``replace_edits`` is true. :meth:`plan` shows beforehand which stages would run;
        :meth:`keep` accepts an edited artifact unchanged. ``retry_last`` requests the last answer
        of the unfinished run again.

        ``chapter`` is the last chapter to build in a story with chapters, so that it can be played
        and corrected before the next chapter is planned; a later call continues from there.
        """
        job = PipelineJob(
            idea=idea,
            start=start,
            end=end,
            budget=budget,
            replace_edits=replace_edits,
            retry_last=retry_last,
            chapter=chapter,
            options=job_options_of(options),
        )
        live = evolve(live_parts_of(options), reviewer=reviewer)
        result: PipelineResult = await finish_job(self.container, job, live)
        return result

    def plan(
        self,
        *,
        start: str | None = None,
        end: str | None = None,
        chapter: int | None = None,
        size: Size | None = None,
        phases: PhaseMode | None = None,
    ) -> PipelinePlan:
        """Return the stages that :meth:`run` would run now, each with its estimated usage.

        The estimate is based on earlier runs of the stage. Without such runs, it is the typical
        usage for a story of its size, else of ``size``, if the models are known. ``phases``
        replaces the setting for this estimate.
        """
        require_own_story(self.container)
        self.take_in_edits()
        container = self.container
        plan = container.plan()
        found = plan.execute(start=start, end=end, chapter=chapter)
        if not found.lacks_estimates:
            return found
        registry = container.registry()
        size = registry.story(container.store().artifacts).size or size
        usage = container.estimate_stage_usage(
            size=size,
            stages=registry.artifact_names,
            phases=phases,
            passages=sum(len(each.passages) for each in found.stages),
        )
        return plan.execute(start=start, end=end, chapter=chapter, typical_usage=usage)

    def keep(self, stage: str | None = None, *, passages: Sequence[str] = ()) -> tuple[str, ...]:
        """Accept the outdated artifact of ``stage``, or of all stages; return the stages' names.

        With ``passages``, accept only the prose of these passages, and return their ids.
        """
        self.take_in_edits()
        keep = self.container.keep()
        return keep.keep_passages(passages) if passages else keep.execute(stage)

    def compare_requests(self, passage: str) -> RequestComparison:
        """Return the request for a passage beside the request that its prose was written from."""
        self.take_in_edits()
        return self.container.compare_requests().execute(passage)

    def rename(self, old: str, new: str, *, preview: bool = False) -> RenameResult:
        """Rename an entity, a label, a title or an ending in all artifacts.

        ``old`` is the name or the id. The result lists as ``unsure`` the unchanged texts that may
        refer to ``old``. With ``preview``, nothing is stored. One undo reverts the whole rename.
        """
        self.take_in_edits()
        use_case = self.container.rename()
        return use_case.preview(old, new) if preview else use_case.execute(old, new)

    async def rewrite(
        self,
        passage: str,
        wish: str | None = None,
        *,
        review: bool | None = None,
        provider: str | None = None,
        retry_last: bool = False,
        seed: int | None = None,
    ) -> RewriteResult:
        """Rewrite the prose of one passage as the note ``wish`` describes.

        Without a note, regenerate the passage from its present request.
        ``retry_last`` continues the same rewrite after an interruption or a failure, and requests
        its last answer again.
        """
        job = RewriteJob(
            passage=passage,
            wish=wish,
            review=review,
            provider=provider,
            retry_last=retry_last,
            seed=seed,
        )
        result: RewriteResult = await finish_job(self.container, job)
        return result

    async def prove_text(self, *, budget: str | None = None) -> ProofResult:
        """Let a model read the prose for facts and judge those that may contradict each other.

        Only texts and pairs that no model has read yet are paid for. ``budget`` limits the
        spending, as ``50000tokens`` or ``2.50usd``: at the limit, ``BudgetReachedError`` is raised,
        and a later call continues.
        """
        self.take_in_edits()
        runs = self.container.run_opener(meter=self.container.meter(budget))
        return await self.container.prove_text(runs=runs).execute()

    async def translate(self, language: str, *, budget: str | None = None) -> TranslateResult:
        """Let a model translate all lines to ``language`` that are new or stale.

        ``budget`` limits the spending, as for :meth:`prove_text`; a later call continues.
        """
        self.take_in_edits()
        runs = self.container.run_opener(meter=self.container.meter(budget))
        return await self.container.translate_story(runs=runs).execute(language)

    def ship(self, formats: Sequence[str] = (), *, language: str = "") -> ShipResult:
        """Export the story in ``formats``, or in all formats if empty.

        With ``language``, export the translation to this language, which must be complete.
        """
        self.take_in_edits()
        return self.container.ship(language=language).execute(formats)

    def status(self) -> ProjectStatus:
        """Return the state of each stage and the suggested next step."""
        return self.container.status().execute()

    def show(self, stage: str) -> ArtifactVersion:
        """Return the current version of a stage's artifact."""
        return self.container.show().execute(stage)

    @property
    def books(self) -> ProjectBooks:
        """The project's books, which the author and the models' research can search."""
        return ProjectBooks(self.container)

    @property
    def comments(self) -> ProjectComments:
        """The author's comments on passages, from which rewrite notes are built."""
        return ProjectComments(self.container)

    @property
    def material(self) -> ProjectMaterial:
        """The author's own files: story bible, outline and prose samples."""
        return ProjectMaterial(self.container)

    @property
    def plays(self) -> ProjectPlays:
        """The kept plays, and the fewest plays that show everything."""
        return ProjectPlays(self.container)

    @property
    def drafts(self) -> ProjectDrafts:
        """The drafts of stages and passages, from which the author chooses."""
        return ProjectDrafts(self.container)

    @property
    def studio(self) -> ProjectStudio:
        """The project's studio: interactive sessions and tasks for agents."""
        from questfoundry.composition.project.studio import ProjectStudio

        return ProjectStudio(self.container)

    def take_in_edits(self) -> tuple[ArtifactVersion, ...]:
        """Store a new version of each artifact file that was edited, and return these versions."""
        return self.container.sync_edits().execute().versions
