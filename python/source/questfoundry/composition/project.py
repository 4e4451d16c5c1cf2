"""The main entry point of the library: a project, in a folder or in memory."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from questfoundry.app.pipeline.plan import PipelinePlan
from questfoundry.app.pipeline.run_pipeline import PipelineResult, Reviewer
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.project.rename import RenameResult
from questfoundry.app.project.status import ProjectStatus
from questfoundry.app.run.cooperative import yield_to_loop
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.shipping.ship import ShipResult
from questfoundry.app.writing.rewrite import RewriteResult
from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.estimates import estimate_stage_usage
from questfoundry.composition.inputs import require_language
from questfoundry.composition.models import Models, ProjectModels, source_of_models
from questfoundry.composition.project_books import ProjectBooks
from questfoundry.composition.project_comments import ProjectComments
from questfoundry.composition.project_material import ProjectMaterial
from questfoundry.composition.project_takes import ProjectDrafts
from questfoundry.composition.run_options import RunOptions, inputs_of, interaction_of, models_of
from questfoundry.composition.settings import load_settings
from questfoundry.composition.trust import Trust, require_trust
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.budget import Budget
from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.domain.protocols import EventSink
from questfoundry.domain.remedy import RewritePassage, SimpleAction
from questfoundry.domain.story.size import Size

if TYPE_CHECKING:
    from questfoundry.composition.project_studio import ProjectStudio


@former_names(in_memory="open_in_memory")
class Project:
    """A story and all that is kept with it; made by :meth:`open` or :meth:`in_memory`.

    Used with ``async with``, or closed by :meth:`close`. Raises the kinds of
    :class:`~questfoundry.domain.errors.QuestFoundryError`; what a run has finished by then is
    kept. ``container`` is the wiring, each of whose providers can be overridden.
    """

    def __init__(self, container: ProjectContainer) -> None:
        self.container = container

    @classmethod
    def open(
        cls,
        folder: str | Path,
        *,
        models: Models | None = None,
        env: Mapping[str, str] | None = None,
        events: Sequence[EventSink] = (),
        log: bool = False,
        trust: Trust = False,
    ) -> Self:
        """The project in ``folder``, which need not exist yet.

        Its ``project.yaml`` and ``env``, the process's environment unless given, choose the
        models where there are no ``models`` of your own. ``log`` switches logging on.

        A project that was not made on this machine may name servers, models or logs, or bring
        prompts: ``SettingsError`` then, unless ``trust`` is true, or a function that is shown what
        it sets and agrees, which is remembered for this user.
        """
        root = Path(folder)
        root.mkdir(parents=True, exist_ok=True)
        settings = load_settings(root, os.environ if env is None else env, log=log)
        require_trust(settings, trust)
        return cls(ProjectContainer(settings, models=source_of_models(models), sinks=events))

    @classmethod
    def open_in_memory(
        cls,
        *,
        models: Models | None = None,
        env: Mapping[str, str] | None = None,
        events: Sequence[EventSink] = (),
    ) -> Self:
        """A project that lasts as long as its object; no file is written."""
        from questfoundry.composition.in_memory import InMemoryProjectContainer

        environment = os.environ if env is None else env
        return cls(
            InMemoryProjectContainer(environment, models=source_of_models(models), sinks=events)
        )

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
        """Give back connections, processes and the database."""
        await self.container.closing().aclose()

    async def run_stage(
        self,
        name: str,
        idea: str = "",
        *,
        remark: str = "",
        resume: str | None = None,
        retry_last: bool = False,
        redo: str | None = None,
        **options: Unpack[RunOptions],
    ) -> StageResult:
        """Run a stage and return its accepted artifact.

        A stage that is made from others takes a ``remark`` instead of an idea. ``resume`` names
        an unfinished run to go on with, whose own inputs count, and ``retry_last`` asks anew for
        its last answer; ``redo`` is a remark with which the stage is made anew, from its artifact
        as it is and its earlier discussion.
        """
        self._require_own_story()
        inputs = inputs_of(self.container.settings(), idea, remark, options)
        interaction = interaction_of(self.container, options)
        self.take_in_edits()
        use_case = self.container.run_stage(
            runs=self.container.run_opener(models=models_of(self.container, options))
        )
        if resume is not None:
            return await use_case.resume(
                name, resume, retry_last=retry_last, interaction=interaction
            )
        return await use_case.execute(name, inputs, rerun_note=redo, interaction=interaction)

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
        """Run the stages from DREAM to SHIP, as far as they have to be; a later call goes on.

        All is made anew from the stage ``start`` on; ``end`` is the last one. ``budget`` is what
        may be spent, as ``50000tokens`` or ``2.50usd``: ``BudgetReachedError`` where it is. The
        ``reviewer`` is asked after each stage. What was edited, and would be made anew because
        something before it changed, is an ``InputError``, unless ``replace_edits``: :meth:`plan`
        says beforehand what would be made, :meth:`keep` takes it as it is. ``retry_last`` asks
        anew for the last answer of the unfinished run that it goes on with.

        A long story has chapters. With ``chapter`` it is made up to that one, to be played and
        corrected before the next is planned from it; a later call goes on from there.
        """
        await yield_to_loop()
        self._require_own_story()
        settings = self.container.settings()
        require_language(settings, options.get("language"))
        inputs = inputs_of(settings, idea, "", options, chapter)
        interaction = interaction_of(self.container, options)
        models = models_of(self.container, options)
        if isinstance(models, ProjectModels):
            models.refuse_recordings()
        self.take_in_edits()
        meter = SpendMeter(
            prices=self.container.prices(), budget=Budget.parse(budget) if budget else None
        )
        runs = self.container.run_opener(models=models, meter=meter)
        pipeline = self.container.run_pipeline(
            run_stage=self.container.run_stage(runs=runs), meter=meter
        )
        return await pipeline.execute(
            inputs,
            start=start,
            end=end,
            size=inputs.size if options.get("size") else None,
            shape=inputs.shape if options.get("shape") else None,
            interaction=interaction,
            reviewer=reviewer,
            replace_edits=replace_edits,
            retry_last=retry_last,
        )

    def plan(
        self,
        *,
        start: str | None = None,
        end: str | None = None,
        chapter: int | None = None,
        size: Size | None = None,
    ) -> PipelinePlan:
        """What :meth:`run` would do now, stage by stage, and what it takes, about.

        That is what the same took before; elsewhere what is typical of a story of its ``size``,
        where the models are known.
        """
        self._require_own_story()
        self.take_in_edits()
        plan = self.container.plan()
        found = plan.execute(start=start, end=end, chapter=chapter)
        if not found.lacks_estimates:
            return found
        return plan.execute(
            start=start,
            end=end,
            chapter=chapter,
            typical_usage=estimate_stage_usage(self.container, size),
        )

    def _require_own_story(self) -> None:
        """Stages make a story of their own; one that was imported is its files."""
        if self.container.source():
            raise InputError(
                "The story of this project was imported into source/, so stages cannot make it. "
                "Rewrite a passage, check the story, or create another project for a new story.",
                remedies=(
                    RewritePassage("PASSAGE"),
                    SimpleAction.CHECK_STRUCTURE,
                    SimpleAction.BEGIN_PROJECT,
                ),
            )

    def keep(self, stage: str | None = None) -> tuple[str, ...]:
        """Take a stale artifact, or all of them, as they are; the stages that were stale."""
        self.take_in_edits()
        return self.container.keep().execute(stage)

    def rename(self, old: str, new: str, *, preview: bool = False) -> RenameResult:
        """Carry a new name through all artifacts: of an entity, a label, a title or an ending.

        ``old`` is its name or its id. What may mean it and is left stands in ``unsure``; with
        ``preview`` nothing is stored. One undo takes it back.
        """
        self.take_in_edits()
        use_case = self.container.rename()
        return use_case.preview(old, new) if preview else use_case.execute(old, new)

    async def rewrite(
        self,
        passage: str,
        wish: str,
        *,
        review: bool | None = None,
        provider: str | None = None,
        retry_last: bool = False,
        seed: int | None = None,
    ) -> RewriteResult:
        """Write one passage of the written story anew, in the way that the wish says.

        ``retry_last`` goes on with the same that was cut off, or failed, and asks anew for its
        last answer.
        """
        file = self.container.settings().file
        self.take_in_edits()
        named: RunOptions = {"provider": provider or ""}
        runs = self.container.run_opener(models=models_of(self.container, named))
        use_case = self.container.rewrite(runs=runs)
        reviews = file.fill.reviewer is not None if review is None else review
        return await use_case.execute(
            passage, wish, review=reviews, retry_last=retry_last, seed=seed
        )

    def ship(self, formats: Sequence[str] = ()) -> ShipResult:
        """Write the story in those formats, or in all of them."""
        self.take_in_edits()
        return self.container.ship().execute(formats)

    def status(self) -> ProjectStatus:
        """Where each stage stands, and what comes next."""
        return self.container.status().execute()

    def show(self, stage: str) -> ArtifactVersion:
        """The version of a stage's artifact that counts."""
        return self.container.show().execute(stage)

    @property
    def books(self) -> ProjectBooks:
        """The books that the story draws on."""
        return ProjectBooks(self.container)

    @property
    def comments(self) -> ProjectComments:
        """What the author noted on passages, to be wished for."""
        return ProjectComments(self.container)

    @property
    def material(self) -> ProjectMaterial:
        """The author's bible, outline and prose of their own."""
        return ProjectMaterial(self.container)

    @property
    def drafts(self) -> ProjectDrafts:
        """Several proposals for a stage or a passage, to choose from."""
        return ProjectDrafts(self.container)

    @property
    def studio(self) -> ProjectStudio:
        """Sessions over the project, and tasks for one or several agents."""
        from questfoundry.composition.project_studio import ProjectStudio

        return ProjectStudio(self.container)

    def take_in_edits(self) -> tuple[ArtifactVersion, ...]:
        """Make versions of the artifact files that were edited; done before all that reads them."""
        return self.container.sync_edits().execute().versions
