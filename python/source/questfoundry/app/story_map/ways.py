"""Which choices are one way on a map: those of an act, and what topics of a hub offer alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class ChoiceGroup:
    """Choices from one place to another that take the same path, if any; at least one."""

    source: str
    target: str
    takes: str
    choices: tuple[Choice, ...]


def group_choices(structure: Structure) -> Sequence[ChoiceGroup]:
    """The ways of a structure, each where the first of its choices stands.

    What several places of a hub offer alike is one way, which leads from the hub.
    """
    hubs = {passage.id: find_hub(structure, passage.id) for passage in structure.passages}
    offered: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for choice in structure.choices:
        offered[hubs[choice.source], choice.target, choice.label].add(choice.source)
    grouped: dict[tuple[str, str, str], list[Choice]] = defaultdict(list)
    for choice in structure.choices:
        hub = hubs[choice.source]
        alike = hub and len(offered[hub, choice.target, choice.label]) > 1
        grouped[hub if alike else choice.source, choice.target, choice.takes].append(choice)
    return [
        ChoiceGroup(source=source, target=target, takes=takes, choices=tuple(choices))
        for (source, target, takes), choices in grouped.items()
    ]


def find_hub(structure: Structure, passage: str) -> str:
    """The hub that the passage belongs to, as a topic or as the hub itself; empty elsewhere."""
    hub = structure.passage(passage).hub
    is_hub = any(
        structure.passage(each.target).hub == passage
        for each in structure.outgoing_choices(passage)
    )
    return hub or (passage if is_hub else "")


def number_chapters(structure: Structure, begins: Mapping[str, str]) -> Mapping[str, int]:
    """The number of each passage's chapter, from 1: of the last that began on the way there.

    ``begins`` are the titles of chapters, in their order, by the passages that they begin with.
    """
    numbers = {title: number for number, title in enumerate(dict.fromkeys(begins.values()), 1)}
    found = {passage: numbers[title] for passage, title in begins.items()}
    queue = list(found)
    for here in queue:
        for choice in structure.selectable_choices(here):
            if choice.target not in found:
                found[choice.target] = found[here]
                queue.append(choice.target)
    return found
