"""The container of a project: its adapters, its books, its use cases and its runs.

Each provider is created on first use. Programs and tests replace a provider with
``container.<name>.override(...)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from dependency_injector import providers

from questfoundry.composition.wiring.adapters import ProjectAdapters
from questfoundry.composition.wiring.lazy import factory, singleton
from questfoundry.composition.wiring.library import LibraryContainer, research_tools
from questfoundry.composition.wiring.use_cases import UseCases
from questfoundry.domain.models.settings import SourceChoices

if TYPE_CHECKING:
    from questfoundry.app.agent.toolset import ToolOffer
    from questfoundry.app.pipeline.drafts import DraftsUseCase
    from questfoundry.app.pipeline.plan import PlanPipelineUseCase
    from questfoundry.app.pipeline.preview import PreviewPromptUseCase
    from questfoundry.app.pipeline.run_pipeline import RunPipelineUseCase
    from questfoundry.app.pipeline.run_stage import RunStageUseCase
    from questfoundry.app.pipeline.start_stage import StartStageUseCase
    from questfoundry.app.run.models import ModelSource, PhaseProviders
    from questfoundry.app.run.open_run import RunOpener
    from questfoundry.app.run.spend_meter import SpendMeter
    from questfoundry.app.writing.rewrite import RewritePassageUseCase
    from questfoundry.app.writing.rewrite_source import RewriteSourceUseCase
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.wiring.models import ProjectModels, ProviderStack
    from questfoundry.domain.protocols import EventSink


class ProjectContainer(UseCases, ProjectAdapters):
    """All use cases and adapters of one project.

    ``models`` replaces the models from the settings. ``flags`` names models like the options of the
    command line. ``sinks`` receive all events.
    """

    def __init__(
        self,
        settings: ProjectSettings,
        *,
        flags: SourceChoices | None = None,
        models: ModelSource | None = None,
        sinks: Sequence[EventSink] = (),
    ) -> None:
        super().__init__(settings, sinks)
        self.flags = providers.Object(flags or SourceChoices())
        if models is not None:
            self.models.override(providers.Object(models))

    @cached_property
    def library(self) -> LibraryContainer:
        """The container of the project's books."""
        return LibraryContainer(self)

    @singleton
    def research(self) -> ToolOffer:
        return research_tools(
            self.settings(),
            self.prompts(),
            self.library.books(),
            self.library.search_books,
            self.closing(),
        )

    @singleton
    def stack(self) -> ProviderStack:
        from questfoundry.composition.wiring.models import ProviderStack

        return ProviderStack(
            settings=self.settings(),
            prompts=self.prompts(),
            journal=self.store().journal,
            clock=self.clock(),
            events=self.events(),
            closing=self.closing(),
        )

    @factory
    def select_models(self, flags: SourceChoices | None = None) -> ProjectModels:
        from questfoundry.composition.wiring.models import ProjectModels

        return ProjectModels(
            settings=self.settings(),
            flags=self.flags() if flags is None else flags,
            runs=self.store().runs,
            stack=self.stack(),
            events=self.events(),
        )

    @singleton
    def models(self) -> ModelSource:
        return self.select_models()

    @factory
    def phase_providers(self) -> PhaseProviders:
        """Return the models of a new run."""
        return self.models().choose_models(None)

    @factory
    def run_opener(
        self, models: ModelSource | None = None, meter: SpendMeter | None = None
    ) -> RunOpener:
        from questfoundry.app.run.open_run import RunOpener
        from questfoundry.app.run.spend_meter import SpendMeter

        return RunOpener(
            store=self.store(),
            models=models or self.models(),
            meter=meter or SpendMeter(prices=self.prices()),
            prices=self.prices(),
            events=self.events(),
            clock=self.clock(),
        )

    @factory
    def start_stage(self) -> StartStageUseCase:
        from questfoundry.app.pipeline.start_stage import StartStageUseCase

        return StartStageUseCase(registry=self.registry(), store=self.store())

    @factory
    def run_stage(self, runs: RunOpener | None = None) -> RunStageUseCase:
        from questfoundry.app.pipeline.run_stage import RunStageUseCase
        from questfoundry.app.stages.fill.stage import FILL
        from questfoundry.app.writing.write_story import WriteStory

        store, prompts = self.store(), self.prompts()
        concurrency = self.settings().file.limits.concurrency
        return RunStageUseCase(
            registry=self.registry(),
            store=store,
            runs=runs or self.run_opener(),
            prompts=prompts,
            completions={FILL: WriteStory(store=store, prompts=prompts, concurrency=concurrency)},
        )

    @factory
    def rewrite(self, runs: RunOpener | None = None) -> RewritePassageUseCase:
        from questfoundry.app.writing.rewrite import RewritePassageUseCase

        return RewritePassageUseCase(
            registry=self.registry(),
            store=self.store(),
            runs=runs or self.run_opener(),
            prompts=self.prompts(),
        )

    @factory
    def drafts(
        self, runs: RunOpener | None = None, run_stage: RunStageUseCase | None = None
    ) -> DraftsUseCase:
        from questfoundry.app.pipeline.drafts import DraftsUseCase

        return DraftsUseCase(
            registry=self.registry(),
            store=self.store(),
            runs=runs or self.run_opener(),
            run_stage=run_stage or self.run_stage(),
            prompts=self.prompts(),
        )

    @factory
    def rewrite_source(self, runs: RunOpener | None = None) -> RewriteSourceUseCase:
        from questfoundry.app.writing.rewrite_source import RewriteSourceUseCase

        return RewriteSourceUseCase(
            source=self._require_source(),
            store=self.store(),
            runs=runs or self.run_opener(),
            prompts=self.prompts(),
        )

    @factory
    def plan(self) -> PlanPipelineUseCase:
        from questfoundry.app.pipeline.plan import PlanPipelineUseCase

        return PlanPipelineUseCase(
            registry=self.registry(),
            store=self.store(),
            status=self.status(),
            prices=self.prices(),
        )

    @factory
    def preview(self) -> PreviewPromptUseCase:
        from questfoundry.app.pipeline.preview import PreviewPromptUseCase

        return PreviewPromptUseCase(
            registry=self.registry(),
            store=self.store(),
            models=self.models(),
            prompts=self.prompts(),
            events=self.events(),
            research=self.research(),
        )

    @factory
    def run_pipeline(
        self, meter: SpendMeter, run_stage: RunStageUseCase | None = None
    ) -> RunPipelineUseCase:
        from questfoundry.app.pipeline.run_pipeline import RunPipelineUseCase

        return RunPipelineUseCase(
            registry=self.registry(),
            store=self.store(),
            status=self.status(),
            plan=self.plan(),
            start_stage=self.start_stage(),
            run_stage=run_stage or self.run_stage(),
            sync_edits=self.sync_edits(),
            ship=self.ship(),
            events=self.events(),
            clock=self.clock(),
            meter=meter,
        )
