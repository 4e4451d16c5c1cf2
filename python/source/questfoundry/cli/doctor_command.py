"""The commands ``qf doctor`` and ``qf models``: settings, keys, servers and models."""

import asyncio
import os
from collections.abc import Mapping
from typing import Any

from attrs import asdict

from questfoundry.app.phases.model_probe import ProbeOutcome, ProbeResult, probe_forced_tool
from questfoundry.composition.project.doctor import Diagnosis, examine, list_available_models
from questfoundry.composition.settings.paths import (
    find_local_model,
    list_local_models,
    models_folder,
)
from questfoundry.domain.models.settings import Manner
from questfoundry.domain.models.traits import ModelRef, Phase
from questfoundry.domain.protocols.provider import ServerAnswer
from questfoundry.domain.remedy import FetchModel
from questfoundry.domain.text.wording import as_json
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import note, say, write_table
from questfoundry.presentation.errors import PROBLEM_FOUND
from questfoundry.presentation.model_fetching import download_model
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, format_manner, manners_document


@command()
async def doctor(call: Call, probe: bool = False) -> CommandResult:
    """Check settings, keys, servers and models.

    --probe: Ask each model to call a tool; this uses a few tokens.
    """
    settings = call.settings()
    # examine() blocks while it waits for servers.
    found = await asyncio.to_thread(examine, settings, models_folder=models_folder())
    probes = await _probe_models(call) if probe and not found.problems else ()
    document = {
        "settings": found.settings,
        "keys": found.keys,
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
    has_problem = found.problems or any(
        each.outcome in {ProbeOutcome.IGNORED, ProbeOutcome.FAILED} for each in probes
    )
    return CommandResult(
        document, lambda: _write(found, probes), PROBLEM_FOUND if has_problem else 0
    )


async def _probe_models(call: Call) -> tuple[ProbeResult, ...]:
    from questfoundry.composition.project.projects import open_project

    async with open_project(call.place, os.environ, trust=call.confirm_trust) as project:
        chosen = {
            str(provider.model): provider
            for provider in map(project.phase_providers().get_provider, Phase)
        }
        prompts = project.prompts()
        return tuple([await probe_forced_tool(each, prompts) for each in chosen.values()])


def _write(found: Diagnosis, probes: tuple[ProbeResult, ...]) -> None:
    write_table(
        ("Setting", "Value", "From"),
        [(each.name, _format_value(each.value), each.origin) for each in found.settings],
    )
    say()
    write_table(
        ("Key", ""), [(name, "set" if is_set else "not set") for name, is_set in found.keys.items()]
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


def _format_value(value: Any) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) else as_json(value)


_MEGABYTE = 1_000_000
_SMALL = FetchModel("smollm2-135m")


@command(in_project=False)
async def list_(_: Call) -> CommandResult:
    """List the local models."""
    found = list_local_models()
    document = [
        {"model": f"local/{each.name}", "path": each.path, "bytes": each.size} for each in found
    ]
    if not found:
        return CommandResult(document, f"No local models. Download one with: {command_of(_SMALL)}")
    rows = [
        (f"local/{each.name}", f"{each.size / _MEGABYTE:.0f}", str(each.path)) for each in found
    ]
    return CommandResult(document, lambda: write_table(("Model", ">Megabytes", "File"), rows))


@command()
async def ask(call: Call, provider: str = "") -> CommandResult:
    """List the models that providers and configured servers offer.

    PROVIDER: Name of a provider (default: all providers that can list models).
    """
    settings = call.settings()
    answers = await asyncio.to_thread(
        list_available_models, settings, models_folder=models_folder(), provider=provider
    )
    manners = await _find_manners(call)
    document = [
        {
            "provider": name,
            **asdict(answer),
            "manners": manners_document(_select_manners(manners, name)),
        }
        for name, answer in answers.items()
    ]
    return CommandResult(document, lambda: _write_models(answers, manners))


async def _find_manners(call: Call) -> dict[str, Manner]:
    """Return how the newest runs of the project have asked their models, by model."""
    if not call.place.hold_project:
        return {}
    async with call.open_project(edits=False) as project:
        found: dict[str, Manner] = {}
        for report in project.runs().list():
            found |= Manner.from_record(report.run.models)
    return found


def _select_manners(manners: Mapping[str, Manner], provider: str) -> dict[str, Manner]:
    return {
        model: each for model, each in manners.items() if ModelRef.parse(model).provider == provider
    }


def _write_models(answers: Mapping[str, ServerAnswer], manners: Mapping[str, Manner]) -> None:
    write_table(
        ("Provider", "Address", "Models"),
        [
            (name, answer.url, ", ".join(answer.models) or answer.problem)
            for name, answer in answers.items()
        ],
    )
    for name in answers:
        for model, manner in _select_manners(manners, name).items():
            say(f"{model} is {format_manner(manner)}, since its server refused the rest.")


@command(in_project=False)
async def pull(_: Call, name: str) -> CommandResult:
    """Download a model that runs in this process, and check its hash.

    NAME: smollm2-135m (98 MB), qwen2.5-1.5b-instruct (1.1 GB) or qwen3-4b-instruct (2.5 GB).
    """
    found = await download_model(name)
    return CommandResult({"model": f"local/{name}", "path": found}, f"local/{name} is in {found}")


@command(in_project=False)
async def path(_: Call, name: str | None = None) -> CommandResult:
    """Show the path of a model, or the folder for your own GGUF files.

    NAME: Name of a model (default: show the folder of all models).
    """
    found = find_local_model(name) if name else models_folder()
    return CommandResult({"path": found}, str(found))
