"""The command of a stage, from what the stage says of itself: its help and the options it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import frozen

from questfoundry.cli.command import Call, CommandResult, command
from questfoundry.cli.options import Log, ModelFlags, Verbose
from questfoundry.domain.story.size import Size

if TYPE_CHECKING:
    from questfoundry.app.stages.stage import ArtifactStage


@frozen(kw_only=True)
class StageOptions:
    """What was typed after ``qf <stage>``; ``idea`` and ``remark`` are a run with ``resume``."""

    idea: Annotated[
        str | None,
        typer.Argument(
            metavar="IDEA",
            help="The idea, or with --resume a run; without it, it is asked for or read from "
            "standard input.",
        ),
    ] = None
    remark: Annotated[
        str | None,
        typer.Argument(
            metavar="REMARK",
            help="What the model should mind, or with --resume a run; may be left out.",
        ),
    ] = None
    interactive: Annotated[
        bool | None,
        typer.Option(
            "--interactive/--no-interactive",
            "-i/-I",
            help="Talk about it, or let the model decide alone; else a terminal decides.",
        ),
    ] = None
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with the newest unfinished run, or the named one."),
    ] = False
    redo: Annotated[
        str | None,
        typer.Option(
            metavar="REMARK",
            help="Make it anew from the earlier discussion, with this remark added.",
        ),
    ] = None
    max_turns: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="The most turns that the discussion takes."),
    ] = None
    size: Annotated[Size | None, typer.Option(help="How large the story is meant to become.")] = (
        None
    )
    review: Annotated[
        bool | None,
        typer.Option(
            "--review/--no-review",
            help="Have the prose read by a second model; else fill.review decides.",
            show_default=False,
        ),
    ] = None
    concurrency: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="The most calls at once to one provider."),
    ] = None
    log: Log = False
    verbose: Verbose = 0


def stage_command(stage: type[ArtifactStage]) -> Callable[..., None]:
    """The function that Typer makes ``qf <stage>`` of; a stage without needs wants an idea."""

    @command(without=tuple(_not_for(stage)))
    async def run(call: Call, options: StageOptions, models: ModelFlags) -> CommandResult:
        from questfoundry.cli.stage_run import StageRun

        return await StageRun(call, stage, options, models).execute()

    run.__doc__ = stage.summary
    return run


def _not_for(stage: type[ArtifactStage]) -> Iterator[str]:
    yield "idea" if stage.needs else "remark"
    if not stage.writes_prose:
        yield from ("review", "concurrency")
    if not (stage.settles_size or stage.writes_prose):
        yield "size"
