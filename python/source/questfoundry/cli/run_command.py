"""``qf run``: the whole pipeline in one command."""

from __future__ import annotations

from typing import Annotated

import typer

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


def run(
    idea: Annotated[
        str | None,
        typer.Argument(metavar="IDEA", help="The idea; without it, the project's story goes on."),
    ] = None,
    interactive: Annotated[
        bool,
        typer.Option("--interactive", "-i", help="Talk in each stage, and be asked after it."),
    ] = False,
    start: Annotated[
        str | None,
        typer.Option("--from", metavar="STAGE", help="Make all anew from this stage on."),
    ] = None,
    end: Annotated[
        str | None, typer.Option("--to", metavar="STAGE", help="Stop after this stage.")
    ] = None,
    size: Annotated[
        Size | None, typer.Option(help="How large the story is meant to become.")
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="The story's language, for example en or pt-BR."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="Stop when this is spent: 50000tokens, or dollars as 2.50usd."
        ),
    ] = None,
    provider: Provider = None,
    provider_discuss: ProviderDiscuss = None,
    provider_summarize: ProviderSummarize = None,
    provider_serialize: ProviderSerialize = None,
    project: Project = None,
    log: Annotated[
        bool, typer.Option("--log", help="Write calls and events to the folder logs.")
    ] = False,
    verbose: Annotated[
        int, typer.Option("--verbose", "-v", count=True, help="Say more; -vv says everything.")
    ] = 0,
    as_json: AsJson = False,
    debug: Debug = False,
) -> None:
    """Make the whole story, from an idea to the files to play; run again, it goes on."""
    with errors_told(as_json=as_json, debug=debug, project=project):
        from questfoundry.cli.pipeline_run import PipelineRun
        from questfoundry.domain.budget import Budget

        if budget:
            Budget.parse(budget)  # before a folder is made
        PipelineRun(
            idea=(idea or "").strip(),
            interactive=interactive,
            start=start,
            end=end,
            size=size.value if size else None,
            language=language,
            budget=budget,
            flags=flags_of(provider, provider_discuss, provider_summarize, provider_serialize),
            project=project,
            log=log,
            verbosity=verbose,
            as_json=as_json,
        ).run()
