"""The container of a project: its adapters, its books, its use cases and its runs.

Each provider is created on first use. Programs and tests replace a provider with
``container.<name>.override(...)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from dependency_injector import providers

from questfoundry.composition.wiring.adapters import ProjectAdapters
from questfoundry.composition.wiring.lazy import Provided, factory, singleton, wire
from questfoundry.composition.wiring.library import LibraryContainer, research_tools
from questfoundry.domain.models.settings import SourceChoices

if TYPE_CHECKING:
    from questfoundry.app.agent import ToolOffer
    from questfoundry.app.jobs import JobExecutor
    from questfoundry.app.pipeline.drafts import DraftsUseCase
    from questfoundry.app.pipeline.plan import PlanPipelineUseCase
    from questfoundry.app.pipeline.preview import PreviewPromptUseCase
    from questfoundry.app.pipeline.rules import StartStageUseCase
    from questfoundry.app.pipeline.run_pipeline import RunPipelineUseCase
    from questfoundry.app.pipeline.run_stage import RunStageUseCase
    from questfoundry.app.playing.kept_play import KeptPlay
    from questfoundry.app.project.change_stats import ChangeStatsUseCase
    from questfoundry.app.project.current_versions import (
        KeepUseCase,
        RestoreFilesUseCase,
        UndoUseCase,
    )
    from questfoundry.app.project.joint_edits import AddEntityUseCase, FindTextUseCase
    from questfoundry.app.project.patch import (
        PatchArtifactUseCase,
        PreviewEditUseCase,
        ShowArtifactUseCase,
    )
    from questfoundry.app.project.rename import RenameUseCase
    from questfoundry.app.project.status import ProjectStatusUseCase
    from questfoundry.app.project.sync import SyncEditsUseCase
    from questfoundry.app.run.models import ModelSource, PhaseProviders
    from questfoundry.app.run.open_run import RunOpener
    from questfoundry.app.run.spend_meter import SpendMeter
    from questfoundry.app.runs.cost import RunsUseCase
    from questfoundry.app.shipping.manifest import FindExportUseCase
    from questfoundry.app.shipping.ship import ShipUseCase
    from questfoundry.app.story_map.draw_map import DrawMapUseCase
    from questfoundry.app.structure.agency import MeasureAgencyUseCase
    from questfoundry.app.structure.check import CheckProjectUseCase
    from questfoundry.app.structure.hands import HandLedgerUseCase
    from questfoundry.app.structure.inspect import InspectProjectUseCase
    from questfoundry.app.structure.inspect_passage import InspectPassageUseCase
    from questfoundry.app.structure.own_words import OwnWords
    from questfoundry.app.structure.writing_goal import MeasureGoalUseCase
    from questfoundry.app.translation.changes import (
        ChangeTranslationsUseCase,
        TranslationHandsUseCase,
    )
    from questfoundry.app.translation.sheets import TranslationSheetsUseCase
    from questfoundry.app.translation.translate_story import TranslateStoryUseCase
    from questfoundry.app.translation.workbook import Translations
    from questfoundry.app.writing.author_brief import BriefAuthorUseCase, CompareRequestsUseCase
    from questfoundry.app.writing.prove_text import ProveTextUseCase
    from questfoundry.app.writing.rewrite import RewritePassageUseCase
    from questfoundry.app.writing.rewrite_source import RewriteSourceUseCase, UndoRewriteUseCase
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.wiring.models import ProjectModels, ProviderStack
    from questfoundry.domain.protocols.exporter import AssetSource, ExportFolder
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.protocols.runs import EventSink
    from questfoundry.domain.run.modes import ProseMode
    from questfoundry.domain.run.record import PaidUsage
    from questfoundry.domain.story.story import Story


class ProjectContainer(ProjectAdapters):
    """All use cases and adapters of one project.

    ``models`` replaces the models from the settings. ``flags`` chooses models, as the command-line
    options do. ``sinks`` receive all events.
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

    job_executor: Provided[JobExecutor] = wire(
        "questfoundry.composition.wiring.perform:build_job_executor", singleton, project="_itself"
    )

    @factory
    def _list_strict_laws(self) -> tuple[str, ...]:
        return self.settings().file.check.errors

    def _itself(self) -> ProjectContainer:
        return self

    # Models and runs

    stack: Provided[ProviderStack] = wire(
        "questfoundry.composition.wiring.models:ProviderStack", singleton
    )
    select_models: Provided[ProjectModels] = wire(
        "questfoundry.composition.wiring.models:ProjectModels"
    )

    estimate_stage_usage: Provided[Mapping[str, PaidUsage]] = wire(
        "questfoundry.composition.wiring.models:estimate_stage_usage"
    )

    @singleton
    def models(self) -> ModelSource:
        return self.select_models()

    @factory
    def phase_providers(self) -> PhaseProviders:
        """Return the model of each phase for a new run."""
        return self.models().choose_models(None)

    @factory
    def meter(self, budget: str | None = None) -> SpendMeter:
        """Return a spending meter that stops at ``budget``, as ``50000tokens`` or ``2.50usd``."""
        from questfoundry.app.run.spend_meter import SpendMeter
        from questfoundry.domain.run.spec import Budget

        limit = Budget.parse(budget) if budget else None
        return SpendMeter(prices=self.prices(), budget=limit)

    run_opener: Provided[RunOpener] = wire("questfoundry.app.run.open_run:RunOpener")
    start_stage: Provided[StartStageUseCase] = wire(
        "questfoundry.app.pipeline.rules:StartStageUseCase"
    )

    @factory
    def run_stage(self, runs: RunOpener | None = None) -> RunStageUseCase:
        from questfoundry.app.pipeline.run_stage import RunStageUseCase
        from questfoundry.app.stages.fill import FILL
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

    rewrite: Provided[RewritePassageUseCase] = wire(
        "questfoundry.app.writing.rewrite:RewritePassageUseCase",
        runs="run_opener",
        prose="_get_prose_mode",
    )
    drafts: Provided[DraftsUseCase] = wire(
        "questfoundry.app.pipeline.drafts:DraftsUseCase", runs="run_opener", prose="_get_prose_mode"
    )
    rewrite_source: Provided[RewriteSourceUseCase] = wire(
        "questfoundry.app.writing.rewrite_source:RewriteSourceUseCase",
        source="_require_source",
        runs="run_opener",
    )
    plan: Provided[PlanPipelineUseCase] = wire("questfoundry.app.pipeline.plan:PlanPipelineUseCase")
    preview: Provided[PreviewPromptUseCase] = wire(
        "questfoundry.app.pipeline.preview:PreviewPromptUseCase"
    )
    compare_requests: Provided[CompareRequestsUseCase] = wire(
        "questfoundry.app.writing.author_brief:CompareRequestsUseCase"
    )
    run_pipeline: Provided[RunPipelineUseCase] = wire(
        "questfoundry.app.pipeline.run_pipeline:RunPipelineUseCase"
    )

    # Reading, checking, editing and exporting

    sync_edits: Provided[SyncEditsUseCase] = wire("questfoundry.app.project.sync:SyncEditsUseCase")
    rename: Provided[RenameUseCase] = wire("questfoundry.app.project.rename:RenameUseCase")
    add_entity: Provided[AddEntityUseCase] = wire(
        "questfoundry.app.project.joint_edits:AddEntityUseCase"
    )
    change_stats: Provided[ChangeStatsUseCase] = wire(
        "questfoundry.app.project.change_stats:ChangeStatsUseCase"
    )
    find_text: Provided[FindTextUseCase] = wire(
        "questfoundry.app.project.joint_edits:FindTextUseCase"
    )
    keep: Provided[KeepUseCase] = wire("questfoundry.app.project.current_versions:KeepUseCase")
    patch: Provided[PatchArtifactUseCase] = wire(
        "questfoundry.app.project.patch:PatchArtifactUseCase"
    )
    preview_edit: Provided[PreviewEditUseCase] = wire(
        "questfoundry.app.project.patch:PreviewEditUseCase"
    )
    show: Provided[ShowArtifactUseCase] = wire("questfoundry.app.project.patch:ShowArtifactUseCase")
    undo: Provided[UndoUseCase] = wire("questfoundry.app.project.current_versions:UndoUseCase")
    restore_files: Provided[RestoreFilesUseCase] = wire(
        "questfoundry.app.project.current_versions:RestoreFilesUseCase"
    )
    undo_rewrite: Provided[UndoRewriteUseCase] = wire(
        "questfoundry.app.writing.rewrite_source:UndoRewriteUseCase", source="_require_source"
    )
    check: Provided[CheckProjectUseCase] = wire(
        "questfoundry.app.structure.check:CheckProjectUseCase",
        laws="laws",
        strict_laws="_list_strict_laws",
        files="_files",
        assets="assets",
        read_plays="_list_plays",
        own_words="own_words",
    )
    brief_author: Provided[BriefAuthorUseCase] = wire(
        "questfoundry.app.writing.author_brief:BriefAuthorUseCase", language="_get_language"
    )
    prove_text: Provided[ProveTextUseCase] = wire(
        "questfoundry.app.writing.prove_text:ProveTextUseCase", runs="run_opener", files="_files"
    )

    translate_story: Provided[TranslateStoryUseCase] = wire(
        "questfoundry.app.translation.translate_story:TranslateStoryUseCase", runs="run_opener"
    )
    change_translations: Provided[ChangeTranslationsUseCase] = wire(
        "questfoundry.app.translation.changes:ChangeTranslationsUseCase"
    )
    translation_sheets: Provided[TranslationSheetsUseCase] = wire(
        "questfoundry.app.translation.sheets:TranslationSheetsUseCase",
        changes="change_translations",
        formats="translation_formats",
    )
    translation_hands: Provided[TranslationHandsUseCase] = wire(
        "questfoundry.app.translation.changes:TranslationHandsUseCase"
    )

    @factory
    def translations(self) -> Translations:
        from questfoundry.app.translation.workbook import Translations
        from questfoundry.infra.storage.yaml_files import YamlTranslationFiles

        return Translations(
            registry=self.registry(),
            store=self.store(),
            files=YamlTranslationFiles(self._files()),
            source_language=self.settings().file.language,
            publication=self.publication,
        )

    def _get_prose_mode(self) -> ProseMode:
        return self.settings().file.prose

    def _get_language(self) -> str:
        return self.settings().file.language

    def _files(self) -> ProjectFiles:
        return self.settings().files

    def _list_plays(self) -> Callable[[], Mapping[str, KeptPlay]]:
        from questfoundry.infra.storage.yaml_files import read_plays

        return partial(read_plays, self._files())

    inspect: Provided[InspectProjectUseCase] = wire(
        "questfoundry.app.structure.inspect:InspectProjectUseCase"
    )
    measure_agency: Provided[MeasureAgencyUseCase] = wire(
        "questfoundry.app.structure.agency:MeasureAgencyUseCase"
    )
    inspect_passage: Provided[InspectPassageUseCase] = wire(
        "questfoundry.app.structure.inspect_passage:InspectPassageUseCase"
    )
    draw_map: Provided[DrawMapUseCase] = wire(
        "questfoundry.app.story_map.draw_map:DrawMapUseCase", renderers="map_renderers"
    )
    runs: Provided[RunsUseCase] = wire("questfoundry.app.runs.cost:RunsUseCase")
    find_export: Provided[FindExportUseCase] = wire(
        "questfoundry.app.shipping.manifest:FindExportUseCase", folder="export_folder"
    )

    hands: Provided[HandLedgerUseCase] = wire("questfoundry.app.structure.hands:HandLedgerUseCase")

    @factory
    def status(self) -> ProjectStatusUseCase:
        from questfoundry.app.project.status import ProjectStatusUseCase
        from questfoundry.infra.storage.material_files import read_material

        return ProjectStatusUseCase(
            registry=self.registry(),
            store=self.store(),
            exports=self.export_folder(),
            material=partial(read_material, self.settings().files),
            own_words=self.own_words(),
        )

    @factory
    def measure_goal(self) -> MeasureGoalUseCase:
        from questfoundry.app.structure.writing_goal import MeasureGoalUseCase

        return MeasureGoalUseCase(
            store=self.store(), clock=self.clock(), goal=self.author_goal().read()
        )

    @factory
    def own_words(self) -> OwnWords | None:
        """Return the author's own words, or ``None`` if a model writes the story."""
        mode = self.settings().file.prose
        if not mode.is_mine:
            return None
        from questfoundry.app.structure.own_words import OwnWords

        return OwnWords(store=self.store(), mode=mode)

    @factory
    def load_woven_story(self) -> Story:
        return self.registry().load_woven_story(self.store().artifacts)

    @factory
    def ship(self, folder: ExportFolder | None = None, language: str = "") -> ShipUseCase:
        """Return the export of the story or, with ``language``, of its translation."""
        from questfoundry.app.shipping.ship import ShipUseCase
        from questfoundry.app.structure.text_proof import read_proof
        from questfoundry.composition.registries.formats import export_advice
        from questfoundry.composition.wiring.publication import read_translation, words_file
        from questfoundry.infra.export.assets import write_store_covers

        return ShipUseCase(
            registry=self.registry(),
            store=self.store(),
            prices=self.prices(),
            exporters=self.exporters(),
            laws=self.laws(),
            reports=self.reports(),
            identity=self.identity(),
            folder=folder or self.export_folder(language=language),
            language=self.settings().file.language,
            publication=self.publication,
            advice=partial(export_advice, file=words_file(language) if language else ""),
            proof=partial(read_proof, self._files()),
            assets=self.assets(),
            translation=read_translation(self, language) if language else None,
            own_words=self.own_words(),
            covers=write_store_covers,
        )

    @factory
    def assets(self) -> AssetSource:
        from questfoundry.infra.export.assets import FolderAssets

        return FolderAssets(self.settings().files)
