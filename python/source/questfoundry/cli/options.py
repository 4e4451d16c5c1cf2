"""The options that commands share."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import frozen

from questfoundry.domain.story.size import Size

if TYPE_CHECKING:
    from questfoundry.domain.models.settings import SourceChoices

Log = Annotated[bool, typer.Option("--log", help="Write calls and events to the folder logs.")]
Verbose = Annotated[
    int, typer.Option("--verbose", "-v", count=True, help="Say more; -vv says everything.")
]


BudgetFlag = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="AMOUNT",
        help="Stop when this is spent: 50000tokens, or dollars as 2.50usd.",
    ),
]


SeedFlag = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, help="For models that have one: the same answers."),
]
TakesFlag = Annotated[
    int | None,
    typer.Option(
        "--takes", metavar="N", min=1, max=9, help="Make several proposals, and choose one."
    ),
]


@frozen(kw_only=True)
class ModelFlags:
    """The models that were named for a command."""

    provider: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="The model for all phases, as provider/model."),
    ] = None
    provider_discuss: Annotated[
        str | None, typer.Option(metavar="MODEL", help="The model for Discuss alone.")
    ] = None
    provider_summarize: Annotated[
        str | None, typer.Option(metavar="MODEL", help="The model for Summarize alone.")
    ] = None
    provider_serialize: Annotated[
        str | None, typer.Option(metavar="MODEL", help="The model for Serialize alone.")
    ] = None

    @property
    def as_settings(self) -> SourceChoices:
        """The same as the settings have it, each named by its flag."""
        from questfoundry.domain.models.settings import SourceChoices
        from questfoundry.domain.models.traits import Phase

        models = {
            Phase.DISCUSS: self.provider_discuss,
            Phase.SUMMARIZE: self.provider_summarize,
            Phase.SERIALIZE: self.provider_serialize,
        }
        flags: dict[Phase | None, str] = {phase: f"--provider-{phase}" for phase in Phase}
        flags[None] = "--provider"
        return SourceChoices(general=self.provider, phases=models, origins=flags)

    @property
    def command_text(self) -> str:
        """The same as it is typed behind a command."""
        flags = {
            "--provider": self.provider,
            "--provider-discuss": self.provider_discuss,
            "--provider-summarize": self.provider_summarize,
            "--provider-serialize": self.provider_serialize,
        }
        return "".join(f" {flag} {quote(model)}" for flag, model in flags.items() if model)


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
    retry_last: Annotated[
        bool,
        typer.Option("--retry-last", help="With --resume: ask anew for the run's last answer."),
    ] = False
    redo: Annotated[
        str | None,
        typer.Option(
            metavar="REMARK",
            help="Make it anew with this remark, from what it is and the earlier discussion.",
        ),
    ] = None
    takes: TakesFlag = None
    seed: SeedFlag = None
    max_turns: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="The most turns that the discussion takes."),
    ] = None
    size: Annotated[Size | None, typer.Option(help="How large the story is meant to become.")] = (
        None
    )
    no_acts: Annotated[
        bool, typer.Option("--no-acts", help="Have the dilemmas alone: no acts, hubs and dares.")
    ] = False
    review: Annotated[
        bool | None,
        typer.Option(
            "--review/--no-review",
            help="Have each passage reviewed, or nothing read at all; else fill.review decides.",
            show_default=False,
        ),
    ] = None
    concurrency: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="The most calls at once to one provider."),
    ] = None
    log: Log = False
    verbose: Verbose = 0
