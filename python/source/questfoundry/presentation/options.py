"""Define the options that several commands share."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import frozen

from questfoundry.domain.story.size import Size

if TYPE_CHECKING:
    from questfoundry.domain.models.settings import SourceChoices

Log = Annotated[bool, typer.Option("--log", help="Write all calls and events to the folder logs.")]
Verbose = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        help="Show more detail; -vv shows everything.",
        show_default=False,
    ),
]


BudgetFlag = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="AMOUNT",
        help="Stop when this amount is spent: 50000tokens, or 2.50usd (dollars).",
    ),
]


SeedFlag = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        help="Random seed with which the model repeats its answers (if supported).",
    ),
]
DraftsFlag = Annotated[
    int | None,
    typer.Option("--drafts", metavar="N", min=1, max=9, help="Make N drafts to choose from."),
]


NoMinorChoicesFlag = Annotated[
    bool,
    typer.Option(
        "--no-minor-choices",
        help="Offer only choices that answer dilemmas (the main decisions of the story).",
    ),
]


@frozen(kw_only=True)
class ModelFlags:
    """The options that choose models, for all phases of a stage or for one phase."""

    provider: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Model for all phases, as provider/model."),
    ] = None
    provider_discuss: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model for Discuss only.")
    ] = None
    provider_summarize: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model for Summarize only.")
    ] = None
    provider_serialize: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model for Serialize only.")
    ] = None

    @property
    def source_choices(self) -> SourceChoices:
        """The chosen models in the form of the settings; messages name the option of each."""
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
        """The options as text that can be appended to a command."""
        flags = {
            "--provider": self.provider,
            "--provider-discuss": self.provider_discuss,
            "--provider-summarize": self.provider_summarize,
            "--provider-serialize": self.provider_serialize,
        }
        return "".join(f" {flag} {quote(model)}" for flag, model in flags.items() if model)


@frozen(kw_only=True)
class StageOptions:
    """The arguments and options of the command ``qf <stage>``.

    With the option ``--resume``, ``idea`` or ``note`` contains the id of a run.
    """

    idea: Annotated[
        str | None,
        typer.Argument(
            metavar="IDEA",
            help="Your idea (default: qf asks you, or reads standard input). "
            "With --resume: the id of a run.",
        ),
    ] = None
    note: Annotated[
        str | None,
        typer.Argument(
            metavar="NOTE",
            help="A note to the model (optional). With --resume: the id of a run.",
        ),
    ] = None
    interactive: Annotated[
        bool | None,
        typer.Option(
            "--interactive/--no-interactive",
            "-i/-I",
            help="Discuss with the model, or let it decide alone (default: discuss in a terminal).",
        ),
    ] = None
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Resume the newest unfinished run, or the named run."),
    ] = False
    retry_last: Annotated[
        bool,
        typer.Option("--retry-last", help="With --resume: request the last answer again."),
    ] = False
    redo: Annotated[
        str | None,
        typer.Option(
            metavar="NOTE",
            help="Regenerate with this note, from the result and its earlier discussion.",
        ),
    ] = None
    drafts: DraftsFlag = None
    seed: SeedFlag = None
    max_turns: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Maximum number of turns in the discussion."),
    ] = None
    size: Annotated[Size | None, typer.Option(help="Intended size of the story.")] = None
    no_minor_choices: NoMinorChoicesFlag = False
    review: Annotated[
        bool | None,
        typer.Option(
            "--review/--no-review",
            help="Review each passage, or review nothing (default: fill.review in project.yaml).",
            show_default=False,
        ),
    ] = None
    concurrency: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Maximum number of simultaneous calls to a provider."
        ),
    ] = None
    log: Log = False
    verbose: Verbose = 0
