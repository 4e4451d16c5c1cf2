"""Import the code of runs in a thread, so that its first use does not stop the event loop."""

import asyncio
from collections.abc import Iterable
from functools import cache
from importlib import import_module

from questfoundry.app.run.models import ModelSource
from questfoundry.app.stages.descriptions import BUILT_IN
from questfoundry.composition.wiring.models import ProjectModels

# A run imports these modules when it needs them, which takes tens of milliseconds or more.
_RUN = (
    "filelock",
    "questfoundry.app.pipeline.run_stage",
    "questfoundry.app.writing.write_story",
    "questfoundry.infra.prompts.templates",
    "questfoundry.infra.storage.migrations",
)
_PIPELINE = (
    "questfoundry.app.pipeline.run_pipeline",
    *(f"questfoundry.app.stages.{each.code.partition(':')[0]}" for each in BUILT_IN if each.code),
    "questfoundry.infra.export.gamebook.exporter",
    "questfoundry.infra.export.html.exporter",
    "questfoundry.infra.export.ink",
    "questfoundry.infra.export.story_document",
    "questfoundry.infra.export.twine_formats",
    "ruamel.yaml",
)


async def preload_run_modules(*, pipeline: bool = False) -> None:
    """Import the slow modules of a run, if wanted those of all stages and exports too, in a thread.

    Only the first call in a process takes time.
    """
    await _import_in_thread((*_RUN, *(_PIPELINE if pipeline else ())))


async def preload_models(models: ModelSource) -> None:
    """Import the SDKs of the chosen models in a thread; a program's own models need none.

    The import of an SDK takes up to a second of processor time.
    """
    if isinstance(models, ProjectModels):
        await _import_in_thread(models.list_modules())


async def _import_in_thread(names: Iterable[str]) -> None:
    await asyncio.to_thread(_import_all, tuple(names))


@cache
def _import_all(names: tuple[str, ...]) -> None:
    for each in names:
        import_module(each)
