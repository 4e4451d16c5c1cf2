"""The command ``qf mcp``: offer the studio to other programs (Model Context Protocol)."""

import asyncio
import gc

from attrs import frozen

from questfoundry.presentation.command import Call, command
from questfoundry.presentation.console import note
from questfoundry.presentation.parameters import ModelFlags, Port


@frozen(kw_only=True)
class McpOptions:
    """The options of ``qf mcp``.

    --http: Serve HTTP on this machine instead of standard input and output.
    --port PORT: With --http: the port (default: a free port).
    --yes: Approve every run and every tool that changes something.
    """

    http: bool = False
    port: Port = 0
    yes: bool = False


@command(without=("as_json", "provider_discuss", "provider_summarize", "provider_serialize"))
async def mcp(call: Call, options: McpOptions, models: ModelFlags) -> None:
    """Serve the studio to other programs (Model Context Protocol)."""
    from questfoundry.composition.wiring.mcp import mcp_server, progress_sink

    call.interruption_message = "The server has stopped."
    async with (
        call.open_project(flags=models.source_choices, sinks=(progress_sink(),)) as project,
        mcp_server(project, approves=options.yes) as server,
    ):
        if not options.http:
            await server.serve_stdio()
            return
        fixed_token = project.settings().environment.mcp_token
        async with server.serve_http(fixed_token, options.port) as (address, token):
            token_text = "from QF_MCP_TOKEN" if fixed_token else token
            gc.freeze()  # exclude all objects loaded so far from garbage collection
            note(
                f"Serving the studio at {address} with the token {token_text}. "
                "Press Ctrl-C to stop."
            )
            await asyncio.Event().wait()
