"""The places of a compiled story: what has a name, what is chosen, and where ways gather."""

from __future__ import annotations

import re

from questfoundry.infra.reading.ink.compiled import Container

DECLARATIONS = "global decl"
"""What gives the story's variables their first values."""

# Branches of conditions, stages of sequences, and the texts of choices.
_PARTS = re.compile(r"b|s\d*|\$r\d*")
_CHOSEN, _GATHERED = re.compile(r"c-\d+"), re.compile(r"g-\d+")


def is_place(container: Container) -> bool:
    """Whether players can be said to be in it."""
    return bool(
        container.name
        and container.parent is not None
        and container.name != DECLARATIONS
        and not _PARTS.fullmatch(container.name)
    )


def is_chosen(container: Container) -> bool:
    """Whether it is what follows a choice."""
    return bool(_CHOSEN.fullmatch(container.name))


def is_gathered(container: Container) -> bool:
    """Whether ways gather there that have no name."""
    return bool(_GATHERED.fullmatch(container.name))


def owner(container: Container) -> Container:
    """The innermost place around it that an author named, or the whole story."""
    here = container
    while here.parent is not None and not (
        is_place(here) and not is_chosen(here) and not is_gathered(here)
    ):
        here = here.parent
    return here


def named(container: Container) -> str:
    """What authors call the place that they named; empty of the whole story."""
    steps, here = list[str](), container
    while here.parent is not None:
        if is_place(here) and not is_chosen(here) and not is_gathered(here):
            steps.append(here.name)
        here = here.parent
    return ".".join(reversed(steps))
