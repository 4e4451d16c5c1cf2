"""The use cases of a project that start no run: reading, checking, editing and exporting."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from questfoundry.composition.wiring.lazy import factory

if TYPE_CHECKING:
    from questfoundry.app.project.accept_artifacts import KeepUseCase
    from questfoundry.app.project.consequences import PreviewEditUseCase
    from questfoundry.app.project.patch import PatchArtifactUseCase
    from questfoundry.app.project.rename import RenameUseCase
    from questfoundry.app.project.show import ShowArtifactUseCase
    from questfoundry.app.project.status import ProjectStatusUseCase
    from questfoundry.app.project.sync import SyncEditsUseCase
    from questfoundry.app.project.undo import RestoreFilesUseCase, UndoUseCase
    from questfoundry.app.runs.report import RunsUseCase
    from questfoundry.app.shipping.manifest import FindExportUseCase
    from questfoundry.app.shipping.ship import ShipUseCase
    from questfoundry.app.story_map.draw_map import DrawMapUseCase
    from questfoundry.app.structure.check_project import CheckProjectUseCase
    from questfoundry.app.structure.inspect import InspectProjectUseCase
    from questfoundry.app.structure.inspect_passage import InspectPassageUseCase
    from questfoundry.app.writing.rewrite_source import UndoRewriteUseCase
    from questfoundry.composition.wiring.adapters import ProjectAdapters as _Adapters
    from questfoundry.domain.protocols import ExportFolder
    from questfoundry.domain.story.story import Story
else:
    _Adapters = object


class UseCases(_Adapters):
    """The use cases of one project that start no run, mixed into its container."""

    @factory
    def undo_rewrite(self) -> UndoRewriteUseCase:
        from questfoundry.app.writing.rewrite_source import UndoRewriteUseCase

        return UndoRewriteUseCase(source=self._require_source(), store=self.store())

    @factory
    def sync_edits(self) -> SyncEditsUseCase:
        from questfoundry.app.project.sync import SyncEditsUseCase

        return SyncEditsUseCase(
            registry=self.registry(),
            store=self.store(),
            prompts=self.prompts(),
            clock=self.clock(),
        )

    @factory
    def status(self) -> ProjectStatusUseCase:
        from questfoundry.app.project.status import ProjectStatusUseCase
        from questfoundry.infra.storage.material_files import read_material

        return ProjectStatusUseCase(
            registry=self.registry(),
            store=self.store(),
            exports=self.export_folder(),
            material=partial(read_material, self.settings().paths.root),
        )

    @factory
    def rename(self) -> RenameUseCase:
        from questfoundry.app.project.rename import RenameUseCase

        return RenameUseCase(
            registry=self.registry(),
            store=self.store(),
            prompts=self.prompts(),
            status=self.status(),
            clock=self.clock(),
        )

    @factory
    def keep(self) -> KeepUseCase:
        from questfoundry.app.project.accept_artifacts import KeepUseCase

        return KeepUseCase(
            registry=self.registry(),
            store=self.store(),
            prompts=self.prompts(),
            status=self.status(),
        )

    @factory
    def check(self) -> CheckProjectUseCase:
        from questfoundry.app.structure.check_project import CheckProjectUseCase

        return CheckProjectUseCase(
            registry=self.registry(),
            store=self.store(),
            prompts=self.prompts(),
            laws=self.laws(),
        )

    @factory
    def patch(self) -> PatchArtifactUseCase:
        from questfoundry.app.project.patch import PatchArtifactUseCase

        return PatchArtifactUseCase(
            registry=self.registry(),
            store=self.store(),
            prompts=self.prompts(),
            clock=self.clock(),
        )

    @factory
    def preview_edit(self) -> PreviewEditUseCase:
        from questfoundry.app.project.consequences import PreviewEditUseCase

        return PreviewEditUseCase(registry=self.registry(), store=self.store(), patch=self.patch())

    @factory
    def inspect(self) -> InspectProjectUseCase:
        from questfoundry.app.structure.inspect import InspectProjectUseCase

        return InspectProjectUseCase(registry=self.registry(), store=self.store())

    @factory
    def inspect_passage(self) -> InspectPassageUseCase:
        from questfoundry.app.structure.inspect_passage import InspectPassageUseCase

        return InspectPassageUseCase(registry=self.registry(), store=self.store())

    @factory
    def load_woven_story(self) -> Story:
        return self.registry().load_woven_story(self.store().artifacts)

    @factory
    def draw_map(self) -> DrawMapUseCase:
        from questfoundry.app.story_map.draw_map import DrawMapUseCase

        return DrawMapUseCase(renderers=self.map_renderers())

    @factory
    def show(self) -> ShowArtifactUseCase:
        from questfoundry.app.project.show import ShowArtifactUseCase

        return ShowArtifactUseCase(registry=self.registry(), store=self.store())

    @factory
    def undo(self) -> UndoUseCase:
        from questfoundry.app.project.undo import UndoUseCase

        return UndoUseCase(store=self.store())

    @factory
    def restore_files(self) -> RestoreFilesUseCase:
        from questfoundry.app.project.undo import RestoreFilesUseCase

        return RestoreFilesUseCase(store=self.store())

    @factory
    def runs(self) -> RunsUseCase:
        from questfoundry.app.runs.report import RunsUseCase

        return RunsUseCase(store=self.store(), prices=self.prices())

    @factory
    def ship(self, folder: ExportFolder | None = None) -> ShipUseCase:
        from questfoundry.app.shipping.ship import ShipUseCase
        from questfoundry.composition.registries.exporters import export_advice

        return ShipUseCase(
            registry=self.registry(),
            store=self.store(),
            prices=self.prices(),
            exporters=self.exporters(),
            laws=self.laws(),
            reports=self.reports(),
            identity=self.identity(),
            folder=folder or self.export_folder(),
            language=self.settings().file.language,
            publication=self.publication,
            advice=export_advice,
        )

    @factory
    def find_export(self) -> FindExportUseCase:
        from questfoundry.app.shipping.manifest import FindExportUseCase

        return FindExportUseCase(folder=self.export_folder())
