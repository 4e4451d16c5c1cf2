"""Which choices are one way on a map: those of an act, and what topics of a hub offer alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class Way:
    """Choices from one place to another that take the same path, if any; at least one."""

    source: str
    target: str
    takes: str
    choices: tuple[Choice, ...]


def ways_of(structure: Structure) -> Sequence[Way]:
    """The ways of a structure, each where the first of its choices stands.

    What several places of a hub offer alike is one way, which leads from the hub.
    """
    hubs = {passage.id: hub_of(structure, passage.id) for passage in structure.passages}
    offered: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for choice in structure.choices:
        offered[hubs[choice.source], choice.target, choice.label].add(choice.source)
    grouped: dict[tuple[str, str, str], list[Choice]] = defaultdict(list)
    for choice in structure.choices:
        hub = hubs[choice.source]
        alike = hub and len(offered[hub, choice.target, choice.label]) > 1
        grouped[hub if alike else choice.source, choice.target, choice.takes].append(choice)
    return [
        Way(source=source, target=target, takes=takes, choices=tuple(choices))
        for (source, target, takes), choices in grouped.items()
    ]


def hub_of(structure: Structure, passage: str) -> str:
    """The hub that the passage belongs to, as a topic or as the hub itself; empty elsewhere."""
    hub = structure.passage(passage).hub
    is_hub = any(
        structure.passage(each.target).hub == passage for each in structure.leaving(passage)
    )
    return hub or (passage if is_hub else "")


def chapters_of(structure: Structure, begins: Mapping[str, str]) -> Mapping[str, int]:
    """The number of each passage's chapter, from 1: of the last that began on the way there.

    ``begins`` are the titles of chapters, in their order, by the passages that they begin with.
    """
    numbers = {title: number for number, title in enumerate(dict.fromkeys(begins.values()), 1)}
    found = {passage: numbers[title] for passage, title in begins.items()}
    waiting = list(found)
    for here in waiting:
        for choice in structure.offered(here):
            if choice.target not in found:
                found[choice.target] = found[here]
                waiting.append(choice.target)
    return found
