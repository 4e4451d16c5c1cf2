"""Shell completion for the names of stages, runs, books and passages; it never raises an error."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from questfoundry.composition.project.projects import books_in, passages_in, runs_in
from questfoundry.composition.settings.paths import project_folder

_PHASES = ("discuss", "summarize", "serialize")


def stages(incomplete: str) -> list[str]:
    """Return the names of stages that start with ``incomplete``."""
    from questfoundry.composition.registries.stages import list_artifact_stages
    from questfoundry.domain.errors import SettingsError

    try:
        names = [stage.name for stage in list_artifact_stages()]
    except SettingsError:  # a faulty plug-in; `qf doctor` reports it
        return []
    return [name for name in names if name.startswith(incomplete)]


def _complete_from_project(
    names_in: Callable[[Path], list[str]], *others: str
) -> Callable[[typer.Context, str], list[str]]:
    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        folder = project_folder(ctx.params.get("project"), os.environ)
        return [name for name in (*others, *names_in(folder)) if name.startswith(incomplete)]

    return complete


runs = _complete_from_project(runs_in)
books = _complete_from_project(books_in)
passages = _complete_from_project(passages_in)
phases = _complete_from_project(passages_in, *_PHASES)

Run = Annotated[str, typer.Argument(autocompletion=runs)]
Book = Annotated[str, typer.Argument(autocompletion=books)]
Passage = Annotated[str, typer.Argument(autocompletion=passages)]
Phase = Annotated[str, typer.Argument(autocompletion=phases)]
Stage = Annotated[str, typer.Argument(autocompletion=stages)]
Books = Annotated[list[str], typer.Option(autocompletion=books)]
Passages = Annotated[list[str], typer.Argument(autocompletion=passages)]


def stages_or_passages(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the names of stages and passages that start with ``incomplete``."""
    return [*stages(incomplete), *passages(ctx, incomplete)]


StagesOrPassages = Annotated[list[str], typer.Argument(autocompletion=stages_or_passages)]
