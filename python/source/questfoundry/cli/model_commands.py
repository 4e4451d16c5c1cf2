"""The commands ``qf models``: GGUF files on this machine, and the models that providers offer."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from attrs import asdict

from questfoundry.composition.project.doctor import list_available_models
from questfoundry.composition.registries.local_models import find_local_model, list_local_models
from questfoundry.composition.settings.paths import models_folder
from questfoundry.domain.remedy import FetchModel
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import write_table
from questfoundry.presentation.model_fetching import download_model
from questfoundry.presentation.remedies import command_of

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
async def ask(
    call: Call,
    provider: Annotated[
        str,
        typer.Argument(
            metavar="PROVIDER",
            help="Name of a provider (default: all providers that can list models).",
        ),
    ] = "",
) -> CommandResult:
    """List the models that providers and configured servers offer."""
    settings = call.settings()
    answers = await asyncio.to_thread(
        list_available_models, settings, models_folder=models_folder(), provider=provider
    )
    document = [{"provider": name, **asdict(answer)} for name, answer in answers.items()]
    rows = [
        (name, answer.url, ", ".join(answer.models) or answer.problem)
        for name, answer in answers.items()
    ]
    return CommandResult(document, lambda: write_table(("Provider", "Address", "Models"), rows))


@command(in_project=False)
async def pull(
    _: Call,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the model, for example smollm2-135m.")
    ],
) -> CommandResult:
    """Download a small model, and check its hash."""
    found = await download_model(name)
    return CommandResult({"model": f"local/{name}", "path": found}, f"local/{name} is in {found}")


@command(in_project=False)
async def path(
    _: Call,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="Name of a model (default: show the folder of all models)."
        ),
    ] = None,
) -> CommandResult:
    """Show the path of a model, or the folder for your own GGUF files."""
    found = find_local_model(name) if name else models_folder()
    return CommandResult({"path": found}, str(found))
