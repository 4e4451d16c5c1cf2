"""``qf mcp``: the studio for other programs, by the Model Context Protocol."""

from __future__ import annotations

import asyncio
import gc
from typing import Annotated

import typer
from attrs import frozen

from questfoundry.cli.command import Call, command
from questfoundry.cli.console import note
from questfoundry.cli.options import ModelFlags


@frozen(kw_only=True)
class McpOptions:
    """What was typed after ``qf mcp``."""

    http: Annotated[
        bool,
        typer.Option("--http", help="Serve HTTP on this machine instead of standard streams."),
    ] = False
    port: Annotated[
        int, typer.Option(min=0, max=65_535, metavar="PORT", help="With --http; else a free one.")
    ] = 0
    yes: Annotated[
        bool, typer.Option("--yes", help="Approve every run, and every tool that has effects.")
    ] = False


@command(without=("as_json", "provider_discuss", "provider_summarize", "provider_serialize"))
async def mcp(call: Call, options: McpOptions, models: ModelFlags) -> None:
    """Let another program use the studio, by the Model Context Protocol."""
    from questfoundry.composition.mcp import mcp_server, progress_sink

    async with (
        call.open_project(flags=models.as_settings, sinks=(progress_sink(),)) as project,
        mcp_server(project, approves=options.yes) as server,
    ):
        if not options.http:
            await server.serve_stdio()
            return
        named = project.settings().environment.mcp_token
        async with server.serve_http(named, options.port) as (address, token):
            said = "from QF_MCP_TOKEN" if named else token
            gc.freeze()  # what is loaded by now stays: nobody waits while it is looked through
            note(f"Serving the studio at {address} with the token {said}. Ctrl-C ends it.")
            await asyncio.Event().wait()
