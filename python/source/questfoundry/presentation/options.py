"""Define the options that several commands share."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import attrs
import typer
from attrs import frozen

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

        models = {phase: getattr(self, f"provider_{phase}") for phase in Phase}
        flags: dict[Phase | None, str] = {phase: f"--provider-{phase}" for phase in Phase}
        flags[None] = "--provider"
        return SourceChoices(general=self.provider, phases=models, origins=flags)

    @property
    def command_text(self) -> str:
        """The options as text that can be appended to a command."""
        models: dict[str, str | None] = attrs.asdict(self)
        flags = {f"--{name.replace('_', '-')}": model for name, model in models.items()}
        return "".join(f" {flag} {quote(model)}" for flag, model in flags.items() if model)
