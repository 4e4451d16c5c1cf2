"""The order of writing: each passage after all passages that lead to it (decision 0026)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.solver import Solver, StateSpace
from questfoundry.domain.story.passage import Passage, Structure

MAX_RECENT_PASSAGES = 4
"""The highest number of earlier passages that a writer sees."""


@frozen(kw_only=True)
class WritingTurn:
    """A passage and its turn in the order of writing.

    ``choices`` lead from the start to the passage on one playthrough. ``recent_passages`` are the
    last passages on that playthrough, nearest last, and ``recent_choices`` the choices taken there;
    topics of a hub are skipped. ``variant`` is the first passage with the same beats, or empty if
    this passage is the first. ``dependencies`` are the passages that are needed and written before
    this one: the recent passages, the variant, and all direct predecessors.
    """

    passage: str
    choices: tuple[str, ...]
    recent_passages: tuple[str, ...]
    recent_choices: tuple[str, ...]
    variant: str
    dependencies: frozenset[str]


@lru_cache(maxsize=2)
def find_writing_order(structure: Structure) -> tuple[WritingTurn, ...]:
    """Return a turn for each passage, in the order of writing.

    Raise ``InputError`` if a passage is unreachable, if the first choices lead to no ending, or if
    the state space is too large.
    """
    space = Solver(structure).explore()
    if not space.is_complete:
        raise InputError(
            f"The story has more than {len(space.moves):,} reachable states, too many to find an "
            "order of writing. Let fewer choices require flags that were granted long before.",
            remedies=(SimpleAction.CHECK_STRUCTURE,),
        )
    before = _find_first_moves(space)
    states: dict[str, int] = {}
    for state in (0, *before):
        states.setdefault(structure.passages[space.passage[state]].id, state)
    if unreached := [each.id for each in structure.passages if each.id not in states]:
        raise InputError(
            f"No playthrough reaches {', '.join(unreached)}, so the story has no order of writing. "
            "Correct the choices that lead there.",
            remedies=(SimpleAction.CHECK_STRUCTURE,),
        )
    return tuple(_build_turns(space, states, before))


def _find_first_moves(space: StateSpace) -> Mapping[int, tuple[int, int]]:
    """Return, for each later state, the state before and the index of the choice taken there.

    The states of the first playthrough come first; the others are found breadth-first from these.
    """
    waiting = list(_first_playthrough(space))
    before = {
        state: (earlier, space.moves[earlier][0].choice) for earlier, state in pairwise(waiting)
    }
    for state in waiting:
        for move in space.moves[state]:
            if move.state and move.state not in before:
                before[move.state] = state, move.choice
                waiting.append(move.state)
    return before


def _first_playthrough(space: StateSpace) -> Iterator[int]:
    """Yield the states of a player who always takes the first open choice.

    Raise ``InputError`` at a loop or dead end.
    """
    state, seen = 0, set[int]()
    while state not in seen:
        seen.add(state)
        yield state
        if space.is_ending(state):
            return
        if not space.moves[state]:
            break
        state = space.moves[state][0].state
    raise InputError(
        "A player who always takes the first choice never reaches an ending, so the story has no "
        "order of writing. Correct the choices.",
        remedies=(SimpleAction.CHECK_STRUCTURE,),
    )


def _build_turns(
    space: StateSpace, states: Mapping[str, int], before: Mapping[int, tuple[int, int]]
) -> Iterator[WritingTurn]:
    structure = space.graph.structure
    sources = {each: tuple(_find_sources(structure, each)) for each in states}
    first: dict[tuple[str, ...], str] = {}
    earlier: set[str] = set()
    for passage in _sort_after_sources(sources):
        route, state = list[tuple[Passage, str]](), states[passage]
        while state in before:
            state, choice_number = before[state]
            route.append(
                (structure.passages[space.passage[state]], structure.choices[choice_number].id)
            )
        recent = list(islice(_skip_topics(route), MAX_RECENT_PASSAGES))[::-1]
        recent_ids = tuple(each for each, _ in recent)
        variant = first.setdefault(structure.passage(passage).beats, passage)
        yield WritingTurn(
            passage=passage,
            choices=tuple(choice for _, choice in reversed(route)),
            recent_passages=recent_ids,
            recent_choices=tuple(choice for _, choice in recent),
            variant=variant if variant != passage else "",
            dependencies=frozenset((*sources[passage], *recent_ids, variant)) & earlier,
        )
        earlier.add(passage)


def _find_sources(structure: Structure, passage: str) -> Iterator[str]:
    """Yield the passages from which ``passage`` is reached and that must be written before it.

    A topic comes after its hub, and after a topic that unlocks it.
    """
    hub = structure.passage(passage).hub
    choices = structure.incoming_choices(passage)
    is_opened = hub and any(choice.requires for choice in choices)
    for choice in choices:
        source_hub = structure.passage(choice.source).hub
        if (
            not source_hub
            or source_hub not in (hub, passage)
            or (is_opened and not choice.requires)
        ):
            yield choice.source


def _sort_after_sources(sources: Mapping[str, Sequence[str]]) -> Iterable[str]:
    """Return the passages in an order that puts ``sources`` first, by depth-first search.

    A cycle is broken at its first passage.
    """
    ordered, started = dict[str, None](), set[str]()
    waiting = [*reversed([*sources])]
    while waiting:
        passage = waiting.pop()
        if passage in ordered:
            continue
        started.add(passage)
        missing = [each for each in sources[passage] if each not in started]
        if missing:
            waiting += [passage, *reversed(missing)]
        else:
            ordered[passage] = None
    return ordered


def _skip_topics(route: Iterable[tuple[Passage, str]]) -> Iterator[tuple[str, str]]:
    """Yield the passages of ``route`` that are no topics, each with the choice taken there.

    ``route`` runs backwards. A hub (a passage from which players visit topics) gets the choice by
    which the player left its last topic.
    """
    last = ""
    for passage, choice in route:
        last = last or choice
        if not passage.hub:
            yield passage.id, last
            last = ""
