"""A context manager that opens a project for the command line."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.settings.trust import Trust, require_trust
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.protocols import EventSink


@asynccontextmanager
async def open_project(
    folder: Path,
    env: Mapping[str, str],
    *,
    flags: SourceChoices | None = None,
    log: bool = False,
    concurrency: int | None = None,
    sinks: Sequence[EventSink] = (),
    trust: Trust = False,
) -> AsyncIterator[ProjectContainer]:
    """Open the project in ``folder``, yield its container, and close the container on exit.

    ``flags`` names models like the options of the command line; ``log`` enables logging;
    ``concurrency`` limits the parallel calls to each provider.
    """
    settings = load_settings(folder, env, log=log, concurrency=concurrency)
    require_trust(settings, trust)
    container = ProjectContainer(settings, flags=flags, sinks=sinks)
    async with container.closing():
        yield container
