"""The options that commands share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from attrs import frozen

from questfoundry.domain.models.settings import Given
from questfoundry.domain.models.traits import Phase

Project = Annotated[
    Path | None,
    typer.Option(
        "--project",
        "-p",
        metavar="FOLDER",
        help="The project's folder; else QF_PROJECT, else the current folder.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON document.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show where an error comes from.")]
Provider = Annotated[
    str | None,
    typer.Option(metavar="MODEL", help="The model for all phases, as provider/model."),
]
ProviderDiscuss = Annotated[
    str | None, typer.Option(metavar="MODEL", help="The model for Discuss alone.")
]
ProviderSummarize = Annotated[
    str | None, typer.Option(metavar="MODEL", help="The model for Summarize alone.")
]
ProviderSerialize = Annotated[
    str | None, typer.Option(metavar="MODEL", help="The model for Serialize alone.")
]

_FLAGS: Mapping[Phase | None, str] = {
    None: "--provider",
    **{phase: f"--provider-{phase}" for phase in Phase},
}


@frozen(kw_only=True)
class ModelFlags:
    """The models that were named for a command."""

    provider: Provider = None
    provider_discuss: ProviderDiscuss = None
    provider_summarize: ProviderSummarize = None
    provider_serialize: ProviderSerialize = None

    @property
    def given(self) -> Given:
        """The same as the settings have it."""
        return flags_of(
            self.provider, self.provider_discuss, self.provider_summarize, self.provider_serialize
        )


def flags_of(
    general: str | None, discuss: str | None, summarize: str | None, serialize: str | None
) -> Given:
    """The models that the four flags name."""
    phases = {Phase.DISCUSS: discuss, Phase.SUMMARIZE: summarize, Phase.SERIALIZE: serialize}
    return Given(general=general, phases=phases, origins=_FLAGS)
