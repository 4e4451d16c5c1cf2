"""``qf prompt show``: exactly what a phase would be sent, and what was left out of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.app.stages.fill.stage import FILL
from questfoundry.cli.console import note, write_json
from questfoundry.cli.errors import errors_told
from questfoundry.cli.message_view import show_request
from questfoundry.cli.options import (
    AsJson,
    Debug,
    Project,
    Provider,
    ProviderDiscuss,
    ProviderSerialize,
    ProviderSummarize,
    flags_of,
)
from questfoundry.cli.project_use import existing_project, take_in_edits
from questfoundry.domain.models.settings import Given
from questfoundry.domain.models.traits import Phase

_PHASES = tuple(phase.value for phase in Phase)


def show(
    stage: Annotated[str, typer.Argument(metavar="STAGE", help="A stage, for example dream.")],
    phase: Annotated[
        str,
        typer.Argument(
            metavar="PHASE", help="discuss, summarize or serialize; of fill also a passage."
        ),
    ],
    provider: Provider = None,
    provider_discuss: ProviderDiscuss = None,
    provider_summarize: ProviderSummarize = None,
    provider_serialize: ProviderSerialize = None,
    project: Project = None,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Show exactly what a phase, or the writer of a passage, would be sent; sends nothing."""
    flags = flags_of(provider, provider_discuss, provider_summarize, provider_serialize)
    with errors_told(as_json=as_json, debug=debug, project=project):
        asyncio.run(_show(stage, phase, flags, project, as_json=as_json))


async def _show(stage: str, phase: str, flags: Given, given: Path | None, *, as_json: bool) -> None:
    from questfoundry.composition.inputs import stage_inputs
    from questfoundry.domain.chat.codec import request_to_dict

    async with existing_project(given, flags=flags) as project:
        take_in_edits(project)
        if stage == FILL and phase not in _PHASES:
            preview = project.preview().passage(phase)
        else:
            inputs = stage_inputs(project.settings())
            preview = project.preview().execute(stage, _phase(phase), inputs)
    sent = request_to_dict(preview.request)
    if as_json:
        write_json(
            {
                "model": preview.model,
                "based_on": preview.based_on,
                "request": sent,
                "left_out": list(preview.left_out),
            }
        )
        return
    based = f", from what is known of {preview.based_on}" if preview.based_on else ""
    asking = phase.capitalize() if phase in _PHASES else "The writing of the passage"
    note(f"{asking} would send this to {preview.model}{based}:")
    show_request(sent)
    for each in preview.left_out:
        note(f"Left out: {each}")


def _phase(name: str) -> Phase:
    if name not in _PHASES:
        raise typer.BadParameter(
            f"{name!r} is no phase. The phases are {', '.join(_PHASES)}; of fill, a passage may be "
            "named, too."
        )
    return Phase(name)
