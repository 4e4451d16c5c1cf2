"""SHIP on several projects in one event loop."""

import asyncio
from collections.abc import Sequence

from questfoundry.app.run.cooperative import EXPORTS_AT_ONCE
from questfoundry.app.shipping.ship import ShipUseCase
from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter, StoryIdentity
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.markdown import ReportFiles
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.memory import InMemoryProjectFiles
from tests.support.editions import IFID
from tests.support.stage_runs import PennyPrices
from tests.support.written_story import written


class Counter(StoryExporter, StoryIdentity):
    """An exporter that counts the projects that have begun their export and not ended it."""

    format = "md"
    running = 0
    most = 0

    def ifid(self) -> str:
        self.running += 1
        self.most = max(self.most, self.running)
        return IFID

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        return [ExportedFile("copy.md", b"The tide.")]


async def test_few_projects_of_a_loop_export_at_once() -> None:
    """An export holds all its files, so fifty at once would take 80 MB."""
    workshops = [await written() for _ in range(2 * EXPORTS_AT_ONCE + 1)]
    counter = Counter()

    async def ship(ship: ShipUseCase) -> None:
        await ship.execute_cooperatively()
        counter.running -= 1

    exports = [
        ShipUseCase(
            registry=each.registry,
            store=each.store,
            prices=PennyPrices(),
            exporters=[counter],
            reports=ReportFiles(),
            identity=counter,
            folder=FileExportFolder(InMemoryProjectFiles(), ""),
            language="en",
        )
        for each in workshops
    ]
    await asyncio.gather(*map(ship, exports))

    assert counter.most == EXPORTS_AT_ONCE
    assert counter.running == 0
