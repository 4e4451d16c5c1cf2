"""Decisions of the player: the choices that need a label, each listed once.

Copies of a passage, and the topics of a hub, offer the same decision. Their choices are twins with
one label. Choices that have a label already are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Passage, Structure


@frozen(kw_only=True)
class Fork:
    """A passage and its alternative choices that need labels.

    ``twins`` maps each choice to the choices that take the same path, including itself: choices to
    another variant, or in copies of the passage.
    """

    passage: Passage
    choices: tuple[Choice, ...]
    twins: Mapping[str, list[str]]


def forks_of(structure: Structure) -> Sequence[Fork]:
    """Return the forks of ``structure`` in order; a passage and its copies are one fork.

    Choices that take no path are left out: each player sees only one of them.
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
