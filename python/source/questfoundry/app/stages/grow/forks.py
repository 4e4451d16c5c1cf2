"""Where a player decides: the choices that need a label, each asked for once.

Copies of a passage offer the same decision, and so do the topics of a hub: their choices are
twins, and say the same. What has a label already is not asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Passage, Structure


@frozen(kw_only=True)
class Fork:
    """A passage and the choices that a player has there side by side.

    ``twins`` are, for each of these choices, itself and those that take the same path, to
    another variant, or in copies of the passage.
    """

    passage: Passage
    choices: tuple[Choice, ...]
    twins: Mapping[str, list[str]]


def forks_of(structure: Structure) -> Sequence[Fork]:
    """The forks of a woven structure, in its order, a passage and its copies as one.

    Choices that take no path stand side by side for nobody: each is open to other players.
    """
    found: dict[tuple[tuple[str, ...], ...], Fork] = {}
    for passage in structure.passages:
        ways: dict[str, list[Choice]] = {}
        for choice in structure.outgoing_choices(passage.id):
            if choice.takes and not choice.label:
                ways.setdefault(choice.takes, []).append(choice)
        if not ways:
            continue
        choices = tuple(way[0] for way in ways.values())
        told = structure.passage(passage.hub or passage.id)
        fork = found.setdefault(
            (told.beats, tuple(ways)),
            Fork(passage=told, choices=choices, twins={each.id: [] for each in choices}),
        )
        for twins, way in zip(fork.twins.values(), ways.values(), strict=True):
            twins.extend(choice.id for choice in way)
    return tuple(found.values())
