"""The whole small story, finished, and the author's next steps."""

import json
from typing import Any

from questfoundry.app.pipeline.plan import PipelinePlan, PlanPipelineUseCase
from questfoundry.app.project.status import ProjectStatusUseCase
from questfoundry.app.project.undo import KeepUseCase
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.files import InMemoryProjectFiles
from tests.support.novelist import FillWorkshop, Novelist, filled
from tests.support.pipelines import Line
from tests.support.stage_runs import PennyPrices, Workshop

STORY = ("dream", "brainstorm", "seed", "grow", "fill")


_FINISHED: list[Workshop] = []


async def finished() -> Line:
    """Return a pipeline with the finished story, which is written once."""
    if not _FINISHED:
        fill, _ = await filled(Novelist())
        fill.workshop.sync()
        _FINISHED.append(fill.workshop)
    line = Line()
    line.workshop = FillWorkshop(_FINISHED[0].copy(), concurrency=16).workshop
    return line


def status(line: Line) -> ProjectStatusUseCase:
    shop = line.workshop
    return ProjectStatusUseCase(
        registry=shop.registry, store=shop.store, exports=FileExportFolder(InMemoryProjectFiles())
    )


def plan(line: Line, **options: Any) -> PipelinePlan:
    shop = line.workshop
    shop.sync()
    return PlanPipelineUseCase(
        registry=shop.registry, store=shop.store, status=status(line), prices=PennyPrices()
    ).execute(**options)


def keep(line: Line) -> tuple[str, ...]:
    shop = line.workshop
    shop.sync()
    return KeepUseCase(
        registry=shop.registry, store=shop.store, prompts=shop.prompts, status=status(line)
    ).execute()


def replace(line: Line, old: str, new: str, *stages: str) -> None:
    files = line.workshop.store.files
    for stage in stages:
        text = json.dumps(files.read(stage))
        assert old in text
        files.write(stage, json.loads(text.replace(old, new)))


def prose(line: Line) -> dict[str, Any]:
    passages: dict[str, Any] = line.workshop.current("fill").data["passages"]
    return passages


async def again(line: Line, **asked: Any) -> Novelist:
    model = Novelist()
    line.model = model  # type: ignore[assignment]
    await line.run("", end="fill", **asked)
    return model
