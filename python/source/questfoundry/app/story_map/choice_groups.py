"""Group choices into the lines of a map, and find the hub and the chapter of each passage.

A hub is a passage whose choices lead to topics, which are passages that lead back to the hub.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class ChoiceGroup:
    """A group of choices with the same source, target and path ``takes``, one line of a map."""

    source: str
    target: str
    takes: str
    choices: tuple[Choice, ...]


def group_choices(structure: Structure) -> Sequence[ChoiceGroup]:
    """Return the choice groups of ``structure`` in the order of their first choice.

    A choice that several passages of a hub offer starts at the hub.
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
    """Return the id of the hub to which ``passage`` (the hub or a topic) belongs, or ""."""
    hub = structure.passage(passage).hub
    is_hub = any(
        structure.passage(each.target).hub == passage
        for each in structure.outgoing_choices(passage)
    )
    return hub or (passage if is_hub else "")


def number_chapters(structure: Structure, begins: Mapping[str, str]) -> Mapping[str, int]:
    """Return each passage's chapter number, counted from 1.

    ``begins`` maps the first passages of each chapter to its title, in order. Any other passage
    belongs to the chapter whose first passages lead to it in the fewest steps.
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
