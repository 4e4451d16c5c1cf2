"""The options that commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from attrs import frozen

if TYPE_CHECKING:
    from questfoundry.domain.models.settings import Given

Log = Annotated[bool, typer.Option("--log", help="Write calls and events to the folder logs.")]
Verbose = Annotated[
    int, typer.Option("--verbose", "-v", count=True, help="Say more; -vv says everything.")
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
    def given(self) -> Given:
        """The same as the settings have it, each named by its flag."""
        from questfoundry.domain.models.settings import Given
        from questfoundry.domain.models.traits import Phase

        models = {
            Phase.DISCUSS: self.provider_discuss,
            Phase.SUMMARIZE: self.provider_summarize,
            Phase.SERIALIZE: self.provider_serialize,
        }
        flags: dict[Phase | None, str] = {phase: f"--provider-{phase}" for phase in Phase}
        flags[None] = "--provider"
        return Given(general=self.provider, phases=models, origins=flags)
