"""Laws of reach: every part of a story can be met, and every playthrough can come to an ending."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import or_

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.livelock import find_trap_entries
from questfoundry.domain.play.search import Question, Search, SearchResult
from questfoundry.domain.play.zdd import Zdd, are_complementary
from questfoundry.domain.story.passage import Structure


def check_reach(search: Search) -> Iterator[Finding]:
    """What no player meets, and where players do not get on."""
    yield from Law.REACHED.report_search(search, _find_unreached(search))
    yield from Law.ENDINGS.report_search(search, _check_endings(search))
    yield from Law.STUCK.report_search(search, _find_stuck(search))
    yield from Law.TRAPPED.report_search(search, _find_trapped(search))


def _find_unreached(search: Search) -> Iterator[Finding]:
    unreached = [place for place, family in enumerate(search.reachability.families) if not family]
    reachable = search.graph.distances if unreached else {}
    unreached = [
        at for at in reversed(unreached) if not (at in reachable and _is_reached(search, [at]))
    ]
    for place in reversed(unreached):
        passage = search.graph.structure.passages[place].id
        yield Law.REACHED.build_finding(
            place=passage,
            problem=f"No playthrough comes to the passage {passage!r}.",
            fix="Let a choice that leads to it be open in some playthrough, or take it out."
            if place in reachable
            else "Lead a choice to it that can be open, or take it out.",
        )


def _check_endings(search: Search) -> Iterator[Finding]:
    structure = search.graph.structure
    places: dict[str, list[int]] = {}
    for place, passage in enumerate(structure.passages):
        if passage.ending:
            places.setdefault(passage.ending, []).append(place)
    if not places:
        yield Law.ENDINGS.build_finding(
            place=structure.start,
            problem=f"The story has no ending: {_explain_no_ending(structure)}",
            fix="Give the passages where the story is over an ending. In a Twine story that is a "
            "passage without a link: a link that only begins anew can be left to the menu.",
        )
    for ending, places in places.items():
        if not _is_reached(search, places):
            yield Law.ENDINGS.build_finding(
                place=structure.passages[places[0]].id,
                problem=f"No playthrough comes to the ending {ending!r}.",
                fix="Lead a choice to it that can be open, or take it out.",
            )


def _explain_no_ending(structure: Structure) -> str:
    """What leads on instead, and back to where the story starts."""
    back = [each for each in structure.choices if each.target == structure.start]
    if not back:
        return "every passage leads on to another."
    more = f", and {len(back) - 1} more" if len(back) > 1 else ""
    return (
        f"every passage leads on. Back to the start leads the choice {back[0].id!r}{more}: "
        "the story may be over there."
    )


def _is_reached(search: Search, places: list[int]) -> bool:
    """Whether somebody comes to one of the passages, or it is not known that nobody does."""
    if any(search.reachability.families[place] for place in places):
        return True
    passages = search.graph.structure.passages
    return any(passages[place].id in search.visited for place in places) or search.can_reach(
        Question(passages=places)
    )


def _find_stuck(search: Search) -> Iterator[Finding]:
    for place, passage in enumerate(search.graph.structure.passages):
        route = None if passage.ending else _find_stuck_route(search, place)
        if isinstance(route, tuple):
            yield Law.STUCK.build_finding(
                place=passage.id,
                problem=f"A player can be stuck in the passage {passage.id!r}: no choice is open.",
                fix="Add a choice that is open there, or make the passage an ending.",
                counterexample=route,
            )


def _find_stuck_route(search: Search, place: int) -> SearchResult:
    """A route to the passage when no choice is open there."""
    if search.is_complete(place) and not search.reachability.partition_by_open_choices(place).get(
        0
    ):
        return None
    leaving = search.graph.edges[place]
    conditions = [(edge.requires, edge.forbids) for edge in leaving]
    if (0, 0) in conditions or any(
        are_complementary(*each) for each in combinations(conditions, 2)
    ):
        return None

    def closed(zdd: Zdd, _place: int, family: int) -> int:
        return zdd.difference(family, zdd.restrict_to_open_choices(family, leaving))

    reads = reduce(or_, (edge.requires | edge.forbids for edge in leaving), 0)
    return search.find_route(Question(passages=(place,), reads=reads, select=closed))


def _find_trapped(search: Search) -> Iterator[Finding]:
    """Where only loops go on; a state that leads to a stuck one is reported as stuck."""
    if not any(search.can_loop_forever(component) for component in search.graph.cyclic_components):
        return
    if not search.is_complete():
        search.gave_up = True
        return
    for place, family in find_trap_entries(search.reachability).items():

        def select(zdd: Zdd, _place: int, here: int, family: int = family) -> int:
            return zdd.intersection(here, family)

        route = search.find_route(Question(passages=(place,), select=select))
        if isinstance(route, tuple):
            passage = search.graph.structure.passages[place].id
            yield Law.TRAPPED.build_finding(
                place=passage,
                problem=f"From the passage {passage!r} a player goes round for ever.",
                fix="Add a choice that leads out of the loop.",
                counterexample=route,
            )
