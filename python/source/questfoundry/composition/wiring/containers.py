"""The dependency injection container of a project: use cases over adapters.

Each provider is created on first use. Programs and tests replace a provider with
``container.<name>.override(...)``. The containers are plain objects with providers as attributes,
because declarative containers import web frameworks if these are installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dependency_injector import providers

from questfoundry.app.pipeline.drafts import DraftsUseCase
from questfoundry.app.pipeline.plan import PlanPipelineUseCase
from questfoundry.app.pipeline.preview import PreviewPromptUseCase
from questfoundry.app.pipeline.run_pipeline import RunPipelineUseCase
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.pipeline.start_stage import StartStageUseCase
from questfoundry.app.project.accept_artifacts import KeepUseCase
from questfoundry.app.project.consequences import PreviewEditUseCase
from questfoundry.app.project.patch import PatchArtifactUseCase
from questfoundry.app.project.rename import RenameUseCase
from questfoundry.app.project.show import ShowArtifactUseCase
from questfoundry.app.project.status import ProjectStatusUseCase
from questfoundry.app.project.sync import SyncEditsUseCase
from questfoundry.app.project.undo import RestoreFilesUseCase, UndoUseCase
from questfoundry.app.run.models import ModelSource, PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.runs.report import RunsUseCase
from questfoundry.app.shipping.manifest import FindExportUseCase
from questfoundry.app.shipping.ship import ShipUseCase
from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.story_map.draw_map import DrawMapUseCase
from questfoundry.app.structure.check_project import CheckProjectUseCase
from questfoundry.app.structure.inspect import InspectProjectUseCase
from questfoundry.app.structure.inspect_passage import InspectPassageUseCase
from questfoundry.app.writing.rewrite import RewritePassageUseCase
from questfoundry.app.writing.rewrite_source import RewriteSourceUseCase
from questfoundry.app.writing.undo_rewrite import UndoRewriteUseCase
from questfoundry.app.writing.write_story import WriteStory
from questfoundry.composition.registries.exporters import export_advice
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.composition.wiring.adapters import ProjectAdapters
from questfoundry.composition.wiring.models import ProjectModels
from questfoundry.composition.wiring.provider_stack import ProviderStack
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.protocols import ArtifactRepository, EventSink
from questfoundry.domain.story.story import Story
from questfoundry.infra.storage.material_files import read_material


def _load_woven_story(registry: StageRegistry, artifacts: ArtifactRepository) -> Story:
    return registry.load_woven_story(artifacts)


def _models_of_new_run(models: ModelSource) -> PhaseProviders:
    return models.choose_models(None)


class ProjectContainer(ProjectAdapters):
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
        self._wire_runs(models)
        self._wire_use_cases()

    def _wire_runs(self, models: ModelSource | None) -> None:
        self.stack = stack = providers.Singleton(
            ProviderStack,
            settings=self.settings,
            prompts=self.prompts,
            journal=self.store.provided.journal,
            clock=self.clock,
            events=self.events,
            closing=self.closing,
        )
        chosen = providers.Factory(
            ProjectModels,
            settings=self.settings,
            flags=self.flags,
            runs=self.store.provided.runs,
            stack=stack,
            events=self.events,
        )
        self.chosen_models = chosen
        self.models: providers.Provider[ModelSource] = (
            providers.Singleton(ProjectModels, *chosen.args, **chosen.kwargs)
            if models is None
            else providers.Object(models)
        )
        self.phase_providers = providers.Callable(_models_of_new_run, self.models)
        self.run_opener = providers.Factory(
            RunOpener,
            store=self.store,
            models=self.models,
            meter=providers.Factory(SpendMeter, prices=self.prices),
            prices=self.prices,
            events=self.events,
            clock=self.clock,
        )

    def _wire_use_cases(self) -> None:
        store, registry = self.store, self.registry
        self.start_stage = providers.Factory(StartStageUseCase, registry=registry, store=store)
        self.run_stage = providers.Factory(
            RunStageUseCase,
            registry=registry,
            store=store,
            runs=self.run_opener,
            prompts=self.prompts,
            completions=providers.Dict(
                {
                    FILL: providers.Factory(
                        WriteStory,
                        store=store,
                        prompts=self.prompts,
                        concurrency=self.settings.provided.file.limits.concurrency,
                    )
                }
            ),
        )
        self.rewrite = providers.Factory(
            RewritePassageUseCase,
            registry=registry,
            store=store,
            runs=self.run_opener,
            prompts=self.prompts,
        )
        self.drafts = providers.Factory(
            DraftsUseCase,
            registry=registry,
            store=store,
            runs=self.run_opener,
            run_stage=self.run_stage,
            prompts=self.prompts,
        )
        self.rewrite_source = providers.Factory(
            RewriteSourceUseCase,
            source=self.source,
            store=store,
            runs=self.run_opener,
            prompts=self.prompts,
        )
        self.undo_rewrite = providers.Factory(UndoRewriteUseCase, source=self.source, store=store)
        self.sync_edits = providers.Factory(
            SyncEditsUseCase,
            registry=registry,
            store=store,
            prompts=self.prompts,
            clock=self.clock,
        )
        self.status = providers.Factory(
            ProjectStatusUseCase,
            registry=registry,
            store=store,
            exports=self.export_folder,
            material=providers.Callable(partial, read_material, self.settings.provided.paths.root),
        )
        self.plan = providers.Factory(
            PlanPipelineUseCase,
            registry=registry,
            store=store,
            status=self.status,
            prices=self.prices,
        )
        self.rename = providers.Factory(
            RenameUseCase,
            registry=registry,
            store=store,
            prompts=self.prompts,
            status=self.status,
            clock=self.clock,
        )
        self.keep = providers.Factory(
            KeepUseCase, registry=registry, store=store, prompts=self.prompts, status=self.status
        )
        self.check = providers.Factory(
            CheckProjectUseCase,
            registry=registry,
            store=store,
            prompts=self.prompts,
            laws=self.laws,
        )
        self.patch = providers.Factory(
            PatchArtifactUseCase,
            registry=registry,
            store=store,
            prompts=self.prompts,
            clock=self.clock,
        )
        self.preview_edit = providers.Factory(
            PreviewEditUseCase, registry=registry, store=store, patch=self.patch
        )
        self.inspect = providers.Factory(InspectProjectUseCase, registry=registry, store=store)
        self.inspect_passage = providers.Factory(
            InspectPassageUseCase, registry=registry, store=store
        )
        self.woven_story = providers.Factory(
            _load_woven_story, registry=registry, artifacts=store.provided.artifacts
        )
        self.draw_map = providers.Factory(DrawMapUseCase, renderers=self.map_renderers)
        self.show = providers.Factory(ShowArtifactUseCase, registry=registry, store=store)
        self.undo = providers.Factory(UndoUseCase, store=store)
        self.restore_files = providers.Factory(RestoreFilesUseCase, store=store)
        self.runs = providers.Factory(RunsUseCase, store=store, prices=self.prices)
        self.preview = providers.Factory(
            PreviewPromptUseCase,
            registry=registry,
            store=store,
            models=self.models,
            prompts=self.prompts,
            events=self.events,
            research=self.research,
        )
        self.ship = providers.Factory(
            ShipUseCase,
            registry=registry,
            store=store,
            prices=self.prices,
            exporters=self.exporters,
            laws=self.laws,
            reports=self.reports,
            identity=self.identity,
            folder=self.export_folder,
            language=self.settings.provided.file.language,
            publication=self.publication.provider,
            advice=providers.Object(export_advice),
        )
        self.find_export = providers.Factory(FindExportUseCase, folder=self.export_folder)
        self.run_pipeline = providers.Factory(
            RunPipelineUseCase,
            registry=registry,
            store=store,
            status=self.status,
            plan=self.plan,
            start_stage=self.start_stage,
            run_stage=self.run_stage,
            sync_edits=self.sync_edits,
            ship=self.ship,
            events=self.events,
            clock=self.clock,
        )
