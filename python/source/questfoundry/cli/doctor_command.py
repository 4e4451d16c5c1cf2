"""The command ``qf doctor``: check settings, keys, servers and models."""

from __future__ import annotations

import asyncio
import os
from typing import Annotated

import typer

from questfoundry.composition.project.doctor import Diagnosis, examine
from questfoundry.composition.registries.model_probe import (
    ProbeOutcome,
    ProbeResult,
    probe_forced_tool,
)
from questfoundry.composition.settings.paths import models_folder
from questfoundry.domain.models.traits import Phase
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import note, say, write_table
from questfoundry.presentation.errors import PROBLEM_FOUND
from questfoundry.presentation.text import format_count


@command()
async def doctor(
    call: Call,
    probe: Annotated[
        bool,
        typer.Option("--probe", help="Ask each model to call a tool; this uses a few tokens."),
    ] = False,
) -> CommandResult:
    """Check settings, keys, servers and models."""
    settings = call.settings()
    # examine() blocks while it waits for servers.
    found = await asyncio.to_thread(examine, settings, models_folder=models_folder())
    probes = await _probe_models(call) if probe and not found.problems else ()
    document = {
        "settings": found.settings,
        "keys": {key.variable: key.present for key in found.keys},
        "servers": found.servers,
        "plugins": found.plugins,
        "probes": [
            {
                "model": each.model,
                "verdict": each.outcome,
                "advice": each.advice,
                "tokens": each.usage.total_tokens,
            }
            for each in probes
        ],
        "problems": found.problems,
    }
    has_problem = found.problems or any(_is_problem(each) for each in probes)
    return CommandResult(
        document, lambda: _write(found, probes), PROBLEM_FOUND if has_problem else 0
    )


async def _probe_models(call: Call) -> tuple[ProbeResult, ...]:
    """Ask each model that a phase uses to call a tool, and return the results."""
    from questfoundry.composition.project.open_project import open_project

    async with open_project(call.paths.root, os.environ, trust=call.confirm_trust) as project:
        chosen = {
            str(provider.model): provider
            for provider in map(project.phase_providers().get_provider, Phase)
        }
        prompts = project.prompts()
        return tuple([await probe_forced_tool(each, prompts) for each in chosen.values()])


def _is_problem(probe: ProbeResult) -> bool:
    return probe.outcome in {ProbeOutcome.IGNORED, ProbeOutcome.FAILED}


def _write(found: Diagnosis, probes: tuple[ProbeResult, ...]) -> None:
    write_table(
        ("Setting", "Value", "From"),
        [(each.name, each.value, each.origin) for each in found.settings],
    )
    say()
    write_table(
        ("Key", ""), [(key.variable, "set" if key.present else "not set") for key in found.keys]
    )
    say()
    write_table(
        ("Server", "Address", "Reachable", "Models"),
        [
            (
                name,
                answer.url,
                "yes" if answer.reachable else "no",
                ", ".join(answer.models) or answer.problem,
            )
            for name, answer in found.servers.items()
        ],
    )
    if found.plugins:
        say()
        write_table(
            ("Plug-in", "Kind", "Package"),
            [(each.name, each.group.partition(".")[2], each.package) for each in found.plugins],
        )
    if probes:
        say()
        write_table(
            ("Model", "Tool call test"),
            [(each.model, f"{each.outcome.value}. {each.advice}".strip()) for each in probes],
        )
        tokens = format_count(sum(each.usage.total_tokens for each in probes), "token")
        say(f"This test used {tokens}, which are not counted in any run.")
    say()
    for problem in found.problems:
        note(f"Problem: {problem}")
    if not found.problems:
        say("No problems found.")
