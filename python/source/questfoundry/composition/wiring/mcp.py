"""The wiring of the studio as a Model Context Protocol (MCP) server."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry import __version__
from questfoundry.app.session.external_client import ExternalStudio
from questfoundry.app.session.tools import StoryResources
from questfoundry.composition.wiring.adapters import require_sdk
from questfoundry.composition.wiring.studio import build_studio
from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names
from questfoundry.infra.own_files import PRIVATE, replace_file

if TYPE_CHECKING:
    from questfoundry.app.runs.team import Agent
    from questfoundry.app.session.shared_session import SharedSession
    from questfoundry.app.session.studio import Studio
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.protocols.runs import EventSink
    from questfoundry.infra.mcp.server import McpHandlers


@former_names(over_http="serve_http", over_stdio="serve_stdio")
@frozen(kw_only=True)
class McpServer:
    """An MCP server for the studio of one project."""

    _door: McpHandlers

    async def serve_stdio(self) -> None:
        """Serve over standard input and output until the client closes the connection."""
        from questfoundry.infra.mcp.transports import serve_stdio

        await serve_stdio(self._door.build_server())

    @asynccontextmanager
    async def serve_http(self, token: str = "", port: int = 0) -> AsyncIterator[tuple[str, str]]:
        """Serve HTTP and yield address and token; raise ``InputError`` if the port is in use."""
        from questfoundry.infra.mcp.transports import serve_http

        token = token or secrets.token_urlsafe(24)
        try:
            async with serve_http(self._door.build_server(), token, port) as address:
                yield address, token
        except OSError as problem:
            raise InputError(
                f"Cannot listen on port {port}: {problem.strerror}. Choose another port."
            ) from problem


def progress_sink() -> EventSink:
    """Return the event sink that reports the served project's progress to MCP clients."""
    require_sdk()
    from questfoundry.infra.mcp.transports import ProgressEvents

    return ProgressEvents()


@asynccontextmanager
async def mcp_server(
    project: ProjectContainer,
    *,
    agents: Sequence[Agent] = (),
    approves: bool = False,
    studio: Studio | None = None,
    shared: SharedSession | None = None,
) -> AsyncIterator[McpServer]:
    """Yield a project's MCP server; at the end, cancel the active run, which can be resumed.

    With ``shared``, clients work in this session of an author, in the author's ``studio``.
    """
    require_sdk()
    from questfoundry.infra.mcp.server import McpHandlers

    found = studio or build_studio(project, agents=agents)
    external = ExternalStudio(found, shared)
    resources = StoryResources(
        registry=project.registry(), artifacts=project.store().artifacts, draw=project.draw_map()
    )
    door = McpHandlers(
        studio=external,
        resources=resources,
        version=__version__,
        auto_approve=approves or not found.settings.require_approval,
    )
    try:
        yield McpServer(door=door)
    finally:
        await external.close()


@asynccontextmanager
async def serve_during(
    project: ProjectContainer, studio: Studio | None = None, shared: SharedSession | None = None
) -> AsyncIterator[None]:
    """Serve the studio over HTTP during the ``with`` block, if interactive mode is enabled.

    Clients work in the author's session ``shared``, if given, of the author's ``studio``. The
    address and the token are written to ``.cache/mcp.json``, which only the user can read. If the
    MCP SDK is not installed, nothing is served.
    """
    mode = project.settings().file.orchestrator.interactive_mode
    if not mode.enabled or find_spec("mcp") is None:
        yield
        return
    found = project.settings().paths.cache / "mcp.json"
    wanted = project.settings().environment.mcp_token
    async with (
        mcp_server(project, studio=studio, shared=shared) as server,
        server.serve_http(wanted) as (address, token),
    ):
        replace_file(found, json.dumps({"url": address, "token": token}), mode=PRIVATE)
        try:
            yield
        finally:
            found.unlink(missing_ok=True)
