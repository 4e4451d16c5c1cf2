"""Import the code of runs in a thread, so that its first use does not stop the event loop."""

import asyncio
from collections.abc import Iterable
from functools import cache
from importlib import import_module

from questfoundry.app.stages.descriptions import BUILT_IN

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
    """Import the slow modules of a run in a thread; only the first call in a process takes time.

    With ``pipeline``, the modules of all stages and of the exports are imported, too.
    """
    await import_in_thread((*_RUN, *(_PIPELINE if pipeline else ())))


async def import_in_thread(names: Iterable[str]) -> None:
    """Import the modules ``names`` in a thread; the SDK of a model takes up to a second."""
    await asyncio.to_thread(_import_all, tuple(names))


@cache
def _import_all(names: tuple[str, ...]) -> None:
    for each in names:
        import_module(each)
