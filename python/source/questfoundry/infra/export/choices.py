"""The choices of a structure by the passage that offers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from questfoundry.domain.story.passage import Choice, Structure


def choices_by_source(structure: Structure) -> Mapping[str, Sequence[Choice]]:
    """The choices that each passage offers, in their order: none where the story ends."""
    offered: dict[str, list[Choice]] = {passage.id: [] for passage in structure.passages}
    over = {passage.id for passage in structure.passages if passage.ending}
    for choice in structure.choices:
        if choice.source not in over:
            offered[choice.source].append(choice)
    return offered
