"""The order in which passages are written: each after all that lead to it (decision 0026).

So its writer is told how people and things stand on every way there; branches that do not meet
are written side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.play.space import StateSpace, explore
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.story.passage import Passage, Structure

MAX_RECENT_PASSAGES = 4
"""How many of the passages before one its writer is shown at most."""


@frozen(kw_only=True)
class WritingTurn:
    """A passage's turn to be written.

    ``choices`` are those of one arc from the start to it. ``behind`` are the passages last
    met on that arc, nearest last, and ``taken`` the choices with which each was left; a hub's
    topics are none of them, since they are met in any order or not at all. ``variant`` is the
    first passage that tells the same moments, where there is one before. What must be written
    before it is ``after``: these, and all from which players come, of a hub but its topics.
    """

    passage: str
    choices: tuple[str, ...]
    recent_passages: tuple[str, ...]
    recent_choices: tuple[str, ...]
    variant: str
    dependencies: frozenset[str]


@lru_cache(maxsize=2)
def find_writing_order(structure: Structure) -> tuple[WritingTurn, ...]:
    """A turn for each passage; ``InputError`` where one cannot be met, or not all ways end.

    Found once for a stage, which looks whether there is one before it asks for anything.
    """
    space = explore(structure)
    if not space.is_complete:
        raise InputError(
            f"More than {len(space.moves):,} states can be reached, too many to find an order of "
            "writing. Let fewer flags be read long after they are granted.",
            remedies=(SimpleAction.CHECK_STRUCTURE,),
        )
    found = _FirstVisits.explore(space)
    passages = structure.passages
    if unmet := [each.id for number, each in enumerate(passages) if number not in found.first]:
        raise InputError(
            f"No playthrough meets {', '.join(unmet)}, so there is no way to write towards.",
            remedies=(SimpleAction.CHECK_STRUCTURE,),
        )
    return tuple(_build_turns(space, found))


@frozen(kw_only=True)
class _FirstVisits:
    """The state in which each passage is first met, in order, and how each state was reached."""

    first: dict[int, int]
    before: dict[int, tuple[int, int]]

    @classmethod
    def explore(cls, space: StateSpace) -> _FirstVisits:
        """One arc by the first open choices, then all that leaves it, nearest first."""
        found = cls(first={}, before={})
        waiting = list(_first_playthrough(space))
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

    def preceding_states(self, state: int) -> Iterator[tuple[int, int]]:
        """The states before this one with the choices taken there, nearest first."""
        while state in self.before:
            state, choice = self.before[state]
            yield state, choice


def _first_playthrough(space: StateSpace) -> Iterator[int]:
    state, met = 0, set[int]()
    while state not in met:
        met.add(state)
        yield state
        if space.is_ending(state):
            return
        if not space.moves[state]:
            break
        state = space.moves[state][0].state
    raise InputError(
        "The first choices of the story never come to an ending, so it has no order of writing.",
        remedies=(SimpleAction.CHECK_STRUCTURE,),
    )


def _build_turns(space: StateSpace, found: _FirstVisits) -> Iterator[WritingTurn]:
    structure = space.graph.structure
    states = {structure.passages[each].id: state for each, state in found.first.items()}
    sources = {each: tuple(_find_sources(structure, each)) for each in states}
    first: dict[tuple[str, ...], str] = {}
    earlier: set[str] = set()
    for passage in _sort_after_sources(sources):
        route = [
            (structure.passages[space.passage[each]], structure.choices[choice].id)
            for each, choice in found.preceding_states(states[passage])
        ]
        met = list(islice(_skip_topics(route), MAX_RECENT_PASSAGES))[::-1]
        behind = tuple(each for each, _ in met)
        variant = first.setdefault(structure.passage(passage).beats, passage)
        yield WritingTurn(
            passage=passage,
            choices=tuple(choice for _, choice in reversed(route)),
            recent_passages=behind,
            recent_choices=tuple(choice for _, choice in met),
            variant=variant if variant != passage else "",
            dependencies=frozenset((*sources[passage], *behind, variant)) & earlier,
        )
        earlier.add(passage)


def _find_sources(structure: Structure, passage: str) -> Iterator[str]:
    """From where players come; topics are looked at in any order, and from their hub.

    Where one topic opens another, that one comes first: who comes from there is asked for nothing.
    """
    hub = structure.passage(passage).hub
    ways = structure.incoming_choices(passage)
    is_opened = hub and any(way.requires for way in ways)
    for way in ways:
        beside = structure.passage(way.source).hub
        if not beside or beside not in (hub, passage) or (is_opened and not way.requires):
            yield way.source


def _sort_after_sources(sources: Mapping[str, Sequence[str]]) -> Iterable[str]:
    """All, each after its sources, else in their order; of a ring the first comes first."""
    done, begun = dict[str, None](), set[str]()
    waiting = [*reversed([*sources])]
    while waiting:
        passage = waiting.pop()
        if passage in done:
            continue
        begun.add(passage)
        left = [each for each in sources[passage] if each not in begun]
        if left:
            waiting += [passage, *reversed(left)]
        else:
            done[passage] = None
    return done


def _skip_topics(route: Iterable[tuple[Passage, str]]) -> Iterator[tuple[str, str]]:
    """The passages, nearest first, each with the choice that led on from it, past topics."""
    last = ""
    for passage, choice in route:
        last = last or choice
        if not passage.hub:
            yield passage.id, last
            last = ""
