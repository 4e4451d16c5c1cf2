"""Open a project folder: its container, closed with everything it opened."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from dependency_injector import providers

from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.settings import load_settings
from questfoundry.domain.models.settings import Given
from questfoundry.domain.protocols import EventSink


@asynccontextmanager
async def open_project(
    folder: Path,
    env: Mapping[str, str],
    *,
    flags: Given | None = None,
    resume: str | None = None,
    log: bool = False,
    concurrency: int | None = None,
    sinks: Sequence[EventSink] = (),
) -> AsyncIterator[ProjectContainer]:
    """The project in ``folder``; its providers and its database are closed at the end.

    ``flags`` name models as the command line does; ``resume`` a run whose models count;
    ``log`` switches logging on; ``concurrency`` bounds the calls at once to one provider.
    """
    container = ProjectContainer(
        settings=providers.Object(load_settings(folder, env, log=log, concurrency=concurrency)),
        flags=providers.Object(flags or Given()),
        resume=providers.Object(resume),
        sinks=providers.Object(tuple(sinks)),
    )
    async with container.closing():
        yield container
