"""Classify the containers of an ink story: knots, stitches, labels, choice content and gathers."""

from __future__ import annotations

import re

from questfoundry.infra.foreign.ink.compiled import Container

DECLARATIONS = "global decl"
"""The container that assigns initial values to the global variables."""

# Names of conditional branches, sequence stages and label texts, which are not places.
_PARTS = re.compile(r"b|s\d*|\$r\d*")
_CHOICE, _GATHER = re.compile(r"c-\d+"), re.compile(r"g-\d+")


def is_place(container: Container) -> bool:
    """Return whether ``container`` is a place of the story, where players can be.

    Other containers are only parts of a place, such as a branch or the text of a choice's label.
    """
    return bool(
        container.name
        and container.parent is not None
        and container.name != DECLARATIONS
        and not _PARTS.fullmatch(container.name)
    )


def is_choice_content(container: Container) -> bool:
    """Return whether ``container`` is the content after a choice."""
    return bool(_CHOICE.fullmatch(container.name))


def is_gather(container: Container) -> bool:
    """Return whether ``container`` is a gather (a point where branches rejoin) without a label."""
    return bool(_GATHER.fullmatch(container.name))


def find_owner(container: Container) -> Container:
    """Return the innermost place around ``container`` that the author named.

    If the author named ``container``, the result is ``container``. If there is no named place, the
    result is the root.
    """
    here = container
    while here.parent is not None and not (
        is_place(here) and not is_choice_content(here) and not is_gather(here)
    ):
        here = here.parent
    return here


def author_name_of(container: Container) -> str:
    """Return the author's name for the place around ``container``, such as ``knot.stitch``.

    If the author named no such place, the result is an empty string.
    """
    steps, here = list[str](), container
    while here.parent is not None:
        if is_place(here) and not is_choice_content(here) and not is_gather(here):
            steps.append(here.name)
        here = here.parent
    return ".".join(reversed(steps))
