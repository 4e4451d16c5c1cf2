"""Opening of a project for the command line, as a context manager."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from questfoundry.composition.containers import ProjectContainer
from questfoundry.composition.settings import load_settings
from questfoundry.composition.trust import Trust, require_trust
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
    """The wiring of the project in ``folder``, as the command line uses it; closed at the end.

    ``flags`` name models as the command line does; ``log`` switches logging on; ``concurrency``
    bounds the calls at once to one provider.
    """
    settings = load_settings(folder, env, log=log, concurrency=concurrency)
    require_trust(settings, trust)
    container = ProjectContainer(settings, flags=flags, sinks=sinks)
    async with container.closing():
        yield container
