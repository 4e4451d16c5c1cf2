"""Import the code of runs in a thread, so that its first use does not stop the event loop."""

import asyncio
from functools import cache
from importlib import import_module

# A run imports these modules when it needs them, which takes tens of milliseconds or more.
_SLOW_MODULES = (
    "filelock",
    "questfoundry.infra.prompts.templates",
    "questfoundry.infra.storage.migrations",
)
_EXPORTS = (
    "questfoundry.infra.export.html.exporter",
    "questfoundry.infra.export.ink",
    "questfoundry.infra.export.story_document",
    "questfoundry.infra.export.twine_formats",
)


async def preload_run_modules(*, exports: bool = False) -> None:
    """Import the slow modules of a run, if wanted those of its exports too, in a thread.

    Only the first call in a process takes time.
    """
    await asyncio.to_thread(_import_all, (*_SLOW_MODULES, *(_EXPORTS if exports else ())))


@cache
def _import_all(names: tuple[str, ...]) -> None:
    for each in names:
        import_module(each)
