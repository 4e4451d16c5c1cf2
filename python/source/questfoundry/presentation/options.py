"""Define the options that several commands share."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer
from attrs import frozen

from questfoundry.domain.story.size import Size
from questfoundry.presentation.parameters import Positive

if TYPE_CHECKING:
    from questfoundry.domain.models.settings import SourceChoices

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


@frozen(kw_only=True)
class ModelFlags:
    """The options that choose models, for all phases of a stage or for one phase.

    --provider MODEL: Model for all phases, as provider/model.
    --provider-discuss MODEL: Model for Discuss only.
    --provider-summarize MODEL: Model for Summarize only.
    --provider-serialize MODEL: Model for Serialize only.
    """

    provider: str | None = None
    provider_discuss: str | None = None
    provider_summarize: str | None = None
    provider_serialize: str | None = None

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

    IDEA: Your idea (default: qf asks you, or reads standard input). With --resume: the id of a run.
    NOTE: A note to the model (optional). With --resume: the id of a run.
    --interactive/--no-interactive, -i/-I: Discuss with the model, or let it decide alone (default:
        discuss in a terminal).
    --resume: Resume the newest unfinished run, or the named run.
    --retry-last: With --resume: request the last answer again.
    --redo NOTE: Regenerate with this note, from the result and its earlier discussion.
    --max-turns N: Maximum number of turns in the discussion.
    --size: Intended size of the story.
    --no-minor-choices: Offer only choices that answer dilemmas (the main decisions of the story).
    --review/--no-review: Review each passage, or review nothing (default: fill.review in
        project.yaml).
    --concurrency N: Maximum number of simultaneous calls to a provider.
    --log: Write all calls and events to the folder logs.
    """

    idea: str | None = None
    note: str | None = None
    interactive: bool | None = None
    resume: bool = False
    retry_last: bool = False
    redo: str | None = None
    drafts: DraftsFlag = None
    seed: SeedFlag = None
    max_turns: Positive | None = None
    size: Size | None = None
    no_minor_choices: bool = False
    review: bool | None = None
    concurrency: Positive | None = None
    log: bool = False
    verbose: Verbose = 0
