"""The whole small story, finished, and the author's next steps."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from questfoundry.app.pipeline.plan import PipelinePlan, PlanPipelineUseCase
from questfoundry.app.project.current_versions import KeepUseCase
from questfoundry.app.project.status import ProjectStatusUseCase
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.memory import InMemoryProjectFiles
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


def edit(line: Line, change: Callable[[dict[str, Any]], None], stage: str = "grow") -> None:
    """Change the data in the file of ``stage``, as the author would, and take in the edit."""
    data = deepcopy(dict(line.workshop.store.files.read(stage) or {}))
    change(data)
    line.workshop.store.files.write(stage, data)
    line.workshop.sync()


def differing(line: Line) -> dict[str, set[str]]:
    """Return the titles of the passages to look at, each with the kinds of its changes."""
    line.workshop.sync()
    titles = {each["id"]: each["title"] for each in line.workshop.current("grow").data["passages"]}
    return {
        titles[each.passage]: {str(change.kind) for change in each.changes}
        for each in status(line).execute().differing
    }


NEW = "passage::the-wreck"


def add_passage(data: dict[str, Any]) -> None:
    """Add a passage between the opening and the passage to which the first choice leads."""
    first = data["passages"][0]["choices"][0]
    data["beats"]["beat::the-wreck"] = {
        "summary": "A wreck hangs over the vault.",
        "location": "location::sunken-bank",
        "entities": ["character::mara-voss"],
    }
    data["passages"].append(
        {
            "id": NEW,
            "title": "The Wreck",
            "beats": ["beat::the-wreck"],
            "choices": [{"id": "choice::the-wreck--on", "to": first["to"]}],
        }
    )
    first["to"] = NEW


def prose(line: Line) -> dict[str, Any]:
    passages: dict[str, Any] = line.workshop.current("fill").data["passages"]
    return passages


async def again(line: Line, **asked: Any) -> Novelist:
    model = Novelist()
    line.model = model  # type: ignore[assignment]
    await line.run("", end="fill", **asked)
    return model
