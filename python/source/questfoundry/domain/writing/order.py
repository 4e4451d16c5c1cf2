"""The order in which passages are written: one arc first, then the branches that leave it.

A branch is written towards prose that exists, and branches that do not depend on one
another can be written side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.play.space import Space, explore
from questfoundry.domain.remedy import Act
from questfoundry.domain.story.passage import Passage, Structure

BEHIND = 4
"""How many of the passages before one its writer is shown at most."""


@frozen(kw_only=True)
class WritingTurn:
    """A passage's turn to be written.

    ``choices`` are those of one arc from the start to it. ``behind`` are the passages last
    met on that arc, nearest last, and ``taken`` the choices with which each was left; a hub's
    topics are none of them, since they are met in any order or not at all. ``ahead`` is where the
    story goes on in prose that is written before it, empty where there is none yet, and for a
    topic. ``variant`` is the first passage that tells the same moments, where there is one before.
    """

    passage: str
    choices: tuple[str, ...]
    behind: tuple[str, ...]
    taken: tuple[str, ...]
    ahead: str = ""
    variant: str = ""

    @property
    def after(self) -> frozenset[str]:
        """The passages that must be written before; they have earlier turns."""
        return frozenset((*self.behind, self.ahead, self.variant)) - {""}


def writing_order(structure: Structure) -> tuple[WritingTurn, ...]:
    """A turn for each passage; ``InputError`` where one cannot be met, or not all ways end."""
    space = explore(structure)
    if not space.complete:
        raise InputError(
            f"More than {len(space.moves):,} states can be reached, too many to find an order of "
            "writing. Let fewer flags be read long after they are granted.",
            remedies=(Act.CHECK_STRUCTURE,),
        )
    found = _Found.found_in(space)
    passages = structure.passages
    if unmet := [each.id for number, each in enumerate(passages) if number not in found.first]:
        raise InputError(
            f"No playthrough meets {', '.join(unmet)}, so there is no way to write towards.",
            remedies=(Act.CHECK_STRUCTURE,),
        )
    return tuple(_turns(space, found))


@frozen(kw_only=True)
class _Found:
    """The state in which each passage is first met, in order, and how each state was reached."""

    first: dict[int, int]
    before: dict[int, tuple[int, int]]

    @classmethod
    def found_in(cls, space: Space) -> _Found:
        """One arc by the first open choices, then all that leaves it, nearest first."""
        found = cls(first={}, before={})
        waiting = list(_arc(space))
        met = set(waiting)
        for earlier, state in pairwise(list(waiting)):
            found.before[state] = (earlier, space.moves[earlier][0].choice)
        for state in waiting:
            found.first.setdefault(space.passage[state], state)
        for state in waiting:
            for move in space.moves[state]:
                if move.state not in met:
                    met.add(move.state)
                    waiting.append(move.state)
                    found.before[move.state] = (state, move.choice)
                    found.first.setdefault(space.passage[move.state], move.state)
        return found

    def back(self, state: int) -> Iterator[tuple[int, int]]:
        """The states before this one with the choices taken there, nearest first."""
        while state in self.before:
            state, choice = self.before[state]
            yield state, choice


def _arc(space: Space) -> Iterator[int]:
    state, met = 0, set[int]()
    while state not in met:
        met.add(state)
        yield state
        if space.ended(state):
            return
        if not space.moves[state]:
            break
        state = space.moves[state][0].state
    raise InputError(
        "The first choices of the story never come to an ending, so it has no order of writing.",
        remedies=(Act.CHECK_STRUCTURE,),
    )


def _turns(space: Space, found: _Found) -> Iterator[WritingTurn]:
    structure = space.graph.structure
    place = {passage: number for number, passage in enumerate(found.first)}
    told: dict[tuple[str, ...], str] = {}
    for passage, state in found.first.items():
        route = [
            (structure.passages[space.passage[each]], structure.choices[choice].id)
            for each, choice in found.back(state)
        ]
        met = list(islice(_without_topics(route), BEHIND))[::-1]
        own = structure.passages[passage]
        variant = told.setdefault(own.beats, own.id)
        yield WritingTurn(
            passage=own.id,
            choices=tuple(choice for _, choice in reversed(route)),
            behind=tuple(each for each, _ in met),
            taken=tuple(choice for _, choice in met),
            ahead="" if own.hub else _ahead(space, state, place),
            variant=variant if variant != own.id else "",
        )


def _without_topics(route: Iterable[tuple[Passage, str]]) -> Iterator[tuple[str, str]]:
    """The passages, nearest first, each with the choice that led on from it, past topics."""
    last = ""
    for passage, choice in route:
        last = last or choice
        if not passage.hub:
            yield passage.id, last
            last = ""


def _ahead(space: Space, state: int, place: dict[int, int]) -> str:
    """The first passage, by first open choices, whose turn is earlier than this one's."""
    own = place[space.passage[state]]
    while space.moves[state] and not space.ended(state):
        state = space.moves[state][0].state
        if place[space.passage[state]] < own:
            return space.graph.structure.passages[space.passage[state]].id
    return ""
