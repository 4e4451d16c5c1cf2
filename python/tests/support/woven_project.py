"""A project on disk with the woven small story, made without a model."""

import asyncio
from pathlib import Path

from questfoundry.composition.project.projects import open_project
from questfoundry.composition.settings.new_project import create_project
from tests.support.small_story import made_until
from tests.support.stage_runs import Workshop

GROW_FILE = "artifacts/grow.yaml"


def woven_project(folder: Path) -> Path:
    """Make a project with every stage's part of the small story up to GROW."""
    asyncio.run(_make(folder))
    return folder


async def _make(folder: Path) -> None:
    await copied(await made_until("grow"), folder)


async def copied(workshop: Workshop, folder: Path) -> None:
    create_project(folder, "The Drowned Ledger")
    async with open_project(folder, {}) as project:
        store = project.store()
        for stage in workshop.store.artifacts.stages():
            made = workshop.current(stage)
            store.artifacts.add(
                stage,
                made.data,
                made_from=made.made_from,
                origin=f"{made.origin}0",  # no run of the copy may have made the version
                created_at=made.created_at,
            )
            store.files.write(stage, made.data)


def edit(project: Path, old: str, new: str, *, times: int = 1) -> int:
    """Change a text in GROW's file, and return its first line, from 1."""
    path = project / GROW_FILE
    text = path.read_text("utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, times), encoding="utf-8")
    return text.count("\n", 0, text.index(old)) + 1
