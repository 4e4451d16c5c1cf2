"""Download a local model, when asked to or because the settings choose it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.composition.settings.paths import fetch_local_model
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.remedy import FetchModel
from questfoundry.presentation.console import console

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.presentation.command import Call


async def download_model(name: str) -> Path:
    """Download a local model with a progress bar and return its path."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=None)
        return await fetch_local_model(
            name, lambda here, total: progress.update(task, completed=here, total=total)
        )


async def fetch_missing_model(call: Call, project: ProjectContainer) -> None:
    """Download the local model that the settings choose, unless it is on this machine."""
    try:
        project.phase_providers()
    except SettingsError as problem:
        # Other problems are reported later, by the code that needs a model.
        for lack in (each for each in problem.remedies if isinstance(each, FetchModel)):
            call.screen.note(f"Downloading the embedded model {lack.name} (98 MB, only once).")
            await download_model(lack.name)
