"""Build the command of a stage; its help and its options follow from the stage class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.options import ModelFlags, StageOptions

if TYPE_CHECKING:
    from questfoundry.app.stages.stage import ArtifactStage


def stage_command(stage: type[ArtifactStage]) -> Callable[..., None]:
    """Return the function that Typer turns into ``qf <stage>``.

    The first stage, which needs no other stage, takes an idea; later stages take a note.
    """

    @command(without=tuple(_unused_options(stage)))
    async def run(call: Call, options: StageOptions, models: ModelFlags) -> CommandResult:
        from questfoundry.cli.stage_run import StageRun

        return await StageRun(call, stage, options, models).execute()

    run.__doc__ = stage.summary
    return run


def _unused_options(stage: type[ArtifactStage]) -> Iterator[str]:
    yield "idea" if stage.needs else "note"
    if not stage.writes_prose:
        yield from ("review", "concurrency")
    if not stage.has_acts:
        yield "no_minor_choices"
    if not (stage.settles_size or stage.writes_prose):
        yield "size"
