"""Build the command of a stage; the stage class defines its help and its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from questfoundry.cli.stage_options import StageOptions
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.parameters import ModelFlags

if TYPE_CHECKING:
    from questfoundry.app.stages.descriptions import Stage


def stage_command(stage: type[Stage]) -> Callable[..., None]:
    """Return a function that Typer can make the command of ``stage``; its docstring is the help."""

    @command(without=tuple(_unused_options(stage)))
    async def run(call: Call, options: StageOptions, models: ModelFlags) -> CommandResult:
        from questfoundry.cli.stage_run import StageRun

        return await StageRun(call, stage, options, models).execute()

    run.__doc__ = stage.summary
    return run


def _unused_options(stage: type[Stage]) -> Iterator[str]:
    yield "idea" if stage.needs else "note"
    if not stage.writes_prose:
        yield from ("review", "concurrency")
    if not stage.has_acts:
        yield "no_minor_choices"
    if not (stage.settles_size or stage.writes_prose):
        yield "size"
