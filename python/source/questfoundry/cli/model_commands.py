"""``qf models``: the GGUF files on this machine."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.cli.console import console, say, write_json, write_table
from questfoundry.cli.errors import errors_told
from questfoundry.cli.options import AsJson, Debug
from questfoundry.cli.remedies import command_of
from questfoundry.composition.local_models import (
    fetch_local_model,
    local_model_path,
    local_models,
)
from questfoundry.composition.paths import models_folder
from questfoundry.domain.remedy import FetchModel

_MEGABYTE = 1_000_000


def list_(as_json: AsJson = False, debug: Debug = False) -> None:
    """List the local models that are there."""
    with errors_told(as_json=as_json, debug=debug):
        found = local_models()
        if as_json:
            write_json(
                [
                    {"model": f"local/{each.name}", "path": str(each.path), "bytes": each.size}
                    for each in found
                ]
            )
        elif found:
            write_table(
                ("Model", ">Megabytes", "File"),
                [
                    (f"local/{each.name}", f"{each.size / _MEGABYTE:.0f}", str(each.path))
                    for each in found
                ],
            )
        else:
            fetch = command_of(FetchModel("smollm2-135m"))
            say(f"No local models. Fetch the small one with: {fetch}")


def pull(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A model, as smollm2-135m.")],
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Fetch a small model into the folder of models, checked by its hash."""
    with errors_told(as_json=as_json, debug=debug):
        path = asyncio.run(_pull(name))
        if as_json:
            write_json({"model": f"local/{name}", "path": str(path)})
        else:
            say(f"local/{name} is in {path}")


def path(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A model; else the folder of models.")
    ] = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Show where a model is, or the folder that GGUF files of your own go to."""
    with errors_told(as_json=as_json, debug=debug):
        found = local_model_path(name) if name else models_folder()
        if as_json:
            write_json({"path": str(found)})
        else:
            say(str(found))


async def _pull(name: str) -> Path:
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=None)
        return await fetch_local_model(
            name, lambda here, total: progress.update(task, completed=here, total=total)
        )
