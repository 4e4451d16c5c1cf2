"""``qf doctor``: what counts here, where it comes from, and what will not work."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import asdict

from questfoundry.cli.console import note, say, write_json, write_table
from questfoundry.cli.errors import errors_told
from questfoundry.cli.exit_codes import PROBLEM_FOUND
from questfoundry.cli.options import AsJson, Debug, Project
from questfoundry.composition.doctor import Diagnosis, examine
from questfoundry.composition.model_probe import ProbeResult, Verdict, probe_forced_tool
from questfoundry.composition.paths import models_folder, project_folder
from questfoundry.composition.settings import load_settings
from questfoundry.domain.models.traits import Phase


def doctor(
    project: Project = None,
    probe: Annotated[
        bool,
        typer.Option("--probe", help="Ask each model to call a tool; costs a few tokens."),
    ] = False,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Check settings, keys, servers and models."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        folder = project_folder(project, os.environ)
        found = examine(load_settings(folder, os.environ), models_folder=models_folder())
        probes = asyncio.run(_probes(folder)) if probe and not found.problems else ()
        if as_json:
            write_json(_document(found, probes))
        else:
            _tell(found, probes)
        if found.problems or any(_is_problem(each) for each in probes):
            raise typer.Exit(PROBLEM_FOUND)


async def _probes(folder: Path) -> tuple[ProbeResult, ...]:
    """What each model that is chosen for a phase makes of a demanded tool call."""
    from questfoundry.composition.project import open_project

    async with open_project(folder, os.environ) as project:
        chosen = {
            str(provider.model): provider for provider in map(project.phase_providers().of, Phase)
        }
        prompts = project.prompts()
        return tuple([await probe_forced_tool(each, prompts) for each in chosen.values()])


def _is_problem(probe: ProbeResult) -> bool:
    return probe.verdict in {Verdict.IGNORED, Verdict.FAILED}


def _tell(found: Diagnosis, probes: tuple[ProbeResult, ...]) -> None:
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
        ("Server", "Address", "Answers", "Models"),
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
            ("Model", "Asked to call a tool"),
            [(each.model, f"{each.verdict.value}. {each.advice}".strip()) for each in probes],
        )
    say()
    for problem in found.problems:
        note(f"Problem: {problem}")
    if not found.problems:
        say("Nothing stands in the way.")


def _document(found: Diagnosis, probes: tuple[ProbeResult, ...]) -> dict[str, Any]:
    return {
        "settings": [asdict(each) for each in found.settings],
        "keys": {key.variable: key.present for key in found.keys},
        "servers": {name: asdict(answer) for name, answer in found.servers.items()},
        "plugins": [asdict(each) for each in found.plugins],
        "probes": [asdict(each) for each in probes],
        "problems": list(found.problems),
    }
