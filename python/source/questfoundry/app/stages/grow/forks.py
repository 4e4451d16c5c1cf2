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
        choices_by_path: dict[str, list[Choice]] = {}
        for choice in structure.outgoing_choices(passage.id):
            if choice.takes and not choice.label:
                choices_by_path.setdefault(choice.takes, []).append(choice)
        if not choices_by_path:
            continue
        choices = tuple(same_path[0] for same_path in choices_by_path.values())
        shown = structure.passage(passage.hub or passage.id)
        fork = found.setdefault(
            (shown.beats, tuple(choices_by_path)),
            Fork(passage=shown, choices=choices, twins={each.id: [] for each in choices}),
        )
        for twins, same_path in zip(fork.twins.values(), choices_by_path.values(), strict=True):
            twins.extend(choice.id for choice in same_path)
    return tuple(found.values())
