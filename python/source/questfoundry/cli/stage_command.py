"""The command of a stage, the same for every stage of the registry."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Annotated

import typer

from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.cli.errors import errors_told
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
from questfoundry.domain.story.size import Size

_IDEA = typer.Argument(
    metavar="IDEA",
    help="The idea, or with --resume a run; without it, it is asked for or read from standard "
    "input.",
)
_REMARK = typer.Argument(
    metavar="REMARK",
    help="What the model should mind, or with --resume a run; may be left out.",
)


def stage_command(stage: type[ArtifactStage]) -> Callable[..., None]:
    """The function that Typer makes ``qf <stage>`` of; the first stage wants an idea."""

    def command(
        said: str | None = None,
        interactive: Annotated[
            bool | None,
            typer.Option(
                "--interactive/--no-interactive",
                "-i/-I",
                help="Talk about it, or let the model decide alone; else a terminal decides.",
            ),
        ] = None,
        provider: Provider = None,
        provider_discuss: ProviderDiscuss = None,
        provider_summarize: ProviderSummarize = None,
        provider_serialize: ProviderSerialize = None,
        project: Project = None,
        resume: Annotated[
            bool,
            typer.Option(
                "--resume", help="Go on with the newest unfinished run, or the named one."
            ),
        ] = False,
        redo: Annotated[
            str | None,
            typer.Option(
                metavar="REMARK",
                help="Make it anew from the earlier discussion, with this remark added.",
            ),
        ] = None,
        max_turns: Annotated[
            int | None,
            typer.Option(min=1, metavar="N", help="The most turns that the discussion takes."),
        ] = None,
        size: Annotated[
            Size | None, typer.Option(help="How large the story is meant to become.")
        ] = None,
        review: Annotated[
            bool | None,
            typer.Option(
                "--review/--no-review",
                help="Have the prose read by a second model; else fill.review decides.",
                show_default=False,
            ),
        ] = None,
        concurrency: Annotated[
            int | None,
            typer.Option(min=1, metavar="N", help="The most calls at once to one provider."),
        ] = None,
        log: Annotated[
            bool, typer.Option("--log", help="Write calls and events to the folder logs.")
        ] = False,
        verbose: Annotated[
            int,
            typer.Option("--verbose", "-v", count=True, help="Say more; -vv says everything."),
        ] = 0,
        as_json: AsJson = False,
        debug: Debug = False,
    ) -> None:
        with errors_told(as_json=as_json, debug=debug, project=project):
            from questfoundry.cli.stage_run import StageRun

            StageRun(
                stage=stage,
                said=said or "",
                resume=resume,
                redo=redo,
                interactive=interactive,
                flags=flags_of(provider, provider_discuss, provider_summarize, provider_serialize),
                project=project,
                max_turns=max_turns,
                size=size.value if size else None,
                review=review,
                concurrency=concurrency,
                log=log,
                verbosity=verbose,
                as_json=as_json,
            ).run()

    argument = _REMARK if stage.needs else _IDEA
    command.__annotations__["said"] = Annotated[str | None, argument]
    command.__doc__ = stage.summary
    if not stage.writes_prose:
        _leave_out(command, "review", "concurrency")
    if not (stage.settles_size or stage.writes_prose):
        _leave_out(command, "size")
    return command


def _leave_out(command: Callable[..., None], *names: str) -> None:
    """Let Typer see the function without those parameters, which keep their defaults."""
    seen = signature(command, eval_str=True)
    kept = [each for each in seen.parameters.values() if each.name not in names]
    command.__signature__ = seen.replace(parameters=kept)  # type: ignore[attr-defined]
