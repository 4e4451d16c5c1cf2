"""What is true when a passage is met: the flags that every way sets, and those that some do."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.play.graph import latest_first
from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class Truths:
    """Flags on arrival at a passage: set on every way there, and on at least one."""

    certain: frozenset[str]
    possible: frozenset[str]


_NOTHING = Truths(certain=frozenset(), possible=frozenset())


def truths_of(structure: Structure) -> Mapping[str, Truths]:
    """By passage; of a structure without loops.

    Ways are not played: one that no player can take counts too, so that what is called
    certain is certain, and what is called possible may be a little more than that.
    """
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    following: list[list[int]] = [[] for _ in number]
    into: dict[str, list[Choice]] = {passage: [] for passage in number}
    for choice in structure.choices:
        following[number[choice.source]].append(number[choice.target])
        into[choice.target].append(choice)
    found: dict[str, Truths] = {}
    for place in reversed(latest_first(following)):
        passage = structure.passages[place].id
        arriving = [_after(found[choice.source], choice) for choice in into[passage]]
        if passage == structure.start:
            arriving.append(_NOTHING)
        found[passage] = Truths(
            certain=frozenset.intersection(*(each.certain for each in arriving))
            if arriving
            else frozenset(),
            possible=frozenset().union(*(each.possible for each in arriving)),
        )
    return found


def _after(before: Truths, choice: Choice) -> Truths:
    return Truths(
        certain=before.certain | choice.requires | choice.grants,
        possible=(before.possible | choice.requires | choice.grants),
    )
