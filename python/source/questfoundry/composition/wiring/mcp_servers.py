"""The MCP servers of ``project.yaml``, whose tools the studio's agent can use."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from questfoundry.domain.errors import SettingsError

if TYPE_CHECKING:
    from questfoundry.composition.settings.sections import ServerSettings
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.domain.protocols import PromptRepository, ToolSource
    from questfoundry.infra.mcp.servers import Connect


def connect_named_servers(
    settings: ProjectSettings, prompts: PromptRepository
) -> ToolSource | None:
    """Return the tools of all configured servers, or ``None``; connect a server on first use."""
    if not settings.file.mcp_servers:
        return None
    require_sdk()
    from questfoundry.infra.mcp.servers import McpServers, NamedServer

    return McpServers(
        [
            NamedServer(
                name=name,
                connect=_build_connector(name, each, settings),
                reads=each.reads,
                changes=each.changes,
                seconds=each.timeout,
            )
            for name, each in settings.file.mcp_servers.items()
        ],
        prompts,
    )


def _build_connector(name: str, given: ServerSettings, settings: ProjectSettings) -> Connect:
    from questfoundry.infra.mcp.server_connections import connect_address, connect_process

    variables = settings.environment.variables
    wanted = (*given.env, *([given.key] if given.key else []))
    missing = [each for each in wanted if not variables.get(each)]
    if missing:
        raise SettingsError(
            f"mcp_servers.{name} in project.yaml needs the environment variable "
            f"{', '.join(missing)}, which is not set. Set it."
        )
    if given.url is not None:
        token = variables[given.key] if given.key else ""
        return partial(connect_address, given.url, token, given.timeout)
    env = {each: variables[each] for each in given.env}
    return partial(connect_process, given.command, env, settings.paths.root)


def require_sdk() -> None:
    """Raise ``SettingsError`` if the MCP SDK is not installed."""
    try:
        import mcp as _sdk  # noqa: F401
    except ImportError as problem:
        raise SettingsError(
            f"The Model Context Protocol needs {problem.name}, which is not installed. Install it "
            "with: pip install 'questfoundry[mcp]'"
        ) from problem
